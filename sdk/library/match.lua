---@meta
--- The facts that the host gives a game about its match, for editors. A game can only read them.

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

---Returns the name of a seat: the name that its player shows, or "Seat 2". Call it only in `scene`,
---`message` and `prompt`: the rules don't know which person has which seat. Another phone may show
---another name, so never compare names.
---@param seat integer
---@return string
function match.name(seat) end

---Returns an integer from 1 to `n`, each equally likely. Call it only in setup, play and resolve,
---and only in games with `chance`.
---@param n integer
---@return integer
function match.random(n) end

---Shuffles a list in place.
---@generic T
---@param list T[]
---@return T[] list the same list
function match.shuffle(list) end

---Returns a random item of a list. The item stays in the list.
---@generic T
---@param list T[]
---@return T
function match.pick(list) end
