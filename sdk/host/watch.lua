-- What authors and checks are told in addition. It costs time, so real matches go without.

local watch = {}

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
    if not result and made then
      error(("`outcome` called parlor.%s and returned nothing: is a `return` missing?"):format(made), 0)
    end
    return result
  end
end

return watch
