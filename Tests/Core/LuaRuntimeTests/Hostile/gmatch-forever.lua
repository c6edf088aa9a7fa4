-- expect: limit:time
-- Iterators over a long text, never finished.
while true do for w in ("word "):rep(100000):gmatch("%a+%s-$") do end end
