---@meta parlor.test
--- The module `require "parlor.test"` for the tests of a game, which `parlor test` runs.

---@class parlor.TestSetup
---@field seats? integer the number of seats; by default the smallest number that the game allows
---@field options? table<string, any> the options that differ from the defaults
---@field seed? integer the seed of random draws; by default 1

---@class parlor.TestStatus
---@field turn? integer | integer[] the seat that is to move, or in a round a list of seats; nil after the end of the match
---@field ply integer
---@field outcome? string "win 1", "draw", "scores 3 -2"; nil before the match is over
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

---Plays moves. The arguments are a seat and its move, and any number of further pairs. Fails if a
---move is rejected.
---@param seat integer
---@param move string | integer
---@param ... string | integer
---@return parlor.TestMatch
function match:play(seat, move, ...) end

---Makes a seat leave.
---@param seat integer
---@param why? parlor.Why by default "resigned"
---@return parlor.TestMatch
function match:leave(seat, why) end

---Fails unless the move is rejected. If `code` is given, also fails if the move is rejected with
---another code. Returns the sentence for the player.
---@param seat integer
---@param move string | integer
---@param code? string
---@return string sentence
function match:refused(seat, move, code) end

---Returns the status of the match.
---@return parlor.TestStatus
function match:status() end

---Fails unless the status of the match has these values.
---@param fields parlor.TestExpectation
---@return parlor.TestMatch
function match:expect(fields) end

---Returns the view of a seat, or of a spectator for nil.
---@param seat? integer
---@return parlor.View
function match:view_of(seat) end

---Returns the scene of a seat as data, or of a spectator for nil.
---@param seat? integer
---@param style? parlor.Style
---@return parlor.Node?
function match:scene_of(seat, style) end

---Returns the texts of a seat's legal moves. The list is empty if the seat isn't to move.
---@param seat integer
---@return string[] texts
function match:moves_of(seat) end

local test = {}

---Defines a test. `body` runs on its own, and fails with its first error.
---@param name string
---@param body fun()
function test.case(name, body) end

---Starts a new match. A test may use several matches.
---@param setup? parlor.TestSetup
---@return parlor.TestMatch
function test.match(setup) end

---Fails unless both values are equal. Tables are compared by their contents.
---@param found any
---@param expected any
function test.equal(found, expected) end

---Fails unless `body` raises an error that contains this text.
---@param body fun()
---@param text? string
function test.fails(body, text) end

return test
