-- expect: error
-- Modules that need each other.
assert(not pcall(require, "ring_a"))
assert(not pcall(require, "ring_b"))
return require("ring_a")
