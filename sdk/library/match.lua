---@meta
--- What the host tells a game about the match, for editors. A game can read it and not write it.

---@class parlor.Match
---@field seats integer how many seats this match has
---@field options table<string, any> the options it was begun with, such as match.options.size
---@field ply integer how many moves were played
---@field sealed integer[] for each seat, how many moves it has sealed
local match = {}

---The seat after this one, leaving out those that left.
---@param seat integer
---@return integer
function match.next(seat) end

---What a seat is called: the name that its player shows, or "Seat 2". In `scene`, `message` and `prompt` only: the rules don't
---know who sits where. Another phone may show another name, so it is for reading, and is never compared.
---@param seat integer
---@return string
function match.name(seat) end

---A whole number from 1 to `n`, each as likely. Only in setup, play and resolve, and only in games with `chance`.
---@param n integer
---@return integer
function match.random(n) end

---Puts a list into an order by chance, in place.
---@generic T
---@param list T[]
---@return T[] list the same list
function match.shuffle(list) end

---One item of a list by chance; it stays in the list.
---@generic T
---@param list T[]
---@return T
function match.pick(list) end
