-- expect: error
-- A function can't be saved.
return { at = { { once = function() end } } }
