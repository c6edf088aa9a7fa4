-- The contract of a game's definition. `inspect` reads a definition once, without metatables, into
-- a copy, so that the host plays exactly what was checked. It reports all problems at once, as a
-- list of { path =, message =, source =, line =, unknown =, known = }. After the first 100 problems,
-- the list has { more = count } for all others. The host adds the place in a file and, for an
-- unknown key, the nearest known name.

local reading = require "host.reading"
local text_of, length, oddity = reading.text_of, reading.length, reading.oddity

local contract = {}

local limit = { seats = 16, moves = 64, options = 32, values = 64, choices = 4096, problems = 100,
  text = 4096, choice = reading.longest_choice } -- bytes

local keys = {
  game = { "title", "summary", "version", "seats", "options", "limits", "information", "chance", "deal", "setup", "turn",
    "resolve", "moves", "outcome", "stuck", "view", "scene", "message", "on", "leave", "bot" },
  move = { "choices", "play", "when", "legal", "args", "secret", "forced", "format", "help", "prompt" },
  args = { "type", "min", "max", "examples", "drawn", "help" },
  option = { "default", "min", "max", "values", "help" },
  limits = { "memory", "time" },
  bot = { "evaluate", "determinize" },
  scene = { "compact", "expanded", "transcript" },
  on = { "will_become_active", "did_become_active", "will_resign_active", "did_resign_active", "will_select", "did_select",
    "did_receive", "did_start_sending", "did_cancel_sending", "will_transition", "did_transition", "view_will_appear",
    "view_did_appear", "view_will_disappear", "view_did_disappear", "content_size_that_fits", "did_touch", "did_begin",
    "did_read", "did_receive_memory_warning" },
}

local function contains(list, value)
  for _, item in ipairs(list) do
    if item == value then return true end
  end
  return false
end

local function is_name(text) return type(text) == "string" and #text <= 32 and text:find "^[a-z][a-z0-9_]*$" ~= nil end
local function is_integer(value) return math.type(value) == "integer" end
local function article(kind) return (kind == "nil" and "" or kind:find "^[aeiou]" and "an " or "a ") .. kind end

-- Returns a name that a script uses, cut to 64 bytes so that it fits into a sentence.
local function clipped(name)
  local text = tostring(name)
  return #text > 64 and text:sub(1, 64):gsub("[\x80-\xff]+$", "") .. "…" or text
end

