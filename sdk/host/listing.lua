-- The moves of a game in canonical order: by name, and the choices of each move in their order.
-- Sealed moves come last: only their owner's device may know how many choices they have, and the
-- places of all other moves must not depend on this number. A move stores its latest choices as
-- `list` and `count`, so that they needn't be copied.

local reading = require "host.reading"
local text_of = reading.text_of

local longest_typed <const> = 4096 -- bytes

local listing = {}

-- Returns the moves of a definition in canonical order, with the names of their hooks for errors.
-- `listed` is true if a function lists the choices, `typed` if players type the argument,
-- `has_answer` if `forced` returns the only true argument, and `seals` if the move stays sealed after
-- it was played.
function listing.moves(game)
  local moves, sealing = {}, {}
  for name, definition in pairs(game.moves) do
    local path = "moves." .. name .. "."
    local choices, secret = definition.choices, definition.secret
    local listed, has_answer = type(choices) == "function", type(definition.forced) == "function"
    local typed = not choices and definition.args ~= nil
    local list = not listed and choices or nil
    local seals = secret ~= nil and secret ~= "round"
    local list_of = seals and sealing or moves
    list_of[#list_of + 1] = {
      name = name, choices = choices, listed = listed, list = list, count = list and #list or typed and 0 or 1,
      typed = typed, has_answer = has_answer, seals = seals, play = definition.play,
      when = definition.when, legal = definition.legal, args = definition.args, secret = secret,
      forced = definition.forced, format = definition.format, help = definition.help,
      prompt = definition.prompt, at_prompt = path .. "prompt",
      at_choices = path .. "choices", at_play = path .. "play", at_when = path .. "when", at_legal = path .. "legal",
      at_forced = path .. "forced", at_format = path .. "format",
    }
  end
  for _, move in ipairs(sealing) do moves[#moves + 1] = move end
  return moves -- `pairs` visits the names in order
end

-- Returns whether two arguments are the same. Tables are compared by their text. While plies are
-- played, `same` in Sources/Core/CLuaBoundary/turns/legal_moves.c is used instead, which calls this
-- function only for tables.
function listing.same(a, b)
  if type(a) == "table" or type(b) == "table" then
    return type(a) == "table" and type(b) == "table" and text_of(a) == text_of(b)
  end
  return a == b and math.type(a) == math.type(b)
end

-- Returns an integer within the bounds of a typed argument, computed from any integer `number`.
function listing.drawn(args, number)
  local span = args.max - args.min + 1 -- 0 or less if it overflows
  return span > 0 and args.min + number % span or args.min | number
end

-- Reads the argument of a typed move. Returns the argument, or nil and a text that says what was
-- expected.
function listing.typed(args, text)
  if args.type == "integer" then
    local number = math.tointeger(tonumber(text))
    if type(text) ~= "string" and math.type(text) ~= "integer" or not number or number < args.min or number > args.max then
      return nil, ("an integer from %d to %d"):format(args.min, args.max)
    end
    return number
  end
  local most, least = args.max or 1000, args.min or 1
  if type(text) ~= "string" or #text > longest_typed or not utf8.len(text) or utf8.len(text) < least or utf8.len(text) > most
    or text:find "%c" then
    return nil, ("a text of %d to %d characters"):format(least, most)
  end
  return text
end

return listing
