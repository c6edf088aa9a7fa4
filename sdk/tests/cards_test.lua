-- cards: the deck, its names, dealing.
local cards, expect = require "parlor.cards", require "expect"

local deck, seen = cards.deck(), {}
expect.equal(#deck, 52)
for _, card in ipairs(deck) do
  assert(not seen[card])
  seen[card] = true
  expect.equal(cards.rank(card) .. cards.suit(card), card)
end
expect.equal({ deck[1], deck[13], deck[14], deck[52] }, { "as", "ks", "ah", "kc" })
expect.equal({ cards.value "as", cards.value "2h", cards.value "td", cards.value "kc" }, { 1, 2, 10, 13 })
expect.equal(cards.name "as", "ace of spades")
expect.equal(cards.name "td", "ten of diamonds")
expect.equal(cards.name "??", "a card face down")
for _, name in ipairs { "rank", "suit", "value", "name" } do
  for _, wrong in ipairs { "", "a", "1s", "as ", "AS", "sa", 5, {} } do
    expect.refusal("cards." .. name .. ": expected a card such as \"as\" or \"td\"", cards[name], wrong)
  end
  expect.refusal("got nil", cards[name])
end

-- dealing takes from the end
expect.equal(cards.deal(deck, 2), { "kc", "qc" })
expect.equal(#deck, 50)
expect.equal(cards.deal(deck, 0), {})
expect.refusal("cards.deal: expected a number of cards from 0 to 50 (the deck's), got 51", cards.deal, deck, 51)
expect.refusal("got -1", cards.deal, deck, -1)
expect.refusal("got nil", cards.deal, deck)
expect.refusal("cards.deal: expected a deck, got nil", cards.deal)
expect.equal(#deck, 50)

local hand = { "kd", "2s", "as", "2s" }
expect.equal(cards.take(hand, "2s"), true)
expect.equal(hand, { "kd", "as", "2s" })
expect.equal(cards.take(hand, "2h"), false)
expect.equal(hand, { "kd", "as", "2s" })
expect.refusal("cards.take: expected a card", cards.take, hand, "2")
expect.refusal("cards.take: expected a hand, got nil", cards.take)
assert(cards.sort(hand) == hand)
expect.equal(hand, { "as", "2s", "kd" })
local shuffled = {}
for i, card in ipairs(cards.deck()) do shuffled[i * 7 % 53] = card end
expect.equal(cards.sort(shuffled), cards.deck())
expect.refusal("cards.sort: expected a card", cards.sort, { "as", "x" })