-- Returns functions that report problems, and the list of problems. `path` is the place of a value
-- in the definition.
local function reporter()
  local problems, count = {}, 0
  local report = {}
  local function add(problem)
    count = count + 1
    if count <= limit.problems then problems[count] = problem
    else problems[limit.problems + 1] = { more = count - limit.problems } end
  end
  function report.problem(path, message, value)
    local source, line = host.where(value)
    add { path = path, message = message, source = source, line = line }
  end
  function report.unknown(path, name, known)
    if type(name) ~= "string" then
      report.problem(path, "only names are keys here, found " .. clipped(name))
      return
    end
    local short = clipped(name)
    add { path = path == "" and short or path .. "." .. short, message = "unknown key", unknown = short, known = known }
  end
  function report.keys(path, value, known)
    for key in pairs(value) do
      if not (type(key) == "string" and contains(known, key)) then report.unknown(path, key, known) end
    end
  end
  -- Returns whether the value is of the kind, and reports any other value. nil is reported only if
  -- `required` is true.
  function report.expect(path, value, kind, required)
    if value == nil then
      if required then report.problem(path, "missing: " .. article(kind) .. " is required") end
      return false
    end
    local found = kind == "integer" and math.type(value) or type(value)
    if found ~= kind then
      report.problem(path, "must be " .. article(kind) .. ", is " .. article(type(value)), value)
      return false
    end
    return true
  end
  -- Reports a value that isn't a text of at most `most` bytes. nil is fine.
  function report.text(path, value, most)
    if report.expect(path, value, "string") and #value > most then
      report.problem(path, ("must have at most %d bytes, has %d"):format(most, #value))
    end
  end
  -- Reports a problem if there are more than `most` items.
  function report.number(path, found, most, what)
    if found > most then report.problem(path, ("%d %s; at most %d are allowed"):format(found, what, most)) end
  end
  -- Returns the length of a list. For any other value, returns nil, and reports the value if it isn't
  -- nil.
  function report.list(path, value)
    if not report.expect(path, value, "table") then return nil end
    local size = length(value)
    if not size then report.problem(path, oddity(value)) end
    return size
  end
  return report, problems
end

local function inspect_seats(report, seats)
  if seats == nil then return 2, 2 end
  local low, high = seats, seats
  if type(seats) == "table" and length(seats) == 2 then low, high = seats[1], seats[2] end
  if not (is_integer(low) and is_integer(high)) or low < 1 or low > high or high > limit.seats then
    report.problem("seats", ("must be a number from 1 to %d, or { least, most }"):format(limit.seats))
    return 2, 2
  end
  return low, high
end

local function inspect_option(report, path, option)
  if not report.expect(path, option, "table", true) then return end
  report.keys(path, option, keys.option)
  report.text(path .. ".help", option.help, limit.text)
  local kind = type(option.default)
  if kind == "number" and not is_integer(option.default) or not contains({ "boolean", "number", "string" }, kind) then
    report.problem(path .. ".default", "must be a boolean, an integer or a text")
    return
  end
  if option.values ~= nil then
    local count = report.list(path .. ".values", option.values)
    if not count then return end
    for i, value in ipairs(option.values) do
      local at = ("%s.values[%d]"):format(path, i)
      if type(value) ~= kind or kind == "number" and not is_integer(value) then
        report.problem(at, "must be of the default's type")
      elseif kind == "string" then
        report.text(at, value, limit.choice)
      end
    end
    report.number(path .. ".values", count, limit.values, "values")
    if not contains(option.values, option.default) then report.problem(path .. ".default", "must be one of the values") end
  elseif kind == "number" then
    local low, high = option.min, option.max
    if not (is_integer(low) and is_integer(high)) then
      report.problem(path, "an integer option needs `min` and `max`, or `values`")
    elseif low > high or option.default < low or option.default > high then
      report.problem(path .. ".default", "must lie between min and max")
    end
  elseif kind == "string" then
    report.problem(path, "a text option needs `values`")
  end
end

local function inspect_args(report, path, move)
  local args = move.args
  if not report.expect(path, args, "table") then return end
  report.keys(path, args, keys.args)
  report.text(path .. ".help", args.help, limit.text)
  if args.type ~= "text" and args.type ~= "integer" then report.problem(path .. ".type", 'must be "text" or "integer"') end
  for _, bound in ipairs { "min", "max" } do report.expect(path .. "." .. bound, args[bound], "integer") end
  if args.type == "integer" and not (is_integer(args.min) and is_integer(args.max) and args.min <= args.max) then
    report.problem(path, "an integer argument needs `min` and `max`")
  end
  report.expect(path .. ".drawn", args.drawn, "boolean")
  if args.drawn and args.type ~= "integer" then report.problem(path .. ".drawn", "is for integers: a device draws no texts") end
  if args.examples ~= nil then
    local count = report.list(path .. ".examples", args.examples)
    if count == 0 then report.problem(path .. ".examples", "must hold at least one example") end
    for i = 1, count or 0 do
      local example, at = args.examples[i], ("%s.examples[%d]"):format(path, i)
      if type(example) == "string" then
        report.text(at, example, limit.text)
      elseif not is_integer(example) then
        report.problem(at, "must be a text or an integer")
      end
    end
  elseif args.type == "text" and move.forced == nil then
    report.problem(path, "a text argument needs `examples`: bots and tests play with them")
  end
end

local function inspect_choices(report, path, choices)
  if type(choices) == "function" then return end
  local count = report.list(path, choices)
  if not count then return end
  local seen = {}
  report.number(path, count, limit.choices, "choices")
  for i, choice in ipairs(choices) do
    local text = text_of(choice)
    if not text then
      report.problem(("%s[%d]"):format(path, i), "must be a text, an integer, or a table with `text`")
    elseif #text > limit.choice then
      report.text(("%s[%d]"):format(path, i), text, limit.choice)
    elseif seen[text] then
      report.problem(("%s[%d]"):format(path, i), ("'%s' is there twice"):format(clipped(text)))
    else
      seen[text] = true
    end
  end
end

local function inspect_move(report, path, name, move, moves)
  if not report.expect(path, move, "table", true) then return end
  report.keys(path, move, keys.move)
  report.expect(path .. ".play", move.play, "function", true)
  report.text(path .. ".help", move.help, limit.text)
  for _, key in ipairs { "when", "legal", "format" } do report.expect(path .. "." .. key, move[key], "function") end
  if type(move.prompt) == "string" then
    report.text(path .. ".prompt", move.prompt, limit.choice)
  elseif move.prompt ~= nil and type(move.prompt) ~= "function" then
    report.problem(path .. ".prompt", "must be a text or a function", move.prompt)
  end
  if move.choices ~= nil then inspect_choices(report, path .. ".choices", move.choices) end
  if move.args ~= nil then
    inspect_args(report, path .. ".args", move)
    if move.choices ~= nil then report.problem(path, "has `choices` and `args`: an argument is either listed or typed") end
  end
  if move.forced ~= nil and move.forced ~= true and type(move.forced) ~= "function" then
    report.problem(path .. ".forced", "must be a function or true", move.forced)
  end
  local secret = move.secret
  if secret ~= nil and secret ~= "match" and secret ~= "round" then
    if type(secret) ~= "string" or secret == name or type(moves[secret]) ~= "table" then
      report.problem(path .. ".secret", 'must be "match", "round" or the name of the move that opens it')
    end
  end
end

local function inspect_moves(report, moves)
  if not report.expect("moves", moves, "table", true) then return end
  local count = 0
  for name, move in pairs(moves) do
    count = count + 1
    local path = "moves." .. clipped(name)
    if not is_name(name) then
      report.problem(path, "a move's name must be made of small letters, digits and _, at most 32, a letter first")
    else
      inspect_move(report, path, name, move, moves)
    end
  end
  if count == 0 then report.problem("moves", "must hold at least one move") end
  report.number("moves", count, limit.moves, "moves")
end

local function inspect_named_functions(report, path, value, known)
  if value == nil or not report.expect(path, value, "table") then return end
  report.keys(path, value, known)
  for _, key in ipairs(known) do report.expect(path .. "." .. key, value[key], "function") end
end

local function inspect_limits(report, limits)
  if limits == nil or not report.expect("limits", limits, "table") then return end
  report.keys("limits", limits, keys.limits)
  for _, key in ipairs(keys.limits) do
    local value = limits[key]
    if value ~= nil and not (type(value) == "number" and value > 0) then
      report.problem("limits." .. key, "must be a number above 0")
    end
  end
end

local function one_of(report, path, value, allowed, words)
  if value ~= nil and not contains(allowed, value) then report.problem(path, "must be " .. words) end
end

local function secretive(moves)
  for _, move in pairs(type(moves) == "table" and moves or {}) do
    if type(move) == "table" and move.secret ~= nil then return true end
  end
  return false
end

-- Returns two lists of names: the moves that stay sealed until the match is over or another move is
-- played, and the moves that open them.
local function sealed(moves, dealt)
  local sealing, opening, opens = {}, {}, {}
  for name, move in pairs(dealt and {} or moves) do
    if move.secret ~= nil and move.secret ~= "round" then
      sealing[#sealing + 1] = name
      if move.secret ~= "match" then opens[move.secret] = true end
    end
  end
  for name in pairs(opens) do
    local secret = moves[name].secret
    if secret == nil or secret == "round" then opening[#opening + 1] = name end
  end
  return sealing, opening
end

-- Reads a definition. Returns the problems, the facts that the host needs without running the game,
-- and the copy that was read. From now on, the host uses only this copy.
function contract.inspect(definition)
  local report, problems = reporter()
  if type(definition) ~= "table" then
    report.problem("", "the script must return parlor.game { … }, it returned " .. article(type(definition)))
    return problems, {}
  end
  local game = host.raw_copy(definition)
  if game.kind ~= "game" then report.problem("", "the script must return parlor.game { … }: it returned another table") end
  for key in pairs(game) do
    if key ~= "kind" and not (type(key) == "string" and contains(keys.game, key)) then report.unknown("", key, keys.game) end
  end
  if report.expect("title", game.title, "string", true) and (game.title == "" or #game.title > 60) then
    report.problem("title", "must have 1 to 60 bytes")
  end
  report.text("summary", game.summary, limit.text)
  if report.expect("version", game.version, "integer") and game.version < 1 then
    report.problem("version", "must be 1 or more")
  end
  local low, high = inspect_seats(report, game.seats)
  one_of(report, "information", game.information, { "perfect", "hidden" }, '"perfect" or "hidden"')
  one_of(report, "chance", game.chance, { true, "quick" }, 'true or "quick"')
  one_of(report, "deal", game.deal, { "host" }, '"host"')
  for _, key in ipairs { "setup", "outcome" } do report.expect(key, game[key], "function", true) end
  for _, key in ipairs { "turn", "resolve", "stuck", "view", "message", "leave" } do report.expect(key, game[key], "function") end
  inspect_moves(report, game.moves)
  inspect_limits(report, game.limits)
  if type(game.scene) ~= "function" then inspect_named_functions(report, "scene", game.scene, keys.scene) end
  inspect_named_functions(report, "on", game.on, keys.on)
  inspect_named_functions(report, "bot", game.bot, keys.bot)
  local options, count = {}, 0
  if game.options ~= nil and report.expect("options", game.options, "table") then
    for name, option in pairs(game.options) do
      count = count + 1
      if not is_name(name) then
        report.problem("options." .. clipped(name), "an option's name must be made of small letters, digits and _, at most 32, a letter first")
      else
        inspect_option(report, "options." .. name, option)
        options[name] = option
      end
    end
    report.number("options", count, limit.options, "options")
  end
  if #problems > 0 then return problems, {} end
  local hidden = game.information == "hidden" or (game.information == nil and (game.view ~= nil or secretive(game.moves)))
  local sealing, opening = sealed(game.moves, game.deal ~= nil)
  return problems, {
    sealing = sealing, opening = opening, title = game.title, summary = game.summary or "", version = game.version or 1, least = low, most = high,
    options = options, chance = game.chance and tostring(game.chance) or "none", deal = game.deal or "none",
    hidden = hidden, secretive = secretive(game.moves), limits = game.limits or {},
    picks = game.view ~= nil, live = type(game.scene) == "table" and game.scene.transcript ~= nil,
    drawn = type(game.scene) == "function" or type(game.scene) == "table" and game.scene.expanded ~= nil,
  }, game
end

return contract
