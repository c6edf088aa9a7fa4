-- Controls the access to `state.secret`. Normally it is sealed, and any access raises an error. In
-- `forced` and `legal`, and in `choices` and `play` of a sealed move, the script can read the mover's
-- own part. In a game with `deal = "host"`, nothing is sealed, because the host knows all secrets.
--
-- A device may not know what other seats have sealed. A seat is called unknown if one of its seals
-- isn't known on this device. The part of an unknown seat is in no view. If a hook reads the part,
-- the hook gets an error, and the seat's move is accepted (ask_veiled in
-- Sources/Core/CLuaBoundary/turns/legal_moves.c).

local secrets = {}
local lend = host.lend

-- Returns a copy of a part, as another device would read the part from its bytes.
local function written(part, seat) return host.decode(host.encode(part, "state.secret[" .. seat .. "]", true, "part")) end

-- Raises the error for a key of the sealed `state.secret`. The error names the line of the script
-- that used the key.
local function refuse(key)
  local part = math.type(key) == "integer" and "secret[" .. key .. "]" or "secret." .. tostring(key)
  error("state." .. part .. " is sealed here: only a secret move's choices and play, `forced` and `legal` "
    .. "may read the mover's own part", 3)
end

local function touched(_, key) refuse(key) end
local sealed_meta = { __index = touched, __newindex = touched, __len = touched }

-- Returns the value of state.secret while hooks run for a seat whose part isn't known. The value is
-- like a door (see below). But if a hook uses the part, `unveil` is called, and the hook gets an
-- error.
local function veil(seat, unveil)
  local function veiled(_, key)
    if key ~= seat then touched(nil, key) end
    unveil()
    error("state.secret[" .. seat .. "] isn't known on this device", 2)
  end
  return setmetatable({}, { __index = veiled, __newindex = veiled, __len = touched })
end

-- Returns the value of state.secret while a move that opens seals is tried before the seals are
-- opened. If the move uses the value, `unveil` is called.
local function shut(unveil)
  local function asked(_, key)
    unveil()
    refuse(key)
  end
  return setmetatable({}, { __index = asked, __newindex = asked, __len = asked })
end

-- Creates the secrets of a game. `secretive` says whether the game has moves with `secret`, and
-- `dealt` whether the host deals. The turn engine stores `shown` as `state.secret`, and lends a seat its own part while a
-- hook may read it. `unveil` records that a hook read a part that isn't known here. `door` creates
-- the value of `state.secret` while a seat may read its part.
function secrets.new(secretive, dealt, unveil, door)
  local sealed = setmetatable({}, sealed_meta)
  local self = { guarding = secretive and not dealt, shown = sealed, shut = shut(unveil) }
  local guarding = self.guarding
  -- `parts` has each seat's own part. `doors` has the value of state.secret while the seat may read
  -- its part: a door, which gives the hook a copy of the part. If no script can reach the part
  -- itself, the copy is made only when a hook writes to it. `sources` has false for a part that a
  -- script can reach.
  local parts, sources, doors, veils = {}, {}, {}, {}
  self.parts, self.sources, self.doors, self.veils = parts, sources, doors, veils
  local unknown = {}   -- seat → true, if one of its seals isn't known
  -- seat → true, if the seat has left and nobody has opened its seals: its part stays closed, because
  -- other devices never learn it
  local withheld = {}
  local opened = false -- whether everybody may read everything else
  local counts         -- seat → number of seals
  self.closed = 0      -- the seats with unopened seals, a bit for each

  -- Takes the secrets that `setup` made, and seals them.
  function self.begin(state, seats, seal_counts)
    opened, counts, self.shown, self.closed = false, seal_counts, sealed, 0
    for seat in pairs(unknown) do unknown[seat] = nil end
    for seat in pairs(withheld) do withheld[seat] = nil end
    if not guarding then return end
    local given = state.secret
    if given ~= nil and type(given) ~= "table" then error("setup: state.secret must be a table", 0) end
    for seat = 1, seats do
      doors[seat] = doors[seat] or door(seat, refuse) -- kept from match to match
      parts[seat], sources[seat] = written(given and given[seat] or {}, seat), nil
    end
    state.secret = sealed
  end

  -- Adds a seal of this seat. If all parts were open, they are sealed again.
  function self.seal(state, seat)
    counts[seat] = counts[seat] + 1
    if not guarding then return end
    self.closed = self.closed | 1 << seat - 1
    if opened then -- copy the parts, because a script may have stored an open part
      for other, part in ipairs(parts) do parts[other], sources[other] = written(part, other), nil end
    end
    opened, self.shown, state.secret = false, sealed, sealed
  end

  -- Adds a seal of this seat that isn't known here.
  function self.hide(state, seat)
    unknown[seat] = true
    veils[seat] = veils[seat] or veil(seat, unveil)
    self.seal(state, seat)
  end

  -- Returns all parts in one table, as a host with all secrets saves them. A part that isn't known
  -- completely is missing. With `open`, parts that stay closed are missing, too.
  local function all(seats, open)
    local whole = {}
    for seat = 1, seats do whole[seat] = not unknown[seat] and not (open and withheld[seat]) and parts[seat] or nil end
    return whole
  end

  -- Lets everybody read everything until the next seal, except what seats sealed that have left: `gone`
  -- has a bit for each of these.
  function self.open(state, seats, gone)
    if not guarding then return end
    self.closed = self.closed & gone
    for seat = 1, seats do
      withheld[seat] = self.closed >> seat - 1 & 1 == 1 or nil
      if not withheld[seat] then sources[seat] = false end
    end
    opened, self.shown = true, all(seats, true)
    state.secret = self.shown
  end

  function self.is_open() return opened end

  -- Puts the parts back into a state that was decoded from its bytes. If the parts are open, takes
  -- them from that state, because the script may have changed them.
  function self.adopt(state, seats)
    if opened then
      local made = type(state.secret) == "table" and state.secret or {}
      for seat = 1, seats do
        if not withheld[seat] then
          if not unknown[seat] then parts[seat] = made[seat] or {} end
          host.encode(parts[seat], "state.secret[" .. seat .. "]", true, "part") -- fails if it is too large
          sources[seat] = false
        end
      end
      self.shown = all(seats, true)
    end
    state.secret = self.shown
  end

  -- Runs `action` while state.secret has the real parts, for saving and for digests.
  function self.whole(state, seats, action)
    if not guarding then return action(state) end
    state.secret = all(seats)
    local result = action(state)
    state.secret = self.shown
    return result
  end

  -- Runs `action` while state.secret has what the device of this seat, or of a spectator (0), may
  -- know. For -1, state.secret has all parts that are known.
  function self.held(state, seat, seats, over, action)
    local kept, held = state.secret, {}
    if guarding then
      for other = 1, seats do
        local may = other == seat or seat < 0 or over or opened and not withheld[other]
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

  -- Returns the value of `secret` in a view of this seat, or nil. The value is lent until the call
  -- ends.
  function self.visible(state, seat, seats, over)
    local result = {}
    if guarding then
      for other = 1, seats do
        if (other == seat or over or opened and not withheld[other]) and not unknown[other] then result[other] = parts[other] end
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
