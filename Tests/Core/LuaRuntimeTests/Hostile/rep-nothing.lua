-- expect: ok
-- Nothing, quintillions of times, is nothing.
assert(("").rep("", math.maxinteger) == "" and #(""):rep(1 << 60, "") == 0)
