-- expect: limit:time
-- The largest of many long texts: each comparison takes milliseconds.
local zeros, texts = ("\0"):rep(524288), {}
for i = 1, 100000 do texts[i] = zeros end
pcall(math.max, table.unpack(texts))
pcall(math.min, table.unpack(texts))
