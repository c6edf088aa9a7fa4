-- expect: error
-- A number that is none.
return { x = 0 / 0 }
