--- Helpers of the modules' tests.

local expect = {}

-- Returns a value as text, with the contents of tables, for comparisons and messages.
local function shown(value)
  if type(value) ~= "table" then return type(value) == "string" and ("%q"):format(value) or tostring(value) end
  local keys, parts = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    if type(a) ~= type(b) then return type(a) == "number" end
    return a < b
  end)
  for i, key in ipairs(keys) do parts[i] = tostring(key) .. " = " .. shown(value[key]) end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

--- Fails unless both values are equal. Tables are compared by content.
function expect.equal(got, wanted)
  local one, other = shown(got), shown(wanted)
  if one ~= other then error("expected " .. other .. ", got " .. one, 2) end
end

--- Fails unless the call raises an error that contains `wanted` and names a line of the test, not
--- of the module.
function expect.refusal(wanted, call, ...)
  local arguments = table.pack(...)
  -- The error must name a line of this function.
  local fine, message = pcall(function()
    local result = call(table.unpack(arguments, 1, arguments.n))
    return result
  end)
  if fine then error("expected the refusal " .. shown(wanted) .. ", but the call returned", 2) end
  if not tostring(message):find(wanted, 1, true) then
    error("expected the refusal " .. shown(wanted) .. ", got " .. shown(message), 2)
  end
  if not tostring(message):find("expect.lua", 1, true) then
    error("the refusal names a line of the module: " .. shown(message), 2)
  end
end

return expect
