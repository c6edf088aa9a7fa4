-- expect: error
-- NaN can't be saved.
return { x = 0 / 0 }
