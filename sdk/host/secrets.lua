-- Who may read `state.secret`, and when. Between calls it is sealed: whatever touches it raises. A sealed move's choices,
-- forced answers and tests of legality see the mover's own part. A game with `deal = "host"` has nothing sealed: its
-- secrets are the host's.

local secrets = {}
local copy, lend = host.copy, host.lend

local function touched(_, key)
  local part = math.type(key) == "integer" and "secret[" .. key .. "]" or "secret." .. tostring(key)
  error("state." .. part .. " is sealed here: only a secret move's choices and play, `forced` and `legal` "
    .. "may read the mover's own part", 2)
end
local sealed_meta = { __index = touched, __newindex = touched, __len = touched }

-- `secretive`: the game has moves with `secret`; `dealt`: the host deals. The walk puts `shown` in the place of
-- `state.secret`, and lends a seat its own part where a hook may read it.
function secrets.new(secretive, dealt)
  local sealed = setmetatable({}, sealed_meta)
  local self = { guarding = secretive and not dealt, shown = sealed }
  local guarding = self.guarding
  -- Each seat's own; and what stands at state.secret while the seat may read it: a copy of its part lies there then.
  local parts, doors = {}, {}
  self.parts, self.doors = parts, doors
  local opened = false -- may everybody read everything?
  local counts         -- seat → number of seals

  -- Takes over what setup made.
  function self.begin(state, seats, seal_counts)
    opened, counts, self.shown = false, seal_counts, sealed
    if not guarding then return end
    local given = state.secret
    if given ~= nil and type(given) ~= "table" then error("setup: state.secret must be a table", 0) end
    for seat = 1, seats do
      doors[seat] = doors[seat] or setmetatable({}, sealed_meta) -- kept from match to match: attaching a metatable is slow
      parts[seat] = copy(given and given[seat] or {})
    end
    state.secret = sealed
  end

  -- A seal was made by this seat: what was open is closed again.
  function self.seal(state, seat)
    counts[seat] = counts[seat] + 1
    if not guarding then return end
    if opened then -- whoever kept what was open has no hold on what comes now
      for other, part in ipairs(parts) do parts[other] = copy(part) end
    end
    opened, self.shown, state.secret = false, sealed, sealed
  end

  -- All parts in one table, as an omniscient host saves them.
  local function all(seats)
    local whole = {}
    for seat = 1, seats do whole[seat] = parts[seat] end
    return whole
  end

  -- Everybody may read everything from now on, until the next seal.
  function self.open(state, seats)
    if not guarding then return end
    opened, self.shown = true, all(seats)
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

  -- What a view of this seat holds under `secret`, or nil: lent until the call ends.
  function self.visible(state, seat, seats, over)
    local result = {}
    if guarding then
      for other = 1, seats do
        if other == seat or over or opened then result[other] = parts[other] end
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
