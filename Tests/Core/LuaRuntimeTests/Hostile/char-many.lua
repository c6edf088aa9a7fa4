-- expect: ok
-- A long text from many numbers.
local t = {}
for i = 1, 100000 do t[i] = 65 end
assert(#string.char(table.unpack(t)) == 100000 and #utf8.char(table.unpack(t)) == 100000)
