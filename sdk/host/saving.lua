-- Saves matches as bytes, and restores them. Swift needs a single call into Lua for each function.

local moves = require "host.moves"
local turns = require "host.turns"

local saving = {}

-- Returns the canonical bytes of the state, with the secrets or, if `public` is true, without them.
function saving.state_bytes(public)
  turns.start()
  local now = turns.now()
  local state = now.state
  turns.at "state"
  if public then return turns.without_secret(function(shown) return host.encode(shown, "state", true) end) end
  return now.secret.whole(state, now.seats, function(whole) return host.encode(whole, "state", true, "position") end)
end

-- Returns the position to which a message commits: the public state, whose turn it is, and how the
-- match ended. In a round, the turn includes all seats of the round, because the log says which of
-- them have moved.
function saving.standing_bytes()
  local now, turn = turns.now(), {}
  for seat = 1, now.seats do
    if turns.may_move(seat) or now.is_round and now.waiting[seat] then turn[#turn + 1] = seat end
  end
  turns.at_state()
  local only = not now.outcome and turns.opened() or nil
  return turns.without_secret(function(state)
    return host.encode({ state = state, turn = turn, round = now.is_round, only = only, outcome = now.outcome }, "", true,
      "position")
  end)
end

-- Returns the seats with unopened seals and those of them that have left, a bit for each, and whether
-- other seats than `seat` wait with their entries of a round.
function saving.closed(seat)
  local now, waits = turns.now(), false
  local closed, gone = now.secret.guarding and now.secret.closed or 0, 0
  for other = 1, now.seats do
    if now.gone[other] then gone = gone | 1 << other - 1 end
    waits = waits or other ~= seat and now.is_round and now.waiting[other] ~= nil
  end
  return closed, closed & gone, waits
end

-- Returns everything that `restore` needs, as canonical bytes. `hidden` has a bit for each seat whose
-- unopened seals are left out. The bytes are then those of a device that doesn't know these seals. The
-- bits from 2^16 on name a seat: the entries of other seats that wait in a round are left out, too.
function saving.save(hidden)
  turns.start()
  local now = turns.now()
  turns.at "state"
  local waiting, gone, unknown = {}, {}, nil
  local alone = (hidden or 0) >> 16
  hidden = (hidden or 0) & 0xFFFF & (now.secret.guarding and now.secret.closed or 0)
  local function is_hidden(seat) return hidden >> seat - 1 & 1 == 1 end
  for seat = 1, now.seats do
    local move = now.is_round and (alone == 0 or seat == alone) and now.waiting[seat]
    -- copy the argument, because two seats may have chosen the same table; a move that isn't known
    -- here has no name
    if move and move.seals and is_hidden(seat) then
      waiting[#waiting + 1] = { seat }
    elseif move then
      waiting[#waiting + 1] = { seat, move.name, host.copy(now.waiting_argument[seat]) }
    end
    if turns.is_unknown(seat) or is_hidden(seat) then unknown = unknown or {} unknown[seat] = true end
    gone[seat] = now.gone[seat] or false
  end
  return now.secret.whole(now.state, now.seats, function(whole)
    for seat = 1, now.seats do
      if is_hidden(seat) then whole.secret[seat] = nil end
    end
    return host.encode({ state = whole, ply = now.ply, last = now.last, waiting = waiting, gone = gone,
      sealed = now.sealed, open = now.secret.is_open(), unknown = unknown, closed = now.secret.guarding and now.secret.closed or nil,
      ended = (now.gone_count > 0 or now.voided) and now.outcome or nil, void = now.voided or nil }, "",
      true, "position")
  end)
end

-- Sets up a match from the result of `save`. Returns the ply, and the number of moves that wait in a
-- round.
function saving.restore(spec, saved)
  turns.restore(spec, saved)
  local waiting = saved.waiting or {}
  for _, entry in ipairs(waiting) do
    local played
    if entry[2] == nil then
      played = moves.seal(entry[1])
    else
      played = moves.play_named(entry[1], entry[2], entry[3])
    end
    if not played then error("the saved match holds a move that its rules refuse", 0) end
  end
  return turns.now().ply, #waiting
end

return saving
