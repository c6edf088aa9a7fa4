-- The guide's reference is the current output of `make guide`, and its examples give the results
-- that they show.
local expect = require "expect"

local here = arg[0]:match "^(.*)/[^/]*$" or "."
local file = assert(io.open(here .. "/../guide/reference.md"))
local page = file:read "a"
file:close()
_G.reference_is_wanted = true
local made = dofile(here .. "/../../.ci/reference.lua")
_G.reference_is_wanted = nil
if page ~= made then error "sdk/guide/reference.md is older than the annotations: run `make guide`" end

-- The reference has every public function of a module.
local count = 0
for _, name in ipairs { "parlor", "grid", "scene", "cards", "dice", "words" } do
  local module = require(name == "parlor" and name or "parlor." .. name)
  for key in pairs(module) do
    if not (name == "parlor" and key == "session") then -- for the host, not in this page
      count = count + 1
      assert(page:find("\n### " .. name .. "." .. key .. "(", 1, true), "the reference lacks " .. name .. "." .. key)
    end
  end
end
assert(count > 50, "fewer functions than there should be: " .. count)

-- `call   --> value`, one per line.
local known = { board = require "parlor.grid".new(3), pairs = pairs, require = require }
for _, name in ipairs { "grid", "scene", "cards", "dice", "words" } do known[name] = require("parlor." .. name) end
local tried = 0
for line in page:gmatch "[^\n]+" do
  local call, wanted = line:match "^(%S.-)%s+%-%-> (.+)$"
  if call then
    tried = tried + 1
    local got = assert(load("return " .. call, line, "t", known))()
    expect.equal({ line, got }, { line, assert(load("return " .. wanted, line, "t", {}))() })
  end
end
assert(tried > 15, "fewer examples than there should be: " .. tried)
