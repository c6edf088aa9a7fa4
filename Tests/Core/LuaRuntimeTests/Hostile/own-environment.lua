-- expect: ok
-- An environment of the script's own hurts nobody but the script.
do
  local _ENV = { print = print }
  x = 1
  print(x)
end
local function inside(_ENV) y = 2 return y end
assert(inside({}) == 2 and x == nil)
