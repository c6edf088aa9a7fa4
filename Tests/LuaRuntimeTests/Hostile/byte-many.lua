-- expect: limit:depth|limit:memory
-- Every byte of a long text as a value.
return select("#", (("x"):rep(2000000)):byte(1, -1))
