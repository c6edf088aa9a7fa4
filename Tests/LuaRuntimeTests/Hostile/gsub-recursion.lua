-- expect: ok|error|limit
-- Callbacks that call gsub.
local function dig(c) return (c:rep(2):gsub(".", dig)) end
local ok, message = pcall(dig, "x")
assert(not ok and message:find("depth"))
