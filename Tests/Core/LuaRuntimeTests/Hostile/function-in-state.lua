-- expect: error
-- A function can not be saved.
return { at = { { once = function() end } } }
