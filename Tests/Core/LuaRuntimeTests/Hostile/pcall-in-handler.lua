-- expect: limit:time
-- A handler that calls pcall again and again.
xpcall(error, function() while true do pcall(error, "again") end end)
