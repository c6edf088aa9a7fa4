--- What every game needs: the game itself, the ways it ends, and refusals.
---
---     local parlor = require "parlor"

local parlor = {}
for name, make in pairs(require "parlor.messages") do parlor[name] = make end
local error, next, pairs, type, tostring, select = error, next, pairs, type, tostring, select
local huge, tointeger = math.huge, math.tointeger

-- Raises the error of the public function that called this.
local function refuse(caller, expected, got)
  error(("%s: expected %s, got %s"):format(caller, expected, got), 3)
end

-- How a value is shown in an error: short, and without an address.
local function shown(value)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(#value > 20 and value:sub(1, 20) .. "..." or value) end
  if kind == "table" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

--- Makes a game of its definition: what `game.lua` returns. The table is handed back with `kind = "game"`, by which
--- the host knows it; the host then checks every key, so that a mistake is named when the game is loaded.
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

--- The outcome in which one seat wins, or several together. Every other seat loses.
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

--- The outcome told in points, one number for each seat in order; more is better.
---
---     return parlor.scores(state.points)
---     return parlor.scores { 1, -1 }
---@param list number[] one finite number for each seat; it is copied
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

--- Refuses a move (returned from `play`) or options that don't fit together (returned from `setup`). The player reads
--- the sentence; programs read the code. It must tell no secret.
---
---     return parlor.reject("blocked", "A piece stands in the way.")
---@param code string small letters, digits and underscores, from a letter on
---@param sentence string what is wrong, and what to do instead
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

-- `inside` holds the tables that the value lies in; the error stands at the line that called parlor.copy.
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

--- A copy of a value and of all tables in it: what happens to the copy doesn't happen to the original. Metatables are
--- not copied, and a table that stands at two places becomes two.
---
---     local trial = parlor.copy(state.board)
---@generic T
---@param value T
---@return T
function parlor.copy(value)
  return (twin(value, {}, 1))
end

--- Whether a table holds nothing. It looks at one key; `next(t) == nil` looks for the first in order, and so at all of them.
---
---     if parlor.is_empty(state.taken) then return "nothing" end
---@param value table
---@return boolean
function parlor.is_empty(value)
  if type(value) ~= "table" then refuse("parlor.is_empty", "a table", shown(value)) end
  return next(value) == nil
end

return parlor
