-- Who may read `state.secret`, and when. Between calls it is sealed: whatever touches it raises. A sealed move's choices,
-- forced answers and tests of legality see the mover's own part. A game with `deal = "host"` has nothing sealed: its
-- secrets are the host's.
--
-- A device needn't know what other seats have sealed. A seat with a seal that isn't known is unknown: its part is in no view, and
-- a hook that asks for it gets an error, and is believed (ask_veiled in Sources/Core/CLuaBoundary/gather.c).

local secrets = {}
local copy, lend = host.copy, host.lend

-- Raises the error for a key of what is sealed, where the caller was called.
local function refuse(key)
  local part = math.type(key) == "integer" and "secret[" .. key .. "]" or "secret." .. tostring(key)
  error("state." .. part .. " is sealed here: only a secret move's choices and play, `forced` and `legal` "
    .. "may read the mover's own part", 3)
end

local function touched(_, key) refuse(key) end
local sealed_meta = { __index = touched, __newindex = touched, __len = touched }

-- What stands at state.secret while this seat's hooks run, and its part isn't known: as the door in front of a part, but that
-- asking for it is noted by `unveil`.
local function veil(seat, unveil)
  local function veiled(_, key)
    if key ~= seat then touched(nil, key) end
    unveil()
    error("state.secret[" .. seat .. "] isn't known on this device", 2)
  end
  return setmetatable({}, { __index = veiled, __newindex = veiled, __len = touched })
end

-- `secretive`: the game has moves with `secret`; `dealt`: the host deals. The walk puts `shown` in the place of
-- `state.secret`, and lends a seat its own part where a hook may read it. `unveil` tells it that a hook asked for what isn't
-- known here; `door` makes what stands there while a seat may read its part.
function secrets.new(secretive, dealt, unveil, door)
  local sealed = setmetatable({}, sealed_meta)
  local self = { guarding = secretive and not dealt, shown = sealed }
  local guarding = self.guarding
  -- Each seat's own; and what stands at state.secret while the seat may read it: a copy of its part lies there then. A copy needn't
  -- be made before a hook writes to it, as long as no script can reach the part itself: `sources` has false for those that one can.
  local parts, sources, doors, veils = {}, {}, {}, {}
  self.parts, self.sources, self.doors, self.veils = parts, sources, doors, veils
  local unknown = {}   -- seat → true, where one of its seals isn't known
  local opened = false -- may everybody read everything?
  local counts         -- seat → number of seals
  self.closed = 0      -- the seats with seals that nobody has opened, a bit for each

  -- Takes over what setup made.
  function self.begin(state, seats, seal_counts)
    opened, counts, self.shown, self.closed = false, seal_counts, sealed, 0
    for seat in pairs(unknown) do unknown[seat] = nil end
    if not guarding then return end
    local given = state.secret
    if given ~= nil and type(given) ~= "table" then error("setup: state.secret must be a table", 0) end
    for seat = 1, seats do
      doors[seat] = doors[seat] or door(seat, refuse) -- kept from match to match
      parts[seat], sources[seat] = copy(given and given[seat] or {}), nil
    end
    state.secret = sealed
  end

  -- A seal was made by this seat: what was open is closed again.
  function self.seal(state, seat)
    counts[seat] = counts[seat] + 1
    if not guarding then return end
    self.closed = self.closed | 1 << seat - 1
    if opened then -- whoever kept what was open has no hold on what comes now
      for other, part in ipairs(parts) do parts[other], sources[other] = copy(part), nil end
    end
    opened, self.shown, state.secret = false, sealed, sealed
  end

  -- A seal was made by this seat, and which isn't known.
  function self.hide(state, seat)
    unknown[seat] = true
    veils[seat] = veils[seat] or veil(seat, unveil)
    self.seal(state, seat)
  end

  -- All parts in one table, as an omniscient host saves them. Of what isn't known whole nothing is there.
  local function all(seats)
    local whole = {}
    for seat = 1, seats do whole[seat] = not unknown[seat] and parts[seat] or nil end
    return whole
  end

  -- Everybody may read everything from now on, until the next seal.
  function self.open(state, seats)
    if not guarding then return end
    opened, self.shown, self.closed = true, all(seats), 0
    for seat = 1, seats do sources[seat] = false end
    state.secret = self.shown
  end

  function self.is_open() return opened end

  -- Runs `action` while state.secret holds the real parts: for saving and for digests.
  function self.whole(state, seats, action)
    if not guarding then return action(state) end
    state.secret = all(seats)
    local result = action(state)
    state.secret = self.shown
    return result
  end

  -- Runs `action` while state.secret holds what this seat's device may hold, or that of a spectator (0); all that is known for -1.
  function self.held(state, seat, seats, over, action)
    local kept, held = state.secret, {}
    if guarding then
      for other = 1, seats do
        local may = other == seat or seat < 0 or over or opened
        held[other] = may and not unknown[other] and parts[other] or nil
      end
    elseif dealt and seat >= 0 and type(kept) == "table" then
      for other = 1, seats do held[other] = (other == seat or over) and kept[other] or nil end
    else
      held = kept
    end
    state.secret = held
    local result = action(state)
    state.secret = kept
    return result
  end

  -- What a view of this seat holds under `secret`, or nil: lent until the call ends.
  function self.visible(state, seat, seats, over)
    local result = {}
    if guarding then
      for other = 1, seats do
        if (other == seat or over or opened) and not unknown[other] then result[other] = parts[other] end
      end
      return lend(result)
    end
    if not dealt or type(state.secret) ~= "table" then return nil end
    for other = 1, seats do
      if other == seat or over then result[other] = state.secret[other] end
    end
    return lend(result)
  end

  return self
end

return secrets
