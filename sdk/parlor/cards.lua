--- A deck of 52 cards. A card is a string of two characters, the rank and the suit: "as" is the ace of spades, "td" the
--- ten of diamonds. Ranks: a 2 3 4 5 6 7 8 9 t j q k. Suits: s h d c. "??" is any card that lies face down.
---
--- No function here draws at random. To shuffle a deck or to draw a random card, use `match.shuffle` or `match.random`.

local cards = {}
local error, ipairs, type, tostring, tointeger = error, ipairs, type, tostring, math.tointeger
local sub, find, remove, sort = string.sub, string.find, table.remove, table.sort

local ranks, suits = "a23456789tjqk", "shdc"
local rank_names = {
  "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
}
local values = {} -- card → value: 1 for an ace, 13 for a king
for value = 1, #ranks do
  for suit in suits:gmatch "." do values[sub(ranks, value, value) .. suit] = value end
end
local suit_names = { s = "spades", h = "hearts", d = "diamonds", c = "clubs" }

-- Returns a value as errors show it: short, and without an address.
local function shown(value)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(#value > 20 and value:sub(1, 20) .. "..." or value) end
  if kind == "table" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

-- Raises an error if `card` isn't a card. The error names the public function `caller`, and the line that called it.
local function check_card(card, caller)
  if not values[card] then
    error(("%s: expected a card such as \"as\" or \"td\", got %s"):format(caller, shown(card)), 3)
  end
end

local function check_list(list, caller, what)
  if type(list) ~= "table" then error(("%s: expected %s, got %s"):format(caller, what, shown(list)), 3) end
end

--- The 52 cards in order: the spades from ace to king, then hearts, diamonds and clubs.
---
---     local deck = match.shuffle(cards.deck())
---@return string[] deck a new list
function cards.deck()
  local deck = {}
  for suit in suits:gmatch "." do
    for rank in ranks:gmatch "." do deck[#deck + 1] = rank .. suit end
  end
  return deck
end

--- The rank of a card: a letter or a digit.
---
---     cards.rank("td")   --> "t"
---@param card string
---@return string rank one of a23456789tjqk
function cards.rank(card)
  check_card(card, "cards.rank")
  return (sub(card, 1, 1))
end

--- The suit of a card: a letter.
---
---     cards.suit("td")   --> "d"
---@param card string
---@return string suit one of shdc
function cards.suit(card)
  check_card(card, "cards.suit")
  return (sub(card, 2, 2))
end

--- The rank of a card as a number: ace 1, two 2, …, ten 10, jack 11, queen 12, king 13.
---
---     cards.value("kd")                                      --> 13
---     local points = math.min(cards.value(card), 10)         -- jack, queen and king count ten
---@param card string
---@return integer value 1 to 13
function cards.value(card)
  check_card(card, "cards.value")
  return values[card]
end

--- A card in words.
---
---     cards.name("as")   --> "ace of spades"
---     cards.name("??")   --> "a card face down"
---@param card string
---@return string
function cards.name(card)
  if card == "??" then return "a card face down" end
  check_card(card, "cards.name")
  return rank_names[values[card]] .. " of " .. suit_names[sub(card, 2, 2)]
end

--- Removes cards from the end of a deck and returns them. The end of the list is the top of the deck.
---
---     local hand = cards.deal(deck, 5)
---@param deck string[] the dealt cards are removed from it
---@param count integer
---@return string[] hand a new list
function cards.deal(deck, count)
  check_list(deck, "cards.deal", "a deck")
  local number = type(count) == "number" and tointeger(count)
  if not number or number < 0 or number > #deck then
    error(("cards.deal: expected a number of cards from 0 to %d (the deck's), got %s"):format(#deck, shown(count)), 2)
  end
  local hand = {}
  for place = 1, number do hand[place] = remove(deck) end
  return hand
end

--- Removes the given card from a hand.
---
---     if not cards.take(hand, "8h") then return parlor.reject("not_held", "You don't hold that card.") end
---@param hand string[] the card is removed from it
---@param card string
---@return boolean taken false if the hand doesn't hold the card
function cards.take(hand, card)
  check_list(hand, "cards.take", "a hand")
  check_card(card, "cards.take")
  for place, held in ipairs(hand) do
    if held == card then
      remove(hand, place)
      return true
    end
  end
  return false
end

-- Returns a number that orders the cards of a hand: by suit, then by rank.
local function order(card)
  return find(suits, sub(card, 2, 2), 1, true) * 100 + values[card]
end

--- Sorts a hand by suit (spades, hearts, diamonds, clubs), and the cards of a suit by rank, the ace first.
---
---     cards.sort(hand)
---@param hand string[] sorted in place
---@return string[] hand the same list
function cards.sort(hand)
  check_list(hand, "cards.sort", "a hand")
  for _, card in ipairs(hand) do check_card(card, "cards.sort") end
  sort(hand, function(a, b) return order(a) < order(b) end)
  return hand
end

-- In Parlor, C functions replace the functions that games call most. In unusual cases, they call the functions above.
if host and host.stand_in then host.stand_in(cards, "parlor.cards") end

return cards
