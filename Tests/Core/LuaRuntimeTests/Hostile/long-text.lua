-- expect: limit:text
-- A text longer than one may be, made by an operator: pcall doesn't catch that.
local a = ("x"):rep(300000)
pcall(function() return a .. a end)
