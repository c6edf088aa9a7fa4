-- Where a match stands, as somebody's device may hold it: written where the rules run, and taken where it is looked at. Those are
-- different Lua states, so nothing that a script keeps in a local while it is looked at can get into the rules, or from what one
-- seat sees into what another one does. Every function here is one crossing.

local walk = require "host.walk"

local position = {}

-- The position of the match as a seat may know it, or a spectator (0); all that the rules know for -1. Of others that have moved in
-- a round it holds that they have.
function position.position(seat)
  local now = walk.now()
  walk.at_state()
  local turn, entered, gone, unknown, named = {}, {}, {}, nil, walk.opened()
  for other = 1, now.seats do
    entered[other] = now.is_round and now.waiting[other] ~= nil
    gone[other] = now.gone[other] or false
    if entered[other] or walk.may_move(other) then turn[#turn + 1] = other end
    if walk.is_unknown(other) then unknown = unknown or {} unknown[other] = true end
  end
  return now.secret.held(now.state, seat, now.seats, now.outcome ~= nil, function(state)
    return host.encode({ state = state, ply = now.ply, last = now.last, gone = gone, sealed = now.sealed, unknown = unknown,
      open = now.secret.is_open(), turn = now.is_round and turn or turn[1], entered = entered, named = named,
      ended = now.outcome }, "", true)
  end)
end

-- Stands at a position; `spec` with the first one: see `walk.restore`.
function position.stand(held, spec) walk.stand(held, spec) end

return position
