-- expect: limit:time
-- Counting continuation bytes over and over.
local s = ("\x80"):rep(500000)
while true do pcall(utf8.offset, s, 2) for p in utf8.codes("a" .. s) do end end
