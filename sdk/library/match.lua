---@meta
--- The last argument of a game's functions. It has facts about the match, which a game can only read.

---@class parlor.Match
---@field seats integer the number of seats in this match
---@field options table<string, any> the options of this match, such as match.options.size
---@field ply integer the number of moves played
---@field sealed integer[] for each seat, the number of its sealed moves
local match = {}

---Returns the next seat after `seat` that hasn't left.
---@param seat integer
---@return integer
function match.next(seat) end

---Returns the name that the player of a seat shows. If that isn't known, returns a text such as
---"Seat 2". Call it only in `scene`, `message` and `prompt`, because the rules don't know which person
---has which seat. Another phone may show another name, so never compare names.
---@param seat integer
---@return string
function match.name(seat) end

---Returns a random integer from 1 to `n`. All are equally likely. Call it only in `setup`, `play` and
---`resolve`, and only in games with `chance`.
---@param n integer
---@return integer
function match.random(n) end

---Shuffles a list in place, and returns it.
---@generic T
---@param list T[]
---@return T[] list the same list
function match.shuffle(list) end

---Returns a random item of a list. The item stays in the list.
---@generic T
---@param list T[]
---@return T
function match.pick(list) end
