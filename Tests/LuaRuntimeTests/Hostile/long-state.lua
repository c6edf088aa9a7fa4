-- expect: error|limit
-- A text longer than a state may be.
return { x = ("x"):rep(2000000) }
