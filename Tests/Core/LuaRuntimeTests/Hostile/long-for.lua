-- expect: limit:time
-- A numeric `for` that would take centuries.
for i = math.mininteger, math.maxinteger do end
