--- A simulated phone of one person for tests: it calls the hooks of a game and records their
--- requests. Plain Lua 5.4, without host and network.
---
---     local mock = require "mock.conversation"        -- package.path holds sdk/?.lua and sdk/?/init.lua
---     local phone = mock.phone(dofile "games/mine/game.lua")
---     phone:open()
---     phone:touch("b2")
---     assert(phone.acts[1].move == "b2")               -- the calls on app.match
---     assert(#phone.inserted == 1)                     -- the staged messages, the oldest first
---     assert(phone.completions[1].error == nil)        -- the answers to requests
---     phone:send()
---     assert(#phone.sent == 1)
---
--- For scripts, the simulated phone behaves like the host:
--- - Effects happen after the hook has returned. If the hook failed, none of its effects happens.
--- - Completions are called after the hook has returned.
--- - One event may request at most 64 effects, including the effects of all hooks that follow.
--- - During a change of style or selection, hooks see the old value as long as on a real phone.
---
--- The simulated phone has no rules. Hooks read `phone.match` as `app.match`, and after
--- `match:read`, `did_read` gets `phone.verdict`. The test sets both.

local behaviour = require "host.behaviour"
local parlor = require "parlor"

local mock = {}
local most_effects <const>, longest_url <const> = 64, 5000

-- The behaviour of hosts: "modern" is a phone of today, "documented" follows Apple's documentation.
local profiles <const> = {
  modern = { follows = true, echoes = true, stages = true, drops = true },
  documented = { follows = false, echoes = false, stages = false, drops = false },
}

---@class mock.Phone
---@field style "compact" | "expanded" | "transcript"
---@field context "messages" | "media"
---@field visible boolean whether the view is on screen: `send` needs it
---@field selected table? the selected message
---@field staged table? the message in the draft field
---@field inserted table[] everything that was staged: messages, texts, stickers, attachments
---@field sent table[] everything that was sent
---@field completions { request: integer, error: table? }[] the answers to requests, in order
---@field acts table[] the calls on `app.match`: `{ kind = "play", move = "b2" }`
---@field calls string[] the hooks that were called
---@field silent string[] notes about calls that had no effect, as on a real phone
---@field store table the game's data
---@field match table the facts that hooks read as `app.match`: seat, to_move, outcome, …
---@field appearance table `app.appearance`: width, height, safe_area, text_scale, locale, dark
---@field verdict table the verdict for `did_read`
local phone = {}
phone.__index = phone

-- Returns a copy of plain data. For any other value, raises an error that names its `path`.
local function copied(value, path)
  local kind = type(value)
  if kind == "table" then
    local copy = {}
    for key, item in pairs(value) do copy[key] = copied(item, path .. "." .. tostring(key)) end
    return copy
  end
  if kind == "function" or kind == "thread" or kind == "userdata" then
    error(path .. ": expected plain data, got a " .. kind, 0)
  end
  return value
end

local function is_acceptable(url)
  local scheme = url:match "^([^:/?#]*):"
  return scheme == nil or scheme:lower() == "http" or scheme:lower() == "https" or scheme:lower() == "data"
end

-- ---- arguments of hooks ----

-- Returns a read-only table for hooks.
local function frozen(fields, name)
  return setmetatable({}, { __index = fields, __newindex = function() error(name .. ": hooks only read it", 2) end })
end

local function new_appearance(fields)
  local appearance = copied(fields, "appearance")
  appearance.safe_area = frozen(appearance.safe_area, "app.appearance.safe_area")
  return frozen(appearance, "app.appearance")
end

local function stage(self, effect)
  local effects = self._effects
  if not effects then error("only a hook can do this", 3) end
  if #effects >= most_effects then error(("a hook may stage %d effects"):format(most_effects), 3) end
  effect.is_leaving = self._is_leaving
  effects[#effects + 1] = effect
end

local function ask(self, kind, post, completion)
  self._requests = self._requests + 1
  self._waiting[self._requests] = completion
  stage(self, { kind = kind, request = self._requests, post = copied(post, kind) })
end

local function new_conversation(self)
  local conversation = { local_participant = "me", remote_participants = { "you" } }
  conversation.local_participant_identifier = conversation.local_participant
  conversation.remote_participant_identifiers = conversation.remote_participants
  for _, kind in ipairs { "insert", "send" } do
    conversation[kind] = function(_, what, completion)
      if type(what) ~= "table" or what.kind ~= "message" and what.kind ~= "sticker" then
        error(kind .. ": expected what parlor.message, match:message or parlor.sticker made", 2)
      end
      ask(self, kind, what, completion)
    end
    conversation[kind .. "_message"], conversation[kind .. "_sticker"] = conversation[kind], conversation[kind]
    conversation[kind .. "_text"] = function(_, text, completion)
      ask(self, kind, { kind = "text", text = text }, completion)
    end
    conversation[kind .. "_attachment"] = function(_, path, completion)
      ask(self, kind, { kind = "attachment", path = path }, completion)
    end
  end
  return conversation
end

local function new_match(self)
  local match = {}
  for _, kind in ipairs { "invite", "join", "start", "answer", "resign", "close", "again", "restage", "forget_draft", "theirs" } do
    match[kind] = function() stage(self, { kind = "act", act = { kind = kind } }) end
  end
  function match.begin(_, options) stage(self, { kind = "act", act = { kind = "begin", options = options or {} } }) end
  function match.claim(_, seat) stage(self, { kind = "act", act = { kind = "claim", seat = seat } }) end
  function match.bet(_, pool, chips) stage(self, { kind = "act", act = { kind = "bet", pool = pool, chips = chips } }) end
  function match.play(_, move, completion)
    stage(self, { kind = "act", act = { kind = "play", move = move }, heard = completion })
  end
  function match.read(_, message)
    local url = type(message) == "table" and message.url or message
    if url then stage(self, { kind = "act", act = { kind = "read", url = url } }) end
  end
  function match.message() return { kind = "message", is_draft = true } end
  -- read self.match at each access: the test may replace it
  return setmetatable(match, { __index = function(_, key) return self.match[key] end })
end

local function new_app(self)
  local app = { match = new_match(self) }
  function app.request_presentation_style(_, style) stage(self, { kind = "style", style = style }) end
  function app.dismiss() stage(self, { kind = "dismiss" }) end
  app.store = setmetatable({}, {
    __index = function(_, key) return copied(self._written[key], "app.store") end,
    __newindex = function(_, key, value)
      if self.style == "transcript" then error("app.store: a bubble reads it; only the open game writes it", 2) end
      if type(key) ~= "string" or key == "" or #key > 256 then
        error("app.store: expected a text of 1 to 256 bytes as key", 2)
      end
      self._written[key] = copied(value, "app.store." .. key)
      stage(self, { kind = "store", key = key, value = copied(value, "app.store") })
    end,
  })
  return app
end

--- Makes a phone with a game that isn't open yet.
---@param game parlor.Game the table that `game.lua` returns
---@param profile? "modern" | "documented" the behaviour of the host; by default modern
---@return mock.Phone
function mock.phone(game, profile)
  local flags = profiles[profile or "modern"] or error("mock.phone: expected modern or documented as profile", 2)
  local self = setmetatable({ hooks = game.on or {}, style = "compact", context = "messages", visible = false,
    is_active = false, inserted = {}, sent = {}, completions = {}, acts = {}, calls = {}, silent = {}, store = {},
    appearance = { width = 390, height = 300, safe_area = { top = 0, left = 0, bottom = 34, right = 0 }, text_scale = 1,
      locale = "en", dark = false },
    match = {}, verdict = { code = "adopt", line = "" }, _requests = 0, _waiting = {}, _held = {}, _queue = {},
    _has_touch = false, _sessions = 0, _profile = flags, _timers = {}, _count = 0 }, phone)
  self._conversation, self._app = new_conversation(self), new_app(self)
  function parlor.session()
    self._sessions = self._sessions + 1
    return ("00000000-0000-4000-8000-%012d"):format(self._sessions)
  end
  return self
end

-- ---- effects ----

local perform -- a function that carries out one effect

-- Runs a function of the game as a hook, then performs its effects.
local function run(self, name, body)
  self._effects, self._written = {}, copied(self.store, "app.store")
  self._app.presentation_style, self._app.presentation_context = self.style, self.context
  self._app.appearance = new_appearance(self.appearance)
  self._app.active_conversation = self.is_active and self._conversation or nil
  self._conversation.selected_message = self.selected
  local outer = self._is_running
  self._is_running = true
  if not outer then self._count = 0 end
  local fine, answer = pcall(body)
  local effects = self._effects
  self._effects = nil
  if not fine then
    self._is_running = outer
    error(name .. " failed, and nothing of what it asked for happens: " .. tostring(answer), 0)
  end
  local carried, problem = pcall(function()
    for _, effect in ipairs(effects) do
      self._count = self._count + 1
      if self._count > most_effects then
        error(("%s: limit event: over %d requests in one event"):format(name, most_effects), 0)
      end
      perform(self, effect)
    end
    while not outer and #self._queue > 0 do table.remove(self._queue, 1)() end
  end)
  self._is_running = outer
  if not carried then
    if not outer then self._queue = {} end -- drop the pending effects
    error(problem, 0)
  end
  return answer
end

--- Calls one hook, the game's or the default one, as the host does. Returns its result.
---@param hook string such as "did_select"
---@param third any a message, a style, a move, …
function phone:call(hook, third)
  self.calls[#self.calls + 1] = hook
  local body = self.hooks[hook] or behaviour[hook]
  if not body then return nil end
  return run(self, hook, function() return body(self._app, self._conversation, third) end)
end

local function later(self, body) self._queue[#self._queue + 1] = body end

local function answer(self, request, error)
  self.completions[#self.completions + 1] = { request = request, error = error }
  local completion = self._waiting[request]
  self._waiting[request] = nil
  if completion then run(self, "completion", function() completion(error) end) end
end

-- Returns the error of the host's first check that fails, or nil. The checks are context, url,
-- view, touch.
local function refusal(self, kind, post)
  if self.context == "media" and (post.kind == "message" or post.kind == "text") then
    return { code = 11, message = "api_unavailable_in_presentation_context" }
  end
  if post.url and #post.url > longest_url then return { code = 8, message = "url_exceeds_max_size" } end
  if kind == "insert" then return nil end
  if not self.visible then return { code = 10, message = "send_while_not_visible" } end
  if not self._has_touch and not self._profile.stages then return { code = 9, message = "send_without_recent_interaction" } end
end

local function transition(self, style)
  self:call("will_transition", style)
  self.style = style
  self:call("did_transition", style)
  if style ~= "compact" then return end
  local held = self._held
  self._held = {}
  for _, request in ipairs(held) do answer(self, request) end
end

local function request_style(self, style)
  if style == "transcript" then self.silent[#self.silent + 1] = ".transcript requested"
  elseif self.style == style or self.style == "transcript" then self.silent[#self.silent + 1] = "style unchanged"
  else transition(self, style) end
end

local function post(self, effect)
  local what = effect.post
  if what.url and not is_acceptable(what.url) then
    what.url = nil
    self.silent[#self.silent + 1] = "wrong url scheme"
  end
  local is_gone = not self.is_active and self.style ~= "transcript"
  if is_gone and self._profile.drops and not effect.is_leaving then
    self.silent[#self.silent + 1] = "insert by a game that isn't presented"
    return
  end
  local error = refusal(self, effect.kind, what)
  if error then return answer(self, effect.request, error) end
  if effect.kind == "send" and self._has_touch then
    self._has_touch = false
    self.sent[#self.sent + 1] = what
    answer(self, effect.request)
    if what.kind == "message" then self:_started(what) end
    return
  end
  self.inserted[#self.inserted + 1] = what
  if what.kind == "message" then self.staged = what end
  if is_gone then return end -- nothing can receive an answer
  if self.style == "expanded" then self._held[#self._held + 1] = effect.request else answer(self, effect.request) end
end

function perform(self, effect)
  if effect.kind == "store" then
    self.store[effect.key] = effect.value
  elseif effect.kind == "act" then
    self.acts[#self.acts + 1] = effect.act
    if effect.act.kind == "read" then self:call("did_read", copied(self.verdict, "verdict"))
    elseif effect.act.kind == "begin" then self:call "did_begin"
    elseif effect.heard then run(self, "completion", function() effect.heard() end) end
  elseif effect.kind == "style" then
    later(self, function() request_style(self, effect.style) end)
  elseif effect.kind == "dismiss" then
    later(self, function() self:close() end)
  else
    later(self, function() post(self, effect) end)
  end
end

-- ---- actions of the person, and outside events ----

--- Opens the game: from the drawer, or by a tap on the bubble of a message.
---@param message table? the tapped message
function phone:open(message)
  self.style, self.selected, self._has_touch = message and "expanded" or "compact", message, false
  self:call "will_become_active"
  self.is_active = true
  self:call "did_become_active"
  self:call "view_will_appear"
  self.visible = true
  self:call "view_did_appear"
end

--- Closes the game, or switches to another one.
function phone:close()
  if self.style == "transcript" then
    self.silent[#self.silent + 1] = "dismiss in transcript"
    return
  end
  if not self.is_active then return end
  self:_run_timers()
  self._is_leaving = true
  self:call "view_will_disappear"
  self.visible = false
  self:call "view_did_disappear"
  self:call "will_resign_active"
  self.is_active, self._is_leaving = false, nil
  self:call "did_resign_active"
end

--- Touches the node of a move, or the Start button.
function phone:touch(move)
  self._has_touch = true
  self:call("did_touch", move)
end

--- Changes the style, as the person does.
function phone:expand() if self.style == "compact" then transition(self, "expanded") end end
function phone:collapse() if self.style == "expanded" then transition(self, "compact") end end

--- Taps another bubble while the game is open. Depending on the profile, its message is selected
--- before or during the transition.
function phone:select(message)
  local function selects()
    self:call("will_select", message)
    self.selected = message
    self:call("did_select", message)
  end
  if self.style ~= "compact" then return selects() end
  if self._profile.follows then
    selects()
    return self:expand()
  end
  self:call("will_transition", "expanded")
  selects()
  self.style = "expanded"
  self:call("did_transition", "expanded")
end

-- Returns whether a message belongs to the session of the selected message.
local function is_bound(self, message)
  return message.session ~= nil and self.selected ~= nil and self.selected.session == message.session
end

local function hears(self, message)
  if self._profile.follows and is_bound(self, message) then
    self:call("will_select", message)
    self.selected = message
    self:call("did_select", message)
  end
  self:call("did_receive", message)
end

-- Calls the hooks for a sent message. With an echo, the phone receives its own message first, and
-- `did_start_sending` follows a second later.
function phone:_started(message)
  if self._profile.echoes and self.is_active and self.context ~= "media" and is_bound(self, message) then
    self._timers[#self._timers + 1] = function() self:call("did_start_sending", message) end
    hears(self, message)
  else
    self:call("did_start_sending", message)
  end
end

function phone:_run_timers()
  local timers = self._timers
  self._timers = {}
  for _, timer in ipairs(timers) do timer() end
end

--- Lets a second pass, so that the events after an echo happen.
function phone:wait() self:_run_timers() end

--- Warns the game that memory is low.
function phone:warn() self:call "did_receive_memory_warning" end

--- Delivers a message. If the game isn't open, or runs in a camera or a call, it isn't notified.
function phone:receive(message)
  if self.is_active and self.context ~= "media" then
    hears(self, message)
  else
    self.silent[#self.silent + 1] = "arrival while inactive"
  end
end

--- Taps Send, or removes the draft.
function phone:send()
  local message = assert(self.staged, "nothing is staged: insert a message first")
  self.staged = nil
  self.sent[#self.sent + 1] = message
  self:_started(message)
end

function phone:delete()
  local message = assert(self.staged, "nothing is staged: insert a message first")
  self.staged = nil
  self:call("did_cancel_sending", message)
end

return mock
