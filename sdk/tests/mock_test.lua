local expect = require "expect"
local mock = require "mock.conversation"
local parlor = require "parlor"

-- The default behaviour, through the same API.
local phone = mock.phone {}
phone:open()
expect.equal(phone.calls, { "will_become_active", "did_become_active", "view_will_appear", "view_did_appear" })
phone:touch "start"
expect.equal(phone.acts, { { kind = "begin", options = {} }, { kind = "invite" } })
expect.equal(#phone.inserted, 1)
expect.equal(phone.completions, { { request = 1 } })
phone.match.id = "m" -- `to_move` is nil: this seat isn't to move after the draft
phone:expand()
phone:touch "b2"
expect.equal(phone.acts[3], { kind = "play", move = "b2" })
expect.equal(phone.style, "compact") -- `did_touch` requested this style
expect.equal(#phone.completions, 2) -- the completion waited until the game was compact
phone:send()
expect.equal(#phone.sent, 1)
phone:receive { kind = "message", url = "?x" }
expect.equal(phone.acts[#phone.acts], { kind = "read", url = "?x" })
expect.equal(phone.calls[#phone.calls], "did_read")
phone.match.superseded = "c3"
phone:receive { kind = "message", url = "?y" }
expect.equal(phone.acts[#phone.acts], { kind = "restage" })
phone:delete()
expect.equal(phone.acts[#phone.acts], { kind = "forget_draft" })
phone:close()
phone:receive { kind = "message", url = "?z" }
expect.equal(phone.silent, { "arrival while inactive" })
expect.equal(#phone.acts, 8)

-- A bet is an act like the others.
local watching = mock.phone { on = { did_touch = function(app) app.match:bet(2, 20) end } }
watching:open()
watching:touch "bet"
expect.equal(watching.acts[#watching.acts], { kind = "bet", pool = 2, chips = 20 })

-- Hooks can read the appearance of the view at the time of the call, and can't change it.
local views = {}
local viewing = mock.phone { on = { did_touch = function(app, _, deed)
  local shown = app.appearance
  views[#views + 1] = { shown.width, shown.height - shown.safe_area.bottom, shown.text_scale, shown.locale, shown.dark }
  if deed == "write" then shown.dark = true elseif deed == "cover" then shown.safe_area.top = 1 end
end } }
viewing:open()
viewing:touch "x"
viewing.appearance.dark, viewing.appearance.width = true, 844
viewing:touch "x"
expect.equal(views, { { 390, 266, 1, "en", false }, { 844, 266, 1, "en", true } })
for _, deed in ipairs { "write", "cover" } do expect.equal(pcall(viewing.touch, viewing, deed), false) end

-- The game's own hooks.
local seen, heard = {}, {}
local function answered(error) heard[#heard + 1] = error and error.code or "fine" end
local game = { on = {
  will_become_active = function(app) seen.early = app.active_conversation == nil end,
  did_resign_active = function(app) seen.late = app.active_conversation == nil end,
  will_transition = function(app, _, style) seen.transition = app.presentation_style .. " to " .. style end,
  will_select = function(_, conversation, message) seen.before = conversation.selected_message ~= message end,
  did_select = function(_, conversation, message) seen.after = conversation.selected_message == message end,
  did_start_sending = function() end,
  view_will_appear = function(_, conversation) conversation:send(parlor.message {}, answered) end,
  did_touch = function(app, conversation, deed)
    local message = parlor.message { url = deed == "wrong" and "gopher://x" or ("x"):rep(tonumber(deed) or 1) }
    app.store.deed = deed
    local before = #heard
    conversation:insert(message, answered)
    expect.equal(#heard, before) -- a completion is called later
    message.url = "changed later"
    app:request_presentation_style "expanded"
    expect.equal(app.presentation_style, "compact")
    if deed == "fail" then error "on purpose" end
    for _ = 1, deed == "much" and 64 or 0 do app:dismiss() end
  end,
} }
phone = mock.phone(game)
phone:open()
expect.equal(heard, { 10 })
phone:touch "5000"
expect.equal(heard, { 10, "fine" })
expect.equal(#phone.staged.url, 5000)
expect.equal(phone.style, "expanded")
expect.equal(seen.transition, "compact to expanded")
phone:collapse()
for _, deed in ipairs { "fail", "much" } do
  expect.equal(pcall(phone.touch, phone, deed), false)
  expect.equal({ #phone.inserted, phone.style, phone.store.deed }, { 1, "compact", "5000" })
end
phone:touch "5001"
expect.equal(heard, { 10, "fine", 8 })
expect.equal(#phone.staged.url, 5000) -- a rejected insert leaves the draft
phone:collapse()
phone:touch "wrong"
expect.equal(phone.staged.url, nil)
expect.equal(phone.silent, { "wrong url scheme" })
phone:select { kind = "message", url = "?s" }
phone:close()
expect.equal({ seen.early, seen.late, seen.before, seen.after }, { true, true, true, true })

-- Sending requires a touch, and a context in which messages may be sent.
local sends = {}
local sending = { on = { did_start_sending = function() end, did_touch = function(_, conversation)
  for _ = 1, 2 do
    conversation:send(parlor.message { url = "?x" }, function(error) sends[#sends + 1] = error and error.code or "fine" end)
  end
end } }
phone = mock.phone(sending, "documented")
phone:open()
phone:touch "x"
phone.context = "media"
phone:touch "x"
expect.equal(sends, { "fine", 9, 11, 11 })
expect.equal(#phone.sent, 1)

-- On newer systems the second message is staged. A game can insert a message in
-- `will_resign_active`. In `did_resign_active` it can do so only in the documented profile.
sends = {}
phone = mock.phone(sending)
phone:open()
phone:touch "x"
expect.equal({ sends, #phone.sent, phone.staged.url }, { { "fine", "fine" }, 1, "?x" })
for profile, urls in pairs { modern = { "?late" }, documented = { "?late", "?gone" } } do
  phone = mock.phone({ on = {
    will_resign_active = function(_, conversation) conversation:insert(parlor.message { url = "?late" }) end,
    did_resign_active = function(_, conversation) conversation:insert(parlor.message { url = "?gone" }) end,
  } }, profile)
  phone:open()
  phone:close()
  local inserted = {}
  for index, message in ipairs(phone.inserted) do inserted[index] = message.url end
  expect.equal(inserted, urls)
end

-- The profiles: when a message is selected, and the echo of one's own message.
for profile, calls in pairs {
  modern = { "will_select", "did_select", "will_transition", "did_transition", "will_select", "did_select", "did_receive",
    "will_transition", "did_transition", "will_select", "did_select", "did_receive", "did_start_sending" },
  documented = { "will_transition", "will_select", "did_select", "did_transition", "did_receive",
    "will_transition", "did_transition", "did_start_sending" },
} do
  local on = { did_touch = function(_, conversation)
    conversation:insert(parlor.message { url = "?own", session = "s" })
  end }
  for _, name in ipairs { "did_select", "did_receive", "did_start_sending" } do on[name] = function() end end
  phone = mock.phone({ on = on }, profile)
  phone:open()
  phone.calls = {}
  phone:select { kind = "message", url = "?a", session = "s" }
  phone:receive { kind = "message", url = "?b", session = "s" }
  phone:collapse()
  phone:touch "x"
  table.remove(phone.calls) -- did_touch
  phone:send()
  phone:wait()
  expect.equal(phone.calls, calls)
end
expect.equal(pcall(mock.phone, {}, "old"), false)

-- One event has a limit of effects, and memory may be low.
phone = mock.phone { on = {
  did_read = function(app) app.match:read "?again" end,
  did_receive_memory_warning = function(app) app.match:read "?first" end,
} }
phone:open()
local ended, limit = pcall(phone.warn, phone)
expect.equal({ ended, limit:find("limit event: over 64 requests", 1, true) ~= nil }, { false, true })
phone.context = "media"
phone:receive { kind = "message", url = "?x" }
expect.equal(phone.silent, { "arrival while inactive" })

-- A bubble can read the store but not write it, and can't be dismissed.
phone = mock.phone { on = {
  did_become_active = function(app) if app.store.a then app.store.a = 2 end end,
  did_touch = function(app) app:dismiss() end,
} }
phone.style, phone.store.a = "transcript", 1
local fine, message = pcall(phone.call, phone, "did_become_active")
expect.equal(fine, false)
expect.equal(message:find("only the open game writes it", 1, true) ~= nil, true)
phone:touch "x"
expect.equal(phone.silent, { "dismiss in transcript" })
expect.equal(phone:call("content_size_that_fits", { width = 320, height = 200 }), { width = 320, height = 200 })
