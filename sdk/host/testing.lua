-- `parlor.test`, with which authors test their games: named cases, and matches in separate Lua
-- states. A request about a match goes to Swift (`host.test`), which answers with data. A failed
-- expectation is an error at the author's line.

local testing = { cases = {}, public = {} }
local public, handles = testing.public, {}
local type, error, pairs, ipairs, tostring, tointeger = type, error, pairs, ipairs, tostring, math.tointeger

local most_cases <const>, longest_name <const> = 1000, 200
local deepest <const> = 64 -- levels of tables within tables; no state has more

-- Returns a value as errors show it: on one line, cut to a bounded length.
local function shown(value, depth)
  if type(value) == "string" then return ("%q"):format(#value > 60 and value:sub(1, 60) .. "..." or value):gsub("\n", "n") .. "" end
  if type(value) == "function" then return "a function" end
  if type(value) ~= "table" then return tostring(value) end
  if (depth or 0) == 3 then return "{ ... }" end
  local parts, count = {}, 0
  for key, item in pairs(value) do
    count = count + 1
    if count > 12 then
      parts[count] = "..."
      break
    end
    local name = type(key) == "string" and key .. " = " or tointeger(key) == #parts + 1 and "" or "[" .. tostring(key) .. "] = "
    parts[count] = name .. shown(item, (depth or 0) + 1)
  end
  return count == 0 and "{}" or "{ " .. table.concat(parts, ", ") .. " }"
end

-- Returns the step of a path that leads to a key.
local function step_to(key) return type(key) == "string" and "." .. key or "[" .. tostring(key) .. "]" end

-- Returns the first place where two values differ: its path and both values; nothing if they are
-- the same.
local function difference(found, expected, path, depth)
  if type(found) ~= "table" or type(expected) ~= "table" or depth > deepest then
    if found == expected then return nil end
    return path, found, expected
  end
  for key, value in pairs(expected) do
    local at, one, other = difference(found[key], value, path .. step_to(key), depth + 1)
    if at then return at, one, other end
  end
  -- the keys of `expected` were compared above; comparing them again would double the work at each
  -- level
  for key, value in pairs(found) do
    if expected[key] == nil then return path .. step_to(key), value, nil end
  end
end

local function compare(what, found, expected, level)
  local at, one, other = difference(found, expected, what, 0)
  if at then error(("%s: expected %s, got %s"):format(at, shown(other), shown(one)), level + 1) end
end

--- Adds a test. `body` runs on its own, and the test fails with the first error in it.
function public.case(name, body)
  if type(name) ~= "string" or name == "" or #name > longest_name then
    error("test.case: expected a name of 1 to " .. longest_name .. " bytes, got " .. shown(name), 2)
  end
  if type(body) ~= "function" then error("test.case: expected a function, got " .. shown(body), 2) end
  if testing.running then error("test.case: a test can't begin within another one", 2) end
  if #testing.cases == most_cases then error("test.case: a file has at most " .. most_cases .. " tests", 2) end
  testing.cases[#testing.cases + 1] = { name = name, body = body }
end

--- Fails unless both values are the same. Tables are compared by their contents.
function public.equal(found, expected) compare("value", found, expected, 2) end

--- Fails unless `body` raises an error that contains `text`.
function public.fails(body, text)
  if type(body) ~= "function" then error("test.fails: expected a function, got " .. shown(body), 2) end
  local ok, message = pcall(body)
  if ok then error("expected an error, and there was none", 2) end
  if text ~= nil and not tostring(message):find(text, 1, true) then
    error(("expected an error with %s in it, got: %s"):format(shown(text), tostring(message)), 2)
  end
end

-- Sends Swift a request about a match, and returns the answer. An error in the answer is raised at
-- the author's line.
local function ask(level, ...)
  local answer = host.test(...)
  if answer.error then error(answer.error, level + 1) end
  return answer
end

local methods = {}

local function id_of(match, caller, level)
  local id = handles[match]
  if not id then error(caller .. ": expected a match (call it as match:" .. caller .. "(…))", level + 1) end
  return id
end

local function seat_of(seat, caller, level)
  local number = type(seat) == "number" and tointeger(seat)
  if not number then error(caller .. ": expected a seat as a number, got " .. shown(seat), level + 1) end
  return number
end

local function text_of(text, caller, level)
  if type(text) == "number" and tointeger(text) then return ("%d"):format(text) end
  if type(text) ~= "string" then error(caller .. ": expected a move's text, got " .. shown(text), level + 1) end
  return text
end

--- Creates a match in which nobody has moved yet: `test.match { seats = 2, options = { size = 3 },
--- seed = 1 }`.
function public.match(setup)
  if setup ~= nil and type(setup) ~= "table" then error("test.match: expected a table, got " .. shown(setup), 2) end
  for key in pairs(setup or {}) do
    if key ~= "seats" and key ~= "options" and key ~= "seed" then
      error("test.match: expected seats, options and seed, got " .. shown(key), 2)
    end
  end
  local answer = ask(2, "begin", setup or {})
  local match = setmetatable({}, { __index = methods })
  handles[match] = answer.id
  return match
end

--- Plays moves. The arguments are a seat and its move, and any number of further pairs.
function methods.play(match, ...)
  local id, count = id_of(match, "play", 2), select("#", ...)
  if count == 0 or count % 2 == 1 then error("play: expected a seat and its move, and further pairs of them", 2) end
  local given = { ... }
  for at = 1, count, 2 do
    ask(2, "play", id, seat_of(given[at], "play", 2), text_of(given[at + 1], "play", 2))
  end
  return match
end

--- Makes a seat leave: `why` is "resigned" (the default), "claimed" or "timeout".
function methods.leave(match, seat, why)
  ask(2, "leave", id_of(match, "leave", 2), seat_of(seat, "leave", 2), text_of(why or "resigned", "leave", 2))
  return match
end

--- Fails unless the move is refused, with this code if one is given. Returns the sentence.
function methods.refused(match, seat, text, code)
  local move = text_of(text, "refused", 2)
  local answer = ask(2, "refused", id_of(match, "refused", 2), seat_of(seat, "refused", 2), move)
  if code ~= nil and answer.code ~= code then
    error(("%s: expected to be refused as %s, got %s: %s"):format(shown(move), shown(code), answer.code, answer.sentence), 2)
  end
  return answer.sentence
end

--- Returns the status of the match: `turn` (a seat, a list in a round, nil after the end), `ply`,
--- `outcome` ("win 1", "draw", "scores 3 -2"), `gone`, `sealed`.
function methods.status(match) return ask(2, "status", id_of(match, "status", 2)) end

--- Fails unless the status of the match has these fields.
function methods.expect(match, fields)
  local id = id_of(match, "expect", 2)
  if type(fields) ~= "table" or host.is_empty(fields) then
    error("expect: expected a table such as { turn = 2, outcome = \"win 1\" }, got " .. shown(fields), 2)
  end
  local status = ask(2, "status", id)
  for key, value in pairs(fields) do
    if key ~= "turn" and key ~= "ply" and key ~= "outcome" and key ~= "gone" and key ~= "sealed" then
      error("expect: expected turn, ply, outcome, gone or sealed, got " .. shown(key), 2)
    end
    local expected = value
    if value == false then expected = nil end -- "not over", "nobody's turn"
    compare(key, status[key], expected, 2)
  end
  return match
end

--- Returns the view of a seat, or of a spectator for nil.
function methods.view_of(match, seat)
  return ask(2, "view", id_of(match, "view_of", 2), seat == nil and 0 or seat_of(seat, "view_of", 2)).value
end

--- Returns the scene of a seat as data, or of a spectator for nil.
function methods.scene_of(match, seat, style)
  local viewer = seat == nil and 0 or seat_of(seat, "scene_of", 2)
  return ask(2, "scene", id_of(match, "scene_of", 2), viewer, text_of(style or "expanded", "scene_of", 2)).value
end

--- Returns the texts of a seat's legal moves, in their order.
function methods.moves_of(match, seat)
  return ask(2, "moves", id_of(match, "moves_of", 2), seat_of(seat, "moves_of", 2)).list
end

-- Returns the names of the cases, in their order.
function testing.names()
  local names = {}
  for place, case in ipairs(testing.cases) do names[place] = case.name end
  return names
end

-- Runs a case.
function testing.run(place)
  testing.running = true
  testing.cases[place].body()
  testing.running = false
end

return testing
