-- expect: limit:time
-- %b that never finds the end, from every start.
return (("("):rep(200000)):find("%b()")
