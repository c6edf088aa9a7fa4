-- expect: ok
-- An empty text stays empty, however often it is repeated.
assert(("").rep("", math.maxinteger) == "" and #(""):rep(1 << 60, "") == 0)
