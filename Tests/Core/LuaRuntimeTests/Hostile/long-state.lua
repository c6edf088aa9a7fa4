-- expect: error|limit
-- More text than a state and all its secret parts may have.
local part = ("x"):rep(500000)
return { part .. 1, part .. 2, part .. 3, part .. 4, part .. 5 }
