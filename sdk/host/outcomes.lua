-- The results of a script that end a ply or a match: a rejection, or an outcome. Both are read
-- once, without metatables, into a copy.

local reading = require "host.reading"
local length, oddity, huge = reading.length, reading.oddity, math.huge

local longest_code <const>, longest_sentence <const> = 64, 1024

local outcomes = {}

-- Returns a sentence for a person, cut between two characters if it is too long.
local function sentence(text)
  if type(text) ~= "string" then return "That can't be done." end
  if #text <= longest_sentence then return text end
  local cut = longest_sentence
  while cut > 0 and text:byte(cut + 1) & 0xc0 == 0x80 do cut = cut - 1 end
  return text:sub(1, cut) .. "…"
end

-- Reads the result of parlor.reject. Returns a code and a sentence, or nothing for any other value.
function outcomes.rejection(value)
  local given = type(value) == "table" and rawget(value, "reject")
  if type(given) ~= "table" then return nil end
  local code = rawget(given, "code")
  if type(code) ~= "string" or #code > longest_code or not code:find "^[a-z][a-z0-9_]*$" then code = "refused" end
  return code, sentence(rawget(given, "message"))
end

local function is_finite(number) return type(number) == "number" and number == number and number < huge and number > -huge end

-- Returns a valid outcome of a match with this many seats, or raises an error that says what is
-- wrong. The error begins with `from`, which names the source of the value.
function outcomes.valid(value, from, seats)
  if type(value) == "table" then
    value = host.raw_copy(value)
    if value.draw == true then return { draw = true } end
    local winners = value.win
    local count = type(winners) == "table" and length(winners)
    if count and count > 0 then
      local winner = winners[1]
      -- most matches end like this
      if count == 1 and math.type(winner) == "integer" and winner >= 1 and winner <= seats then
        return { win = { winner } }
      end
      local seen = {}
      for _, seat in ipairs(winners) do
        if math.type(seat) ~= "integer" or seat < 1 or seat > seats or seen[seat] then
          error(("%s: parlor.win takes seats from 1 to %d, each once"):format(from, seats), 0)
        end
        seen[seat] = true
      end
      return { win = winners }
    end
    if type(winners) == "table" and not count then error(("%s: win: %s"):format(from, oddity(winners)), 0) end
    local scores = value.scores
    if type(scores) == "table" then
      local valid = length(scores) == seats
      for seat = 1, valid and seats or 0 do valid = valid and is_finite(scores[seat]) end
      if valid then return { scores = scores } end
      if not length(scores) then error(("%s: scores: %s"):format(from, oddity(scores)), 0) end
      error(("%s: parlor.scores takes a list with a finite number for each of the %d seats, and nothing else")
        :format(from, seats), 0)
    end
  end
  error(from .. ": must return nil, parlor.win(seat…), parlor.draw() or parlor.scores{…}", 0)
end

return outcomes
