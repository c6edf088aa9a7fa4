-- expect: error
-- A callback that fails in the middle of a text.
local n = 0
for i = 1, 1000 do
  pcall(string.gsub, ("x"):rep(1000), "x", function() n = n + 1 if n % 7 == 0 then error({ n }) end return { } end)
end
("xyz"):gsub("y", function() error("in the callback") end)
