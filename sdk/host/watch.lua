-- For authors and checks: puts a guard around the hooks that must not change the state. Each call costs a copy of the state,
-- so matches that are played for real go without, and so do plies that are played again.

local watch = {}

local is_resting = false

-- Lets the guards rest, or has them watch.
function watch.rest(rests) is_resting = rests end

local function shown(value)
  if type(value) == "string" then return ("%q"):format(value) end
  return type(value) == "table" and "a table" or tostring(value)
end

-- How a path goes on to a key.
local function step_to(key) return type(key) == "string" and "." .. key or "[" .. tostring(key) .. "]" end

-- The first place where two copies of a state differ, as a sentence; nil if they don't.
local function difference(before, after, path)
  if type(before) ~= "table" or type(after) ~= "table" then
    if before == after and math.type(before) == math.type(after) then return nil end
    if before ~= before and after ~= after then return nil end -- NaN, which no state may hold: told where the state is saved
    return ("%s: %s became %s"):format(path, shown(before), shown(after))
  end
  for key, value in pairs(before) do
    local found = difference(value, after[key], path .. step_to(key))
    if found then return found end
  end
  for key, value in pairs(after) do -- what both hold was compared: once more at each level is twice as much for each
    if before[key] == nil then return difference(nil, value, path .. step_to(key)) end
  end
end

-- Guards a hook. `snapshot(is_behind)` returns a copy of the whole state, before the hook or behind it, or nil where there is
-- none yet.
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

-- Guards a hook that is asked for each candidate of a list: by the bytes of the state, which is quicker, and tells no place.
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

-- Guards `outcome`: one that makes an outcome and returns nothing has lost it. What a script keeps of `parlor` in locals of its
-- own isn't heard of.
function watch.outcome(hook)
  if type(hook) ~= "function" then return hook end
  local parlor, made = require "parlor", nil
  for _, name in ipairs { "win", "draw", "scores" } do
    local make = parlor[name]
    parlor[name] = function(...)
      made = name
      return make(...)
    end
  end
  return function(...)
    made = nil
    local result = hook(...)
    if not result and made and not is_resting then
      error(("`outcome` called parlor.%s and returned nothing: is a `return` missing?"):format(made), 0)
    end
    return result
  end
end

-- Guards `play` of a sealed move, which runs on its owner's device alone: what it writes elsewhere no other phone has.
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
