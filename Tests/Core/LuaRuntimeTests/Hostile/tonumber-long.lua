-- expect: limit|ok|error
-- Numbers with a million digits.
local digits = ("9"):rep(500000)
for i = 1, 200 do
  assert(tonumber(digits) and tonumber("0." .. digits) and tonumber("0x" .. digits) and tonumber("1e" .. digits))
  local _ = tonumber(digits, 36)
end
