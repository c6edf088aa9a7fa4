-- dice: rolls through the match, sums, counts, text.
local dice, expect = require "parlor.dice", require "expect"

local asked = {}
local match = {
  random = function(sides)
    asked[#asked + 1] = sides
    return #asked
  end,
}
expect.equal(dice.roll(match, 3), { 1, 2, 3 })
expect.equal(dice.roll(match, 1, 20), { 4 })
expect.equal(dice.roll(match, 0), {})
expect.equal(asked, { 6, 6, 6, 20 })
expect.refusal("dice.roll: expected the match as first argument, got 3", dice.roll, 3)
expect.refusal("dice.roll: expected the match as first argument, got a table", dice.roll, {}, 3)
expect.refusal("dice.roll: expected the number of dice as a whole number from 0, got nil", dice.roll, match)
expect.refusal("dice.roll: expected the number of sides as a whole number from 1, got 0", dice.roll, match, 3, 0)

expect.equal(dice.sum { 3, 5, 5 }, 13)
expect.equal(dice.sum {}, 0)
expect.equal(dice.counts { 3, 5, 5 }, { 0, 0, 1, 0, 2, 0 })
expect.equal(dice.counts({ 8 }, 8), { 0, 0, 0, 0, 0, 0, 0, 1 })
expect.refusal("dice.counts: expected numbers from 1 to 6, got 7 as die 2", dice.counts, { 1, 7 })
expect.refusal("dice.counts: expected the number of sides", dice.counts, { 1 }, "six")
expect.equal(dice.text { 3, 5, 5 }, "3 5 5")
expect.equal(dice.text {}, "")
for _, name in ipairs { "sum", "counts", "text" } do
  expect.refusal("dice." .. name .. ": expected a list of dice, got nil", dice[name])
  expect.refusal("dice." .. name .. ": expected a whole number as die 2, got \"5\"", dice[name], { 3, "5" })
end
