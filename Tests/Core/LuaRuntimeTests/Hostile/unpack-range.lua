-- expect: error
-- A range of everything.
return table.unpack({}, math.mininteger, math.maxinteger)
