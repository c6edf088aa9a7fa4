-- match.random, shuffle and pick. Numbers are keyed by match and ply. The host's `draw(ply, block)` returns 32 bytes of SHA-256
-- in counter mode, as four integers, so no state of a generator is stored. Rejection sampling makes all numbers equally likely.

local draws = {}

local draw, type, integer_type = host.draw, type, math.type
local word_size <const> = 1 << 32
local words_in_block <const> = 8

-- `chance`: whether the game declares that it draws
function draws.new(chance)
  local stream = {}
  local pairs_of_words = { 0, 0, 0, 0 } -- the block
  local at = words_in_block             -- the number of words of it that were taken
  local ply, block = 0, 0
  local open = false

  -- Opens the stream at the first number of this ply.
  function stream.open(number) ply, block, at, open = number, 0, words_in_block, true end
  function stream.close() open = false end
  -- Opens the stream again, after the last number that was drawn.
  function stream.resume() open = true end

  local function fetch()
    pairs_of_words[1], pairs_of_words[2], pairs_of_words[3], pairs_of_words[4] = draw(ply, block)
    block, at = block + 1, 0
  end

  -- Returns 32 bits.
  local function word()
    if at == words_in_block then fetch() end
    local both = pairs_of_words[(at >> 1) + 1]
    at = at + 1
    return at & 1 == 1 and both >> 32 or both & 0xffffffff
  end

  local function check(name)
    if not chance then error("match." .. name .. ": declare `chance = true` to draw", 3) end
    if not open then error("match." .. name .. ": draw in setup, play or resolve only; looking must not change the dice", 3) end
  end

  -- Returns a number from 0 to n - 1.
  local function below(n)
    if n <= word_size then
      local w, limit = word(), word_size - word_size % n
      while w >= limit do w = word() end
      return w % n
    end
    local limit = math.maxinteger - math.maxinteger % n
    local w = (word() & 0x7fffffff) << 32 | word()
    while w >= limit do w = (word() & 0x7fffffff) << 32 | word() end
    return w % n
  end

  function stream.random(n)
    if not open then check "random" end
    if integer_type(n) ~= "integer" or n < 1 then error("match.random: takes an integer from 1 up", 2) end
    if n > word_size then return below(n) + 1 end
    local w, limit = nil, word_size - word_size % n
    repeat -- the code of `word`, repeated here because two more calls would take too long
      if at == words_in_block then fetch() end
      w = pairs_of_words[(at >> 1) + 1]
      at = at + 1
      w = at & 1 == 1 and w >> 32 or w & 0xffffffff
    until w < limit
    return w % n + 1
  end

  function stream.shuffle(list)
    if not open then check "shuffle" end
    if type(list) ~= "table" then error("match.shuffle: takes a list", 2) end
    for i = #list, 2, -1 do
      local j = below(i) + 1
      list[i], list[j] = list[j], list[i]
    end
    return list
  end

  function stream.pick(list)
    if not open then check "pick" end
    if type(list) ~= "table" or #list == 0 then error("match.pick: takes a list with something in it", 2) end
    return list[below(#list) + 1]
  end

  return stream
end

return draws
