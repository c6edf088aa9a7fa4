-- expect: error
-- A very long error message.
error(("x"):rep(500000))
