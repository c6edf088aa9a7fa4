-- expect: limit|ok
-- A format with many conversions of long texts.
local s, args = ("%s"):rep(200), {}
for i = 1, 200 do args[i] = ("x"):rep(100000) end
for i = 1, 1000 do local out = s:format(table.unpack(args)) end
