---@meta parlor.test
--- What `require "parlor.test"` gives in the tests of a game, which `parlor test` runs.

---@class parlor.TestSetup
---@field seats? integer as many as the game needs at least when left out
---@field options? table<string, any> what differs from the defaults
---@field seed? integer what draws follow from; 1 when left out

---@class parlor.TestStatus
---@field turn? integer | integer[] who is to move: a list in a round, nil after the end
---@field ply integer
---@field outcome? string "win 1", "draw", "scores 3 -2"; nil while the match goes on
---@field gone integer[]
---@field sealed integer[]

---@class parlor.TestExpectation
---@field turn? integer | integer[] | false
---@field ply? integer
---@field outcome? string | false
---@field gone? integer[]
---@field sealed? integer[]

---@class parlor.TestMatch
local match = {}

---Plays moves: a seat and its move, and any number of further ones. Fails if one is refused.
---@param seat integer
---@param move string | integer
---@param ... string | integer
---@return parlor.TestMatch
function match:play(seat, move, ...) end

---Lets a seat leave.
---@param seat integer
---@param why? parlor.Why "resigned" when left out
---@return parlor.TestMatch
function match:leave(seat, why) end

---Fails unless the move is refused, with this code if one is given.
---@param seat integer
---@param move string | integer
---@param code? string
---@return string sentence
function match:refused(seat, move, code) end

---How the match stands.
---@return parlor.TestStatus
function match:status() end

---Fails unless the match stands as these fields say.
---@param fields parlor.TestExpectation
---@return parlor.TestMatch
function match:expect(fields) end

---What a seat may know; nil for a spectator.
---@param seat? integer
---@return parlor.View
function match:view_of(seat) end

---What a seat sees, as data; nil for a spectator.
---@param seat? integer
---@param style? parlor.Style
---@return parlor.Node?
function match:scene_of(seat, style) end

---The texts of a seat's legal moves; none while it isn't to move.
---@param seat integer
---@return string[] texts
function match:moves_of(seat) end

local test = {}

---A test: `body` runs by itself, and fails with the first error in it.
---@param name string
---@param body fun()
function test.case(name, body) end

---A new match; a test may hold several.
---@param setup? parlor.TestSetup
---@return parlor.TestMatch
function test.match(setup) end

---Fails unless both values are the same; tables are compared by what they hold.
---@param found any
---@param expected any
function test.equal(found, expected) end

---Fails unless `body` raises an error with this text in it.
---@param body fun()
---@param text? string
function test.fails(body, text) end

return test
