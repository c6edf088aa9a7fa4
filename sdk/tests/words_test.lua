-- words: comparing what people typed, in ASCII and beyond.
local words, expect = require "parlor.words", require "expect"

expect.equal(words.normalise "Ice Cream!", "icecream")
expect.equal(words.normalise "  R2-D2 ", "r2d2")
expect.equal(words.normalise "Café", "café")
expect.equal(words.normalise "É", "É")
expect.equal(words.normalise "", "")
expect.equal(words.normalise "a\0b", "ab")
assert(words.same("Ice Cream!", "icecream"))
assert(not words.same("É", "é"))
expect.equal(words.split "Is it alive? 2 of them, naïve ones", {
  "is", "it", "alive", "2", "of", "them", "naïve", "ones",
})
expect.equal(words.split "?!", {})
assert(words.contains("Is it a cat?", "CAT"))
assert(not words.contains("Is it a cattle?", "cat"))
assert(words.contains("I scream for ice cream.", "ice cream"))
assert(not words.contains("ice, then cream", "ice cream"))
assert(not words.contains("ice", "ice cream"))
expect.refusal("words.contains: expected a word with a letter or digit, got none", words.contains, "a", "?")
expect.equal(words.letters "Café 2", { "C", "a", "f", "é", "2" })
expect.equal(words.letters "日本 go", { "日", "本", "g", "o" })
expect.equal(words.letters "", {})
for _, name in ipairs { "normalise", "same", "split", "contains", "letters" } do
  expect.refusal("words." .. name .. ": expected a string, got nil", words[name])
  expect.refusal("words." .. name .. ": expected a string, got a table", words[name], {}, {})
end
