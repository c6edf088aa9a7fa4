-- Reads the choices and lists of scripts.

local reading = {}

-- The most bytes of a choice's text, and of the text that `format` returns for the choice.
reading.longest_choice = 256

-- Returns the text of a choice, or nil if it isn't one. A table's text is read once, without
-- metatables.
function reading.text_of(choice)
  local kind = type(choice)
  if kind == "string" then return choice end
  if math.type(choice) == "integer" then return tostring(choice) end
  local text = kind == "table" and rawget(choice, "text")
  if type(text) == "string" then return text end
end

-- Returns the number of items of a list. A list has the keys 1 to n, and no other keys. For any
-- other table, returns nil and a key that a list can't have. C reads lists in the same way. Takes
-- only copies without metatables.
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

-- Returns a text that says what is wrong with a table that isn't a list, or nil for a list. The
-- text is the same as that of `guard_list` in Sources/Core/CLuaBoundary/natives/lists.c.
function reading.oddity(list)
  local count, key = reading.length(list)
  if count then return nil end
  local size = 0
  for _ in pairs(list) do size = size + 1 end
  if type(key) == "string" then key = ("'%s'"):format(#key > 64 and key:sub(1, 64) .. "…" or key) end
  return ("a list has the keys 1 to %d and no other; this one has the key %s"):format(size, tostring(key))
end

return reading
