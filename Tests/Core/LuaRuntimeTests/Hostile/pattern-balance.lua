-- expect: limit:time
-- A `%b` that finds no end, tried at every place of the text.
return (("("):rep(200000)):find("%b()")
