-- expect: limit:time
-- `next` sorts nothing, but goes through the whole table.
local t = {}
for i = 1, 100000 do t["k" .. i] = i end
while next(t) do t[next(t)] = nil t["k" .. #t] = 1 end
