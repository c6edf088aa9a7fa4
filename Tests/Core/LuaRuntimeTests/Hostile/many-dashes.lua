-- expect: limit:time
-- A pattern that tries every way to divide the text.
local text = ("a"):rep(25000)
return text:match((".-"):rep(35) .. "z")
