--- Helpers for games in which players type words.
---
--- Texts are UTF-8. These functions know small and large forms only of the letters a to z: "É" and "é" are different
--- letters. Every character outside of ASCII counts as a letter, so a word of another language or script stays whole.

local words = {}
local error, ipairs, type, tostring = error, ipairs, type, tostring
local gmatch, gsub, lower = string.gmatch, string.gsub, string.lower

-- Returns a value as errors show it: short, and without an address.
local function shown(value)
  local kind = type(value)
  if kind == "table" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

-- Raises an error of the public function `caller` if the value isn't a text. The error names the line that called it.
local function check_text(text, caller)
  if type(text) ~= "string" then error(("%s: expected a string, got %s"):format(caller, shown(text)), 3) end
end

local function normalised(text)
  return (gsub(lower(text), "[^a-z0-9\128-\255]+", ""))
end

local function list_of(text)
  local list = {}
  for word in gmatch(lower(text), "[a-z0-9\128-\255]+") do list[#list + 1] = word end
  return list
end

--- A text in small letters, without spaces, punctuation and other signs. Use it to compare what two people typed.
---
---     words.normalise("Ice Cream!")   --> "icecream"
---@param text string
---@return string
function words.normalise(text)
  check_text(text, "words.normalise")
  return normalised(text)
end

--- Whether two texts are the same when capitals, spaces and punctuation are ignored.
---
---     words.same("Ice Cream!", "icecream")   --> true
---@param one string
---@param other string
---@return boolean
function words.same(one, other)
  check_text(one, "words.same")
  check_text(other, "words.same")
  return normalised(one) == normalised(other)
end

--- The words of a text, in small letters.
---
---     words.split("Is it alive?")   --> { "is", "it", "alive" }
---@param text string
---@return string[] list a new list
function words.split(text)
  check_text(text, "words.split")
  return list_of(text)
end

--- Whether a text contains a word, or several words in a row, as whole words.
---
---     words.contains("Is it a cat?", "cat")      --> true
---     words.contains("Is it a cattle?", "cat")   --> false
---@param text string
---@param wanted string one or more words, with at least one letter or digit
---@return boolean
function words.contains(text, wanted)
  check_text(text, "words.contains")
  check_text(wanted, "words.contains")
  local list, sought = list_of(text), list_of(wanted)
  if #sought == 0 then error("words.contains: expected a word with a letter or digit, got none", 2) end
  for first = 1, #list - #sought + 1 do
    local same = true
    for i, word in ipairs(sought) do same = same and list[first + i - 1] == word end
    if same then return true end
  end
  return false
end

--- The letters and digits of a text, in order and unchanged. A character of several bytes is one letter.
---
---     words.letters("Café 2")   --> { "C", "a", "f", "é", "2" }
---@param text string
---@return string[] letters a new list
function words.letters(text)
  check_text(text, "words.letters")
  local letters = {}
  for letter in gmatch(text, "[a-zA-Z0-9\194-\244][\128-\191]*") do letters[#letters + 1] = letter end
  return letters
end

return words
