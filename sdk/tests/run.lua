--- Runs the tests of the modules in plain Lua, from any folder: lua5.4 sdk/tests/run.lua. Stops at
--- the first failure, which names the expected value.

local here = arg[0]:match "^(.*)/[^/]*$" or "."
package.path = here .. "/../?.lua;" .. here .. "/../?/init.lua;" .. here .. "/?.lua"

for _, name in ipairs { "parlor", "messages", "grid", "scene", "cards", "dice", "words" } do
  local module = require(name == "parlor" and name or "parlor." .. name)
  for key, value in pairs(module) do
    assert(type(key) == "string" and type(value) == "function", name .. " holds more than functions: " .. tostring(key))
  end
  dofile(here .. "/" .. name .. "_test.lua")
  print("ok  " .. name)
end

for _, name in ipairs { "mock", "guide", "stubs", "reference" } do
  dofile(here .. "/" .. name .. "_test.lua")
  print("ok  " .. name)
end
