-- Who may read `state.secret`, and when. Between calls it is sealed: whatever touches it raises. A sealed move's choices,
-- forced answers and tests of legality see the mover's own part. A game with `deal = "host"` has nothing sealed: its
-- secrets are the host's.

local secrets = {}

local function touched(_, key)
  local part = math.type(key) == "integer" and "secret[" .. key .. "]" or "secret." .. tostring(key)
  error("state." .. part .. " is sealed here: only a secret move's choices and play, `forced` and `legal` "
    .. "may read the mover's own part", 2)
end
local sealed_meta = { __index = touched, __newindex = touched, __len = touched }

-- `secretive`: the game has moves with `secret`; `dealt`: the host deals.
function secrets.new(secretive, dealt)
  local self = { sealed = setmetatable({}, sealed_meta) }
  local guarding = secretive and not dealt
  local own          -- seat → what that seat sees as state.secret
  local opened       -- the table everybody sees once the secrets are opened, or nil
  local counts       -- seat → number of seals

  -- Takes over what setup made.
  function self.begin(state, seats, seal_counts)
    own, opened, counts = {}, nil, seal_counts
    if not guarding then return end
    local given = state.secret
    if given ~= nil and type(given) ~= "table" then error("setup: state.secret must be a table", 0) end
    for seat = 1, seats do
      own[seat] = setmetatable({ [seat] = given and given[seat] or {} }, sealed_meta)
    end
    state.secret = self.sealed
  end

  function self.expose(state, seat) if guarding then state.secret = own[seat] end end

  function self.conceal(state) if guarding then state.secret = opened or self.sealed end end

  -- Has a rule put something of its own where the sealed secrets were?
  function self.replaced(state) return guarding and state.secret ~= (opened or self.sealed) end

  -- A seal was made by this seat: what was open is closed again.
  function self.seal(state, seat)
    counts[seat] = counts[seat] + 1
    opened = nil
    self.conceal(state)
  end

  -- Everybody may read everything from now on, until the next seal.
  function self.open(state, seats)
    if not guarding then return end
    opened = self.all(seats)
    state.secret = opened
  end

  function self.is_open() return opened ~= nil end

  -- All parts in one table, as an omniscient host saves them.
  function self.all(seats)
    local parts = {}
    for seat = 1, seats do parts[seat] = rawget(own[seat], seat) end
    return parts
  end

  -- Runs `action` while state.secret holds the real parts: for saving and for digests.
  function self.whole(state, seats, action)
    if not guarding then return action(state) end
    state.secret = self.all(seats)
    local result = action(state)
    self.conceal(state)
    return result
  end

  -- What a view of this seat holds under `secret`, or nil.
  function self.visible(state, seat, seats, over)
    local result = {}
    if guarding then
      for other = 1, seats do
        if other == seat or over or opened then result[other] = host.copy(rawget(own[other], other)) end
      end
      return result
    end
    if not dealt or type(state.secret) ~= "table" then return nil end
    for other = 1, seats do
      if other == seat or over then result[other] = host.copy(state.secret[other]) end
    end
    return result
  end

  return self
end

return secrets
