-- The position of a match as a viewer's device may know it. It is written in the Lua state in which
-- the rules run, and restored in the Lua states in which viewers look at the match. Because these
-- states are separate, a script can't use a local to get anything from a look into the rules, or
-- from one seat's view into another's. Swift needs a single call into Lua for each function.

local turns = require "host.turns"

local position = {}

-- Returns the position of the match as a seat, or a spectator (0), may know it. For -1, returns
-- everything that the rules know. If other seats have moved in a round, the position says only that
-- they have moved.
function position.position(seat)
  turns.start()
  local now = turns.now()
  turns.at_state()
  local turn, entered, gone, unknown, named = {}, {}, {}, nil, turns.opened()
  for other = 1, now.seats do
    entered[other] = now.is_round and now.waiting[other] ~= nil
    gone[other] = now.gone[other] or false
    if entered[other] or turns.may_move(other) then turn[#turn + 1] = other end
    if turns.is_unknown(other) then unknown = unknown or {} unknown[other] = true end
  end
  return now.secret.held(now.state, seat, now.seats, now.outcome ~= nil, function(state)
    return host.encode({ state = state, ply = now.ply, last = now.last, gone = gone, sealed = now.sealed, unknown = unknown,
      open = now.secret.is_open(), turn = now.is_round and turn or turn[1], entered = entered, named = named,
      closed = now.secret.guarding and now.secret.closed or nil, ended = now.outcome,
      void = now.voided or nil }, "", true, "position")
  end)
end

-- Restores a position. `spec` is given with the first position of a match: see `turns.stand`.
function position.stand(held, spec) turns.stand(held, spec) end

return position
