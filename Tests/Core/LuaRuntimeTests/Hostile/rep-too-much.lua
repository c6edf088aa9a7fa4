-- expect: error|limit
-- A text longer than any memory.
return ("x"):rep(1 << 45)
