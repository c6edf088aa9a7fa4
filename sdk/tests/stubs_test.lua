-- The stubs for editors (sdk/library) have exactly the names that exist.
local expect = require "expect"

local here = arg[0]:match "^(.*)/[^/]*$" or "."
local function read(path)
  local file = assert(io.open(here .. "/../" .. path), path)
  local text = file:read "a"
  file:close()
  return text
end

local function sorted(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

-- Returns the names that the patterns find in a text, as a set.
local function names(text, ...)
  local found = {}
  for _, pattern in ipairs { ... } do
    for name in text:gmatch(pattern) do found[name] = true end
  end
  return found
end

-- Returns the fields of a class in an annotated file.
local function fields(text, class)
  local name = "%-%-%-@class " .. class:gsub("%.", "%%.")
  local rest = text:match(name .. "\n(.*)") or text:match(name .. " [^\n]*\n(.*)")
  assert(rest, class .. " is missing")
  local found = {}
  for line in rest:gmatch "([^\n]*)\n" do
    local field = line:match "^%-%-%-@field ([%w_]+)"
    if not field then break end
    found[field] = true
  end
  return found
end

local function without(set, ...)
  for _, name in ipairs { ... } do set[name] = nil end
  return set
end

local function same(what, stubs, real)
  expect.equal({ what, sorted(stubs) }, { what, sorted(real) })
end

-- The definition, against the keys of the contract.
local contract, game = read "host/contract.lua", read "library/game.lua"
local function known(key) return names(assert(contract:match("\n  " .. key .. " = {(.-)}")), '"([%l_]+)"') end
same("parlor.Game", without(fields(game, "parlor.Game"), "kind"), known "game")
same("parlor.Move", fields(game, "parlor.Move"), known "move")
same("parlor.Option", fields(game, "parlor.Option"), known "option")
same("parlor.Arguments", fields(game, "parlor.Arguments"), known "args")

-- The match that rules get.
local stub = read "library/match.lua"
local match = fields(stub, "parlor.Match")
for name in pairs(names(stub, "function match%.([%l_]+)")) do match[name] = true end
local raw = assert(read "host/turns.lua":match "\n  raw = {(.-)}")
same("parlor.Match", without(match, "options"), names(raw, "([%l_]+) ="))

-- The arguments of hooks.
local app, host = read "library/app.lua", read "host/app.lua"
local acts = {}
for list in host:gmatch "for _, name in ipairs {([^}]*)} do act%(name%) end" do
  for name in list:gmatch '"([%l_]+)"' do acts[name] = true end
end
for name in pairs(names(host, "match_fields%.([%l_]+)%(")) do acts[name] = true end
same("app.match", names(app, "function match:([%l_]+)"), acts)
same("app", names(app, "function app:([%l_]+)"), names(host, "function app_fields%.([%l_]+)"))

-- The options of a board's picture.
local boards = read "parlor/boards.lua"
same("parlor.GridOptions", fields(boards, "parlor.GridOptions"),
  names(assert(boards:match "local known = {(.-)all ="), "([%l_]+) = true"))

-- The module for tests.
local test = read "library/test.lua"
local before = _G.host
_G.host = { test = function() return { id = 0 } end }
local testing = assert(loadfile(here .. "/../host/testing.lua"))()
local real = {}
for name in pairs(testing.public) do real[name] = true end
same("parlor.test", names(test, "function test%.([%l_]+)"), real)
local methods = {}
for name in pairs(getmetatable(testing.public.match()).__index) do methods[name] = true end
same("parlor.TestMatch", names(test, "function match:([%l_]+)"), methods)
_G.host = before
