-- expect: limit:text
-- An operator that makes a text longer than the limit. `pcall` doesn't catch the limit error.
local a = ("x"):rep(300000)
pcall(function() return a .. a end)
