-- expect: error
-- The text of a memory error is not one.
assert(not pcall(error, "not enough memory", 0))
error("not enough memory", 0)
