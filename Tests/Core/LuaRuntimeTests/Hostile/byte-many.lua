-- expect: ok|limit:depth|limit:memory
-- All bytes of a long text, returned as separate values.
return select("#", (("x"):rep(500000)):byte(1, -1))
