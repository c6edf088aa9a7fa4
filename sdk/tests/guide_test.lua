-- The examples of the guide's chapter on conversations do what it says.
local expect = require "expect"

local here = arg[0]:match "^(.*)/[^/]*$" or "."
local file = assert(io.open(here .. "/../guide.md"))
local guide = file:read "a"
file:close()
local chapter = assert(guide:match "\n## In a conversation\n(.-)\n## ", "the guide has lost its chapter")
local examples = {}
for code in chapter:gmatch "```lua\n(.-)```" do examples[#examples + 1] = code end
expect.equal(#examples, 2)

local game = assert(load("return { " .. examples[1] .. " }"))()
assert(load("local game = ...\n" .. examples[2]))(game)

-- Where it can't be sent, it is staged.
local phone = require "mock.conversation".phone(game)
phone:open()
phone.match.id, phone.visible = "a match", false
phone:touch "b2"
expect.equal({ #phone.sent, #phone.inserted, phone.store.sent }, { 0, 1 })
phone:send()
expect.equal(phone.store.sent, 1)

-- Every hook that a game may have is in the guide, and in the annotations for editors.
local stubs = assert(io.open(here .. "/../library/app.lua")):read "a"
local contract = assert(io.open(here .. "/../host/contract.lua")):read "a"
local count = 0
for hook in contract:match "\n  on = {(.-)}":gmatch '"([%l_]+)"' do
  count = count + 1
  assert(stubs:find("---@field " .. hook .. "?", 1, true), "library/app.lua lacks " .. hook)
  assert(chapter:find("`" .. hook .. "`", 1, true), "the guide lacks " .. hook)
end
expect.equal(count, 20)
