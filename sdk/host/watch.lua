-- Finds a common mistake of scripts: an outcome that `outcome` doesn't return. Only authors' tools
-- and checks use this module, because it costs time.

local watch = {}

local made         -- the function of `parlor` that made the last outcome
local is_listening -- whether these functions set `made`

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

-- Puts a guard around `outcome`, which raises an error if `outcome` makes an outcome but returns
-- nothing. The guard doesn't notice calls of `parlor` functions that a script has stored in its own
-- locals.
function watch.outcome(hook)
  if type(hook) ~= "function" then return hook end
  listen()
  return function(...)
    made = nil
    local result = hook(...)
    if not result and made then
      error(("`outcome` called parlor.%s and returned nothing: is a `return` missing?"):format(made), 0)
    end
    return result
  end
end

return watch
