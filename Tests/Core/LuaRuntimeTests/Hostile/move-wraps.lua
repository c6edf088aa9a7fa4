-- expect: error
-- Ranges that pass the largest integer.
assert(not pcall(table.move, {}, math.mininteger, math.maxinteger, 1))
assert(not pcall(table.move, {}, 1, 10, math.maxinteger))
table.move({}, -1, math.maxinteger, 2)
