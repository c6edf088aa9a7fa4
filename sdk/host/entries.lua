-- Lists the moves of a seat as entries, each with the text that people type. Finds an entry by its
-- text, or by the name and argument of its move.

local listing = require "host.listing"
local reading = require "host.reading"
local text_of, longest_choice = reading.text_of, reading.longest_choice

local listed = {}

-- Returns the shape of a text: each run of letters becomes "a", and each run of digits "0". So "b2"
-- and "c9" have the same shape.
local function shape(text) return (text:gsub("%a+", "a"):gsub("%d+", "0")) end

-- Returns `text` if it is a valid text of a move. Raises an error if it is too long, because the host
-- stores it, and a script's list must not fill the host's memory.
local function bounded(text, where)
  if type(text) ~= "string" then
    error(where .. ": a choice must be a text, an integer, or a table with `text`", 0)
  elseif #text > longest_choice then
    error(("%s: a text of %d bytes; a move's text has at most %d"):format(where, #text, longest_choice), 0)
  end
  return text
end

-- Returns the entries of a seat, { move =, argument =, index =, text =, args =, also = }, with unique
-- texts. If two texts would be the same, the name of the move comes before the text in both. `also`
-- is the second notation, if the move has one. If an argument is a table, the entry has a raw copy.
function listed.of(open, count, state, seat, allowed)
  local entries, times = {}, {}
  local base = 0
  for i = 1, count do
    local move = open[i]
    for j = 1, move.count do
      local argument = move.list and move.list[j]
      if type(argument) == "table" then argument = host.raw_copy(argument) end
      if argument == nil and move.list then error(move.at_choices .. ": the list has a hole at " .. j, 0) end
      if allowed(seat, move, argument) then
        local text = bounded(move.list and text_of(argument) or not move.list and move.name, move.at_choices)
        entries[#entries + 1] = { move = move, argument = argument, index = base + j, text = text }
        times[text] = (times[text] or 0) + 1
      end
    end
    if move.typed then
      local args = move.args
      if move.has_answer then
        -- the only accepted argument becomes the example, because bots and checks play the examples
        allowed(seat, move)
        if move.answer ~= nil then
          args = {}
          for key, value in pairs(move.args) do args[key] = value end
          args.examples = { move.answer }
        end
      end
      entries[#entries + 1] = { move = move, args = args, text = move.name, index = 0 }
    end
    base = base + move.count
  end
  for _, entry in ipairs(entries) do
    local bare = entry.text
    if entry.argument ~= nil then
      entry.named = entry.move.name .. " " .. bare
      if times[bare] > 1 then entry.text = entry.named end
      if entry.move.format then
        local also = entry.move.format(entry.argument, state, seat)
        if also ~= nil then entry.also = bounded(also, entry.move.at_format) end
      end
    end
  end
  return entries
end

-- Returns whether `text` is a choice of an open move, or of any move with a fixed list of choices.
-- The choice needn't be legal.
local function is_choice(text, moves, open, count)
  local lists = {}
  for i = 1, count do lists[#lists + 1] = open[i].list end
  for _, move in ipairs(moves) do lists[#lists + 1] = not move.listed and move.choices or nil end
  for _, list in ipairs(lists) do
    for _, choice in ipairs(list) do
      if text_of(choice) == text then return true end
    end
  end
  return false
end

-- Returns the entry that has this text when capitals are ignored, or nil if there are several such
-- entries or none.
local function in_other_letters(entries, text)
  local found
  local lower = text:lower()
  for _, entry in ipairs(entries) do
    if not entry.args and (entry.text:lower() == lower or entry.named and entry.named:lower() == lower) then
      if found then return nil end
      found = entry
    end
  end
  return found
end

-- Returns the beginning of a text that comes from outside, short enough for a sentence. Cuts no
-- character in two.
local function brief(text)
  if #text <= 80 then return text end
  return text:sub(1, 80):gsub("[\xC0-\xFF]?[\x80-\xBF]*$", "") .. "…"
end

-- These two return the sentence for a move that isn't legal. The first names the move by its text,
-- the second by its name.
function listed.not_now(text) return ("'%s' can't be played now."):format(brief(text)) end
function listed.not_so(name) return ("'%s' can't be played like that now."):format(brief(name)) end

-- Finds the entry that `text` means. `luck` is a random number of this device, for an argument that
-- the device may draw. Returns the entry and its argument; or nil, a code and a sentence.
function listed.find(entries, text, luck, moves, open, count)
  for _, entry in ipairs(entries) do
    if not entry.args and (entry.text == text or entry.named == text) then return entry, entry.argument end
  end
  local also
  for _, entry in ipairs(entries) do
    if entry.also == text then
      if also then return nil, "bad_argument", ("'%s' could mean '%s' or '%s'."):format(text, also.text, entry.text) end
      also = entry
    end
  end
  if also then return also, also.argument end
  also = in_other_letters(entries, text)
  if also then return also, also.argument end
  local first, rest = text:match "^(%S+)%s*(.-)%s*$"
  for _, entry in ipairs(entries) do
    if entry.args and entry.move.name == first then
      if rest == "" and entry.args.drawn then return entry, listing.drawn(entry.args, luck) end
      local argument, expected = listing.typed(entry.args, rest)
      if argument == nil then return nil, "bad_argument", ("'%s' takes %s."):format(first, expected) end
      return entry, argument
    end
  end
  local known = is_choice(text, moves, open, count)
  for _, move in ipairs(moves) do known = known or move.name == first end
  if known then return nil, "illegal_move", listed.not_now(text) end
  for _, entry in ipairs(entries) do
    if entry.text:find "%d" and shape(entry.text) == shape(text) then
      return nil, "illegal_move", listed.not_now(text)
    end
  end
  return nil, "unknown_move", ("'%s' is no move of this game."):format(brief(text))
end

-- Finds the entry of this name and argument. Returns the same results as `find`.
function listed.find_named(entries, name, argument, moves)
  local known, open
  for _, move in ipairs(moves) do known = known or move.name == name end
  if not known then return nil, "unknown_move", ("'%s' is no move of this game."):format(brief(name)) end
  for _, entry in ipairs(entries) do
    if entry.move.name == name then
      open = true
      if entry.args then
        local value, expected = listing.typed(entry.args, argument)
        if value == nil then return nil, "bad_argument", ("'%s' takes %s."):format(name, expected) end
        return entry, value
      end
      if listing.same(entry.argument, argument) then return entry, entry.argument end
    end
  end
  if open and argument ~= nil and not text_of(argument) then
    return nil, "bad_argument", ("'%s' takes one of its choices."):format(name)
  end
  return nil, "illegal_move", listed.not_so(name)
end

return listed
