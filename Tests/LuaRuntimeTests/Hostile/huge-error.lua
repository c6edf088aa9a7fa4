-- expect: error
-- A message of megabytes.
error(("x"):rep(10000000))
