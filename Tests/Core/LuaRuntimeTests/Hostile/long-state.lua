-- expect: error|limit
-- A text longer than a state may be.
return { ("x"):rep(500000), ("y"):rep(500000), ("z"):rep(500000) }
