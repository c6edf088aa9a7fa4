-- expect: error
-- An error with the text of a memory error isn't a memory error.
assert(not pcall(error, "not enough memory", 0))
error("not enough memory", 0)
