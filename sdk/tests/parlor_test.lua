-- parlor: games, outcomes, refusals, copies.
local parlor, expect = require "parlor", require "expect"

-- parlor.game marks the table as a game and returns it
local definition = { title = "Nothing" }
assert(parlor.game(definition) == definition)
expect.equal(definition, { title = "Nothing", kind = "game" })
expect.refusal("parlor.game: expected a table", parlor.game, "Nothing")
expect.refusal("parlor.game: expected a table without the key kind", parlor.game, { kind = "game" })

-- outcomes
expect.equal(parlor.win(2), { win = { 2 } })
expect.equal(parlor.win(1, 3), { win = { 1, 3 } })
expect.equal(parlor.win(2.0), { win = { 2 } })
expect.refusal("parlor.win: expected one or more seats", parlor.win)
expect.refusal("parlor.win: expected seats as numbers from 1, got nil", parlor.win, nil)
expect.refusal("parlor.win: expected seats as numbers from 1, got nil", parlor.win, 1, nil)
expect.refusal("parlor.win: expected seats as numbers from 1, got 0", parlor.win, 0)
expect.refusal("parlor.win: expected seats as numbers from 1, got 1.5", parlor.win, 1.5)
expect.refusal("parlor.win: expected seats as numbers from 1, got \"1\"", parlor.win, "1")
expect.refusal("parlor.win: expected each seat once, got seat 2 twice", parlor.win, 2, 2)
expect.equal(parlor.draw(), { draw = true })
local points = { 3, -1.5 }
local outcome = parlor.scores(points)
expect.equal(outcome, { scores = { 3, -1.5 } })
assert(outcome.scores ~= points, "the list must be copied")
expect.refusal("parlor.scores: expected a list of numbers, got 3", parlor.scores, 3)
expect.refusal("parlor.scores: expected a list with a number for each seat", parlor.scores, {})
expect.refusal("parlor.scores: expected a finite number for seat 2, got inf", parlor.scores, { 1, math.huge })
expect.refusal("parlor.scores: expected a finite number for seat 1, got", parlor.scores, { 0 / 0 })
expect.refusal("parlor.scores: expected a finite number for seat 1, got \"1\"", parlor.scores, { "1" })

-- refusals
expect.equal(parlor.reject("taken", "It is taken."), { reject = { code = "taken", message = "It is taken." } })
expect.refusal("parlor.reject: expected a code such as \"blocked\", got \"Taken!\"", parlor.reject, "Taken!", "Taken.")
expect.refusal("parlor.reject: expected a code", parlor.reject)
expect.refusal("parlor.reject: expected a sentence", parlor.reject, "taken")
expect.refusal("parlor.reject: expected a sentence", parlor.reject, "taken", "")

-- emptiness
expect.equal(parlor.is_empty {}, true)
expect.equal(parlor.is_empty { false }, false)
expect.equal(parlor.is_empty { [{}] = 1 }, false)
expect.refusal("parlor.is_empty: expected a table, got nil", parlor.is_empty)

-- copies
local original = { 1, { deep = { true } }, name = "a" }
local copy = parlor.copy(original)
expect.equal(copy, original)
copy[2].deep[1] = false
expect.equal(original[2].deep[1], true)
expect.equal(parlor.copy("text"), "text")
expect.equal(parlor.copy(nil), nil)
local twice = {}
expect.equal(parlor.copy { twice, twice }, { {}, {} })
local loop = {}
loop.inside = { loop }
expect.refusal("parlor.copy: expected plain data, got a table that contains itself", parlor.copy, loop)
local deep = {}
for _ = 1, 100 do deep = { deep } end
expect.refusal("parlor.copy: expected plain data, got tables more than 100 deep", parlor.copy, deep)
