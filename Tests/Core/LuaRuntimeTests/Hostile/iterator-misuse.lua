-- expect: ok|error
-- Iterators that are called directly, with arguments of all kinds.
local values = { 0, -1, 1.5, math.maxinteger, math.mininteger, "x", {}, print, true }
for _, t in ipairs { { 1, 2 }, { a = 1 }, {}, string } do
  local step = pairs(t)
  for _, a in ipairs(values) do for _, b in ipairs(values) do pcall(step, a, b) end end
  for i = 1, 10 do pcall(step) end
end
local step = ipairs({})
for _, a in ipairs(values) do for _, b in ipairs(values) do pcall(step, a, b) end end
local words = ("a b"):gmatch("%a")
for i = 1, 10 do words() end
