-- expect: error
-- The range of all integers.
return table.unpack({}, math.mininteger, math.maxinteger)
