-- Compares parlor.cards with all kinds of cards. Returns how many calls were compared, and how many of these gave a result.

local compare = require "compare"
local reference, standin = require "reference.cards", require "parlor.cards"

return function(seed, count)
  local dice = compare.dice(seed)
  local letters = "a23456789tjqkshdcAS1?\0 "
  local odd = { "", "a", "asd", "??", 1, 22, true, false, {}, print, ("as"):rep(30), "a\0", "\0s" }
  local fine = 0
  for number = 1, count do
    local kind, card = dice(10), nil
    if kind == 1 then
      card = odd[dice(#odd + 1)]
    elseif kind < 4 then
      local first, second = dice(#letters), dice(#letters)
      card = letters:sub(first, first) .. letters:sub(second, second)
    else
      local first, second = dice(13), dice(4) + 13
      card = letters:sub(first, first) .. letters:sub(second, second)
    end
    local what = ("cards.value(%s), call %d of seed %d"):format(tostring(card), number, seed)
    if compare.calls(what, reference.value, standin.value, dice, card) then fine = fine + 1 end
    if number % 100 == 1 then compare.calls("cards.deck", reference.deck, standin.deck, dice, card) end
  end
  return count, fine
end
