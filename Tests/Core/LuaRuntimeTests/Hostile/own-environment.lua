-- expect: ok
-- A script that replaces `_ENV` affects only itself.
do
  local _ENV = { print = print }
  x = 1
  print(x)
end
local function inside(_ENV) y = 2 return y end
assert(inside({}) == 2 and x == nil)
