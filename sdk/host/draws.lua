-- match.random, shuffle and pick. Numbers are keyed by match and ply: the host's `draw(ply, block)` answers four integers
-- of 32 bytes of SHA-256 in counter mode, so nothing of a generator has to be kept. Rejection sampling keeps them fair.

local draws = {}

local word_size <const> = 1 << 32

-- `allowed` tells why drawing is refused, or nil.
function draws.new(chance)
  local stream = {}
  local ply, block, words, at = 0, 0, nil, 8
  local open = false

  -- The numbers of this ply may be drawn from now on, from the first.
  function stream.open(number)
    ply, block, at, open = number, 0, 8, true
  end
  function stream.close() open = false end
  -- Goes on where the last ply's numbers ended.
  function stream.resume() open = true end

  -- 32 bits
  local function word()
    if at == 8 then
      words, at = host.draw(ply, block), 0
      block = block + 1
    end
    local pair = words[(at >> 1) + 1]
    at = at + 1
    return at & 1 == 1 and pair >> 32 or pair & 0xffffffff
  end

  local function check(name)
    if not chance then error("match." .. name .. ": declare `chance = true` to draw", 3) end
    if not open then error("match." .. name .. ": draw in setup, play or resolve only; looking must not change the dice", 3) end
  end

  local function below(n)
    if n <= word_size then
      local limit = word_size - word_size % n
      local w = word()
      while w >= limit do w = word() end
      return w % n
    end
    local limit = math.maxinteger - math.maxinteger % n
    local w = (word() & 0x7fffffff) << 32 | word()
    while w >= limit do w = (word() & 0x7fffffff) << 32 | word() end
    return w % n
  end

  function stream.random(n)
    check "random"
    if math.type(n) ~= "integer" or n < 1 then error("match.random: takes an integer from 1 up", 2) end
    return below(n) + 1
  end

  function stream.shuffle(list)
    check "shuffle"
    if type(list) ~= "table" then error("match.shuffle: takes a list", 2) end
    for i = #list, 2, -1 do
      local j = below(i) + 1
      list[i], list[j] = list[j], list[i]
    end
    return list
  end

  function stream.pick(list)
    check "pick"
    if type(list) ~= "table" or #list == 0 then error("match.pick: takes a list with something in it", 2) end
    return list[below(#list) + 1]
  end

  return stream
end

return draws
