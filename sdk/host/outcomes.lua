-- What a script may answer instead of going on: a rejection, or how the match ended.

local outcomes = {}

-- Reads what parlor.reject gave: a code and a sentence; nothing for any other value.
function outcomes.rejection(value)
  if type(value) ~= "table" or type(value.reject) ~= "table" then return nil end
  local code, message = value.reject.code, value.reject.message
  if type(code) ~= "string" or not code:find "^[a-z][a-z0-9_]*$" then code = "refused" end
  return code, type(message) == "string" and message or "That can't be done."
end

-- A valid outcome of a match with so many seats, or an error that says what is wrong with it and where it is `from`.
function outcomes.valid(value, from, seats)
  if type(value) == "table" then
    if value.draw == true then return { draw = true } end
    local winners = value.win
    if type(winners) == "table" and #winners > 0 then
      local winner = winners[1]
      if #winners == 1 and math.type(winner) == "integer" and winner >= 1 and winner <= seats then -- as most matches end
        return { win = { winner } }
      end
      local seen = {}
      for _, seat in ipairs(winners) do
        if math.type(seat) ~= "integer" or seat < 1 or seat > seats or seen[seat] then
          error(("%s: parlor.win takes seats from 1 to %d, each once"):format(from, seats), 0)
        end
        seen[seat] = true
      end
      return { win = host.copy(winners) }
    end
    if type(value.scores) == "table" then
      for seat = 1, seats do
        if type(value.scores[seat]) ~= "number" then
          error(("%s: parlor.scores takes a list with a number for each of the %d seats"):format(from, seats), 0)
        end
      end
      if #value.scores == seats then return { scores = host.copy(value.scores) } end
    end
  end
  error(from .. ": must return nil, parlor.win(seat…), parlor.draw() or parlor.scores{…}", 0)
end

return outcomes
