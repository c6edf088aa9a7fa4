-- expect: error
-- Keys that are neither texts nor integers.
return { [1.5] = 1, [true] = 2 }
