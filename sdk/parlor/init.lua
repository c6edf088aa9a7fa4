--- The functions that every game needs: for its definition, for outcomes, and for refusals.
---
---     local parlor = require "parlor"

local parlor = {}
for name, make in pairs(require "parlor.messages") do parlor[name] = make end
local error, next, pairs, type, tostring, select = error, next, pairs, type, tostring, select
local huge, tointeger = math.huge, math.tointeger

-- Raises an error of the public function `caller` that names the line which called it.
local function refuse(caller, expected, got)
  error(("%s: expected %s, got %s"):format(caller, expected, got), 3)
end

-- Returns a value as errors show it: short, and without an address.
local function shown(value)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(#value > 20 and value:sub(1, 20) .. "..." or value) end
  if kind == "table" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

--- Marks the table of a definition as a game, with `kind = "game"`, and returns it. `game.lua` returns the result. When
--- the host loads the game, it checks every key, and names each mistake.
---
---     return parlor.game {
---       title = "Nim",
---       setup = function() return { left = 21 } end,
---       moves = { … },
---       outcome = function(state) … end,
---     }
---@param definition parlor.Game
---@return parlor.Game
function parlor.game(definition)
  if type(definition) ~= "table" then refuse("parlor.game", "a table that describes the game", shown(definition)) end
  if definition.kind ~= nil then refuse("parlor.game", "a table without the key kind", shown(definition.kind)) end
  definition.kind = "game"
  return definition
end

--- The outcome that one seat wins, or several seats together. Every other seat loses.
---
---     if state.gold[seat] >= 10 then return parlor.win(seat) end
---@param ... integer one or more seats
---@return parlor.Outcome
function parlor.win(...)
  local seats, seen = { ... }, {}
  if select("#", ...) == 0 then refuse("parlor.win", "one or more seats", "none") end
  for i = 1, select("#", ...) do
    local seat = type(seats[i]) == "number" and tointeger(seats[i])
    if not seat or seat < 1 then refuse("parlor.win", "seats as numbers from 1", shown(seats[i])) end
    if seen[seat] then refuse("parlor.win", "each seat once", "seat " .. seat .. " twice") end
    seats[i], seen[seat] = seat, true
  end
  return { win = seats }
end

--- The outcome that nobody wins.
---
---     if grid.full(state.board) then return parlor.draw() end
---@return parlor.Outcome
function parlor.draw()
  return { draw = true }
end

--- The outcome in points, with one number for each seat, in order. More points are better.
---
---     return parlor.scores(state.points)
---     return parlor.scores { 1, -1 }
---@param list number[] one finite number for each seat; the outcome has a copy of the list
---@return parlor.Outcome
function parlor.scores(list)
  if type(list) ~= "table" then refuse("parlor.scores", "a list of numbers", shown(list)) end
  if #list == 0 then refuse("parlor.scores", "a list with a number for each seat", "an empty list") end
  local scores = {}
  for seat = 1, #list do
    local score = list[seat]
    if type(score) ~= "number" or score ~= score or score == huge or score == -huge then
      refuse("parlor.scores", "a finite number for seat " .. seat, shown(score))
    end
    scores[seat] = score
  end
  return { scores = scores }
end

--- A refusal. `play` returns it to refuse a move, and `setup` to refuse options that don't fit together. The player
--- reads the sentence, and programs read the code. Neither may tell a secret.
---
---     return parlor.reject("blocked", "A piece stands in the way.")
---@param code string small letters, digits and underscores, beginning with a letter
---@param sentence string a sentence that says what is wrong, and what to do instead
---@return parlor.Rejection
function parlor.reject(code, sentence)
  if type(code) ~= "string" or not code:find("^%l[%l%d_]*$") then
    refuse("parlor.reject", "a code such as \"blocked\"", shown(code))
  end
  if type(sentence) ~= "string" or sentence == "" then
    refuse("parlor.reject", "a sentence for the player as second argument", shown(sentence))
  end
  return { reject = { code = code, message = sentence } }
end

-- Returns a copy of plain data. `inside` has the tables that contain the value. Errors name the line that called
-- parlor.copy.
local function twin(value, inside, depth)
  if type(value) ~= "table" then return value end
  if inside[value] then error("parlor.copy: expected plain data, got a table that contains itself", depth + 2) end
  if depth > 100 then error("parlor.copy: expected plain data, got tables more than 100 deep", depth + 2) end
  local copy = {}
  inside[value] = true
  for key, item in pairs(value) do copy[key] = twin(item, inside, depth + 1) end
  inside[value] = nil
  return copy
end

--- A copy of a value and of all tables in it. Changes of the copy don't change the original. The copy has no
--- metatables. If the value contains the same table at two places, the copy has two tables there.
---
---     local trial = parlor.copy(state.board)
---@generic T
---@param value T
---@return T
function parlor.copy(value)
  return (twin(value, {}, 1))
end

--- Whether a table is empty. This function looks at one key only. `next(t) == nil` is slower: it looks at all keys to
--- find the first one in order.
---
---     if parlor.is_empty(state.taken) then return "nothing" end
---@param value table
---@return boolean
function parlor.is_empty(value)
  if type(value) ~= "table" then refuse("parlor.is_empty", "a table", shown(value)) end
  return next(value) == nil
end

return parlor
