-- Guards around the hooks that must not change the state, for authors and checks. Each call costs a
-- copy of the state, so real matches have no guards, and plies that are played again skip them.

local watch = {}

local is_resting = false

-- Suspends the guards, or resumes them.
function watch.rest(rests) is_resting = rests end

local function shown(value)
  if type(value) == "string" then return ("%q"):format(value) end
  return type(value) == "table" and "a table" or tostring(value)
end

-- Returns the step of a path that leads to a key.
local function step_to(key) return type(key) == "string" and "." .. key or "[" .. tostring(key) .. "]" end

-- Returns the first place where two copies of a state differ, as a sentence; nil if they are the
-- same.
local function difference(before, after, path)
  if type(before) ~= "table" or type(after) ~= "table" then
    if before == after and math.type(before) == math.type(after) then return nil end
    -- NaN, which no state may hold: saving the state reports it
    if before ~= before and after ~= after then return nil end
    return ("%s: %s became %s"):format(path, shown(before), shown(after))
  end
  for key, value in pairs(before) do
    local found = difference(value, after[key], path .. step_to(key))
    if found then return found end
  end
  -- the keys of `before` were compared above: comparing twice at each level would double the work
  -- per level
  for key, value in pairs(after) do
    if before[key] == nil then return difference(nil, value, path .. step_to(key)) end
  end
end

-- Guards a hook. `snapshot(is_behind)` returns a copy of the whole state before the hook, or after
-- it if `is_behind` is true; nil if there is no state yet.
function watch.guard(name, hook, snapshot)
  if type(hook) ~= "function" then return hook end
  return function(...)
    if is_resting then return hook(...) end
    local before = snapshot()
    local first, second = hook(...)
    local found = before and difference(before, snapshot(true), "state")
    if found then
      error(("`%s` changed the state, which only setup, play, resolve and leave may do: %s"):format(name, found), 0)
    end
    return first, second
  end
end

-- Guards a hook that is called for each candidate of a list. It compares the bytes of the state,
-- which is quicker, but gives no place.
function watch.guard_often(name, hook, bytes)
  if type(hook) ~= "function" then return hook end
  return function(...)
    if is_resting then return hook(...) end
    local before = bytes()
    local result = hook(...)
    if bytes(true) ~= before then
      error(("`%s` changed the state, which only setup, play, resolve and leave may do"):format(name), 0)
    end
    return result
  end
end

local made         -- the function of `parlor` that made the last outcome
local is_listening -- whether those functions note it

local function listen()
  if is_listening then return end
  is_listening = true
  local parlor = require "parlor"
  for _, name in ipairs { "win", "draw", "scores" } do
    local make = parlor[name]
    parlor[name] = function(...)
      made = name
      return make(...)
    end
  end
end

-- Guards `outcome`: one that makes an outcome and returns nothing has lost it. Calls of `parlor`
-- functions that a script keeps in its own locals aren't noticed.
function watch.outcome(hook)
  if type(hook) ~= "function" then return hook end
  listen()
  return function(...)
    made = nil
    local result = hook(...)
    if not result and made and not is_resting then
      error(("`outcome` called parlor.%s and returned nothing: is a `return` missing?"):format(made), 0)
    end
    return result
  end
end

-- Guards `play` of a sealed move. It runs on its owner's device alone, so no other phone has what
-- it writes elsewhere.
function watch.sealed(name, play, snapshot)
  return function(state, seat, ...)
    if is_resting then return play(state, seat, ...) end
    local before = snapshot()
    local result = play(state, seat, ...)
    local after = snapshot(true)
    if before and after and type(before.secret) == "table" and type(after.secret) == "table" then
      before.secret[seat], after.secret[seat] = nil, nil
      local found = difference(before, after, "state")
      if found then
        error(("`%s` is sealed, and changed what lies outside of state.secret[%d]: %s"):format(name, seat, found), 0)
      end
    end
    return result
  end
end

return watch
