-- expect: ok|limit:depth|limit:memory
-- Every byte of a long text as a value.
return select("#", (("x"):rep(500000)):byte(1, -1))
