--- Dice as lists of numbers: { 3, 5, 5 }.
---
--- `dice.roll` draws its numbers with `match.random`, so a game that rolls dice declares `chance = true`.

local dice = {}
local error, ipairs, type, tostring, tointeger = error, ipairs, type, tostring, math.tointeger
local concat = table.concat

-- Returns a value as errors show it: short, and without an address.
local function shown(value)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(#value > 20 and value:sub(1, 20) .. "..." or value) end
  if kind == "table" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

-- Returns a whole number as an integer. Raises an error of the public function `caller` if the value isn't a whole
-- number, or is less than `least`.
local function whole(value, least, caller, what)
  local number = type(value) == "number" and tointeger(value)
  if number and number >= least then return number end
  error(("%s: expected %s as a whole number from %d, got %s"):format(caller, what, least, shown(value)), 3)
end

local function check_list(list, caller)
  if type(list) ~= "table" then error(("%s: expected a list of dice, got %s"):format(caller, shown(list)), 3) end
  for place, die in ipairs(list) do
    if type(die) ~= "number" or not tointeger(die) then
      error(("%s: expected a whole number as die %d, got %s"):format(caller, place, shown(die)), 3)
    end
  end
end

--- Rolls dice. Call it only in `setup`, `play` and `resolve`, which may draw at random.
---
---     state.dice = dice.roll(match, 5)
---     local die = dice.roll(match, 1, 20)[1]
---@param match parlor.Match
---@param count integer the number of dice
---@param sides? integer by default 6
---@return integer[] dice a new list
function dice.roll(match, count, sides)
  if type(match) ~= "table" or not match.random then
    error(("dice.roll: expected the match as first argument, got %s"):format(shown(match)), 2)
  end
  local number, faces = whole(count, 0, "dice.roll", "the number of dice"), 6
  if sides ~= nil then faces = whole(sides, 1, "dice.roll", "the number of sides") end
  local rolled = {}
  for i = 1, number do rolled[i] = match.random(faces) end
  return rolled
end

--- The sum of the dice.
---
---     dice.sum { 3, 5, 5 }   --> 13
---@param list integer[]
---@return integer
function dice.sum(list)
  check_list(list, "dice.sum")
  local sum = 0
  for _, die in ipairs(list) do sum = sum + tointeger(die) end
  return sum
end

--- The number of dice that show each side.
---
---     dice.counts { 3, 5, 5 }      --> { 0, 0, 1, 0, 2, 0 }
---     dice.counts({ 8, 8 }, 8)[8]  --> 2
---@param list integer[]
---@param sides? integer by default 6
---@return integer[] counts one number for each side
function dice.counts(list, sides)
  check_list(list, "dice.counts")
  local faces, counts = 6, {}
  if sides ~= nil then faces = whole(sides, 1, "dice.counts", "the number of sides") end
  for face = 1, faces do counts[face] = 0 end
  for place, die in ipairs(list) do
    if not counts[die] then
      error(("dice.counts: expected numbers from 1 to %d, got %s as die %d"):format(faces, shown(die), place), 2)
    end
    counts[die] = counts[die] + 1
  end
  return counts
end

--- The dice as text, in their order.
---
---     dice.text { 3, 5, 5 }   --> "3 5 5"
---@param list integer[]
---@return string
function dice.text(list)
  check_list(list, "dice.text")
  return (concat(list, " "))
end

return dice
