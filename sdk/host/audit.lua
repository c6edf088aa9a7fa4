-- The audit of revealed moves: finds which move an entry of a log means, and why the move can't
-- have been played. Swift needs a single call into Lua for each function.

local listing = require "host.listing"
local reading = require "host.reading"
local turns = require "host.turns"

local audit = {}

-- Returns the name of the seat's move at a place of the canonical list, or nil.
function audit.name_at(seat, index)
  turns.start()
  local number = turns.at_index(seat, index)
  return number and turns.now().moves[number].name
end

local function shown(argument) return reading.text_of(argument) or tostring(argument) end

-- Returns why a move of a log can't have been played. The rules have refused this move.
-- - If `play` rejected a move, returns "sealed" for a sealed move and "move" for any other move. The
--   fourth result is the seat of the rejected move. In a round, that needn't be the last move that
--   was entered.
-- - For a false answer, returns "answer", the given answer and the true answer.
-- - In any other case, returns "move".
function audit.fault(seat, index, name, argument)
  local all = turns.now().moves
  local refused, number = turns.refused()
  if refused then return all[number].seals and "sealed" or "move", nil, nil, refused end
  turns.start()
  if index then
    number, argument = turns.at_index(seat, index)
  else
    for place, move in ipairs(all) do
      if move.name == name then number = place end
    end
  end
  local move = all[number]
  if not move then return "move" end
  if turns.may_move(seat) and move.has_answer and not turns.is_unknown(seat) then
    local answer = turns.forced_argument(move, seat)
    if not listing.same(answer, argument) then return "answer", shown(argument), shown(answer) end
  end
  return "move"
end

return audit
