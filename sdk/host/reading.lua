-- How what a script holds is read: its choices and its lists.

local reading = {}

-- The most bytes of a choice's text, and of what `format` makes of it.
reading.longest_choice = 256

-- The text a choice reads as, or nil if it is no choice at all. A table's is read once, raw.
function reading.text_of(choice)
  local kind = type(choice)
  if kind == "string" then return choice end
  if math.type(choice) == "integer" then return tostring(choice) end
  local text = kind == "table" and rawget(choice, "text")
  if type(text) == "string" then return text end
end

-- How many items a list has; nil and an odd key for a table that is none: a list has the keys 1 to n, and no other. As the
-- host's other half has it, so that both see the same. Takes copies without metatables only.
function reading.length(list)
  local count = 0
  for _ in pairs(list) do count = count + 1 end
  for i = 1, count do
    if list[i] == nil then
      for key in pairs(list) do
        if math.type(key) ~= "integer" or key < 1 or key > count then return nil, key end
      end
    end
  end
  return count
end

-- What is wrong with a table that is no list, as `guard_list` in Sources/Core/CLuaBoundary/lists.c says it; nil if it is one.
function reading.oddity(list)
  local count, key = reading.length(list)
  if count then return nil end
  local size = 0
  for _ in pairs(list) do size = size + 1 end
  if type(key) == "string" then key = ("'%s'"):format(#key > 64 and key:sub(1, 64) .. "…" or key) end
  return ("a list has the keys 1 to %d and no other; this one has the key %s"):format(size, tostring(key))
end

return reading
