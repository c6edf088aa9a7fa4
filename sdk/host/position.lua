-- The position of a match as a viewer's device may know it: written where the rules run, and
-- restored where viewers look. Those are different Lua states. Therefore a local of a script can't
-- carry anything from a look into the rules, or from one seat's view into another's. Each call from
-- Swift crosses into Lua once.

local walk = require "host.walk"

local position = {}

-- Returns the position of the match as a seat may know it, or a spectator (0); for -1 everything
-- that the rules know. Of others that have moved in a round it has only that they have.
function position.position(seat)
  walk.start()
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
      closed = now.secret.guarding and now.secret.closed or nil, ended = now.outcome }, "", true)
  end)
end

-- Moves to a position; `spec` comes with the first one: see `walk.restore`.
function position.stand(held, spec) walk.stand(held, spec) end

return position
