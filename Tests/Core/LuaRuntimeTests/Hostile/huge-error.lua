-- expect: error
-- A message of megabytes.
error(("x"):rep(500000))
