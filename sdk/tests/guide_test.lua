-- The examples of the guide's pages on hooks and stickers do what they say.
local expect = require "expect"

local here = arg[0]:match "^(.*)/[^/]*$" or "."
local function read(path)
  local file = assert(io.open(here .. "/../" .. path))
  local text = file:read "a"
  file:close()
  return text
end

local chapter = read "guide/conversation.md"
local examples = {}
for code in read "guide/hooks.md":gmatch "```lua\n(.-)```" do examples[#examples + 1] = code end
expect.equal(#examples, 2)

local game = assert(load("return { " .. examples[1] .. " }"))()
assert(load("local game = ...\n" .. examples[2]))(game)

-- A message that can't be sent is staged.
local phone = require "mock.conversation".phone(game)
phone:open()
phone.match.id, phone.visible = "a match", false
phone:touch "b2"
expect.equal({ #phone.sent, #phone.inserted, phone.store.sent }, { 0, 1 })
phone:send()
expect.equal(phone.store.sent, 1)

-- The guide and the stubs for editors name every hook of a game.
local stubs, contract = read "library/app.lua", read "host/contract.lua"
local count = 0
for hook in contract:match "\n  on = {(.-)}":gmatch '"([%l_]+)"' do
  count = count + 1
  assert(stubs:find("---@field " .. hook .. "?", 1, true), "library/app.lua lacks " .. hook)
  assert(chapter:find("`" .. hook .. "`", 1, true), "the guide lacks " .. hook)
end
expect.equal(count, 20)

-- The sticker: once for each won match, and only for the winner.
local cheers = dofile(here .. "/../guide/examples/cheers/game.lua")
phone = require "mock.conversation".phone(cheers)
phone:open()
phone.match = { id = "a match", seat = 2, outcome = { win = { 1 } }, view = { winner = 1 } }
local news = { kind = "message", url = "data:,news" }
phone:receive(news)
expect.equal(#phone.inserted, 0)
phone.match.seat = 1
for _ = 1, 2 do phone:receive(news) end
expect.equal({ #phone.inserted, phone.store.cheered }, { 1, "a match" })

-- The requested size of a live bubble.
local lights = dofile(here .. "/../guide/examples/lights/game.lua")
expect.equal(lights.on.content_size_that_fits(nil, nil, { width = 300, height = 200 }), { width = 200, height = 200 })
