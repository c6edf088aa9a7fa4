-- One running copy of a game on a device: the hooks of its script, and the Messages API that the
-- hooks get. Effects are staged in a list, and Swift carries them out after the hook has returned.
-- Swift needs a single call into Lua for each hook.

local behaviour = require "host.behaviour"
local definition = require "host.definition"
local parlor = require "parlor"

local most_effects <const> = 64
local largest_value <const> = 64 << 10

local hooks                       -- the hooks of the script
local effects, effect_count       -- what the running hook has staged
local waiting, requests = {}, 0   -- request → the function to call when it completes
local fresh_sessions              -- ids that Swift has made for this hook
local stored                      -- the game's store, with the changes of the hook

local app_fields, conversation_fields, match_fields = {}, {}, {}
local appearance_fields, safe_area_fields = {}, {}

local function stage(effect)
  effect_count = effect_count + 1
  if effect_count > most_effects then error(("a hook may stage %d effects"):format(most_effects), 3) end
  effects[effect_count] = effect
end

-- Stores the function that is called when a request completes. Returns the request's number.
local function asked(completion)
  requests = requests + 1
  waiting[requests] = completion
  return requests
end

local function expect(ok, sentence)
  if not ok then error(sentence, 3) end
end

-- ---- app ----

function app_fields.request_presentation_style(_, style)
  expect(style == "compact" or style == "expanded" or style == "transcript",
    'request_presentation_style: expected "compact" or "expanded"')
  stage { kind = "style", style = style }
end

function app_fields.dismiss() stage { kind = "dismiss" } end

local store = setmetatable({}, {
  __index = function(_, key) return host.copy(stored[key]) end,
  __newindex = function(_, key, value)
    expect(app_fields.presentation_style ~= "transcript", "app.store: a bubble reads it; only the open game writes it")
    expect(type(key) == "string" and key ~= "" and #key <= 256, "app.store: expected a text of 1 to 256 bytes as key")
    if value ~= nil then -- a value that can't be stored is an error here, with its path
      expect(#host.encode(value, "app.store." .. key) <= largest_value, "app.store: expected at most 64 KiB in one value")
    end
    stored[key] = host.copy(value)
    stage { kind = "store", key = key, value = host.copy(value) }
  end,
})
app_fields.store = store

-- ---- match ----

local function act(name) match_fields[name] = function() stage { kind = name } end end
for _, name in ipairs { "invite", "join", "start", "answer", "resign", "close", "again", "restage", "forget_draft", "theirs" } do act(name) end

function match_fields.begin(_, options)
  expect(options == nil or type(options) == "table", "match:begin: expected a table of options, or nothing")
  stage { kind = "begin", options = host.raw_copy(options or {}) }
end

function match_fields.claim(_, seat)
  expect(math.type(seat) == "integer", "match:claim: expected a seat")
  stage { kind = "claim", seat = seat }
end

-- Bets chips on the seat that will win, or on nobody (0). For a person without a seat.
function match_fields.bet(_, pool, chips)
  expect(math.type(pool) == "integer", "match:bet: expected a seat, or 0 for nobody")
  expect(math.type(chips) == "integer" and chips > 0, "match:bet: expected a number of chips")
  stage { kind = "bet", pool = pool, chips = chips }
end

-- Plays a move. `completion` is called when the move is drafted. At that time, `app.match` already
-- has the position after the move.
function match_fields.play(_, move, completion)
  expect(type(move) == "string", "match:play: expected a move's text")
  expect(completion == nil or type(completion) == "function", "match:play: expected a function as completion")
  local request
  if completion then request = asked(completion) end
  stage { kind = "play", move = move, request = request }
end

-- Passes a message, or a url, to the protocol. Then `did_read` is called.
function match_fields.read(_, message)
  local url = message
  if type(message) == "table" then url = rawget(message, "url") end
  expect(url == nil or type(url) == "string", "match:read: expected a message or a url")
  if url then stage { kind = "read", url = url } end
end

-- Returns the message of the last draft that was staged.
function match_fields.message() return { kind = "message", is_draft = true } end

-- ---- conversation ----

local function post(kind)
  return function(_, what, completion)
    what = type(what) == "table" and host.raw_copy(what) -- later changes have no effect
    expect(what and (what.kind == "message" or what.kind == "sticker"),
      kind .. ": expected what parlor.message, match:message or parlor.sticker made")
    expect(completion == nil or type(completion) == "function", kind .. ": expected a function as completion")
    stage { kind = kind, request = asked(completion), post = what }
  end
end

-- Adds each function under every name that Messages has for it.
for _, kind in ipairs { "insert", "send" } do
  conversation_fields[kind] = post(kind)
  conversation_fields[kind .. "_message"], conversation_fields[kind .. "_sticker"] = post(kind), post(kind)
  conversation_fields[kind .. "_text"] = function(_, text, completion)
    expect(type(text) == "string", kind .. "_text: expected a text")
    stage { kind = kind, request = asked(completion), post = { kind = "text", text = text } }
  end
  conversation_fields[kind .. "_attachment"] = function(_, path, completion)
    expect(type(path) == "string", kind .. "_attachment: expected the name of a file in the game's assets folder")
    stage { kind = kind, request = asked(completion), post = { kind = "attachment", path = path } }
  end
end

-- Adds fields with the names of Apple's Messages framework to a message, beside the short names.
local function named(message)
  if message then
    message.sender_participant_identifier, message.pending = message.sender_participant, message.is_pending
  end
  return message
end

local app_object, conversation_object, match_object

-- Returns a new session for messages: a unique id.
function parlor.session()
  if not fresh_sessions then error("parlor.session: sessions are made in hooks only", 2) end
  local id = table.remove(fresh_sessions)
  if not id then error("parlor.session: too many sessions in one hook", 2) end
  return id
end

-- Sets the fields that change from hook to hook. The methods stay the same.
local function set(fields, names, from)
  for i = 1, #names do fields[names[i]] = from and from[names[i]] end
end
local conversation_names = { "local_participant", "local_participant_identifier", "remote_participants",
  "remote_participant_identifiers", "selected_message" }
local match_names = { "id", "seat", "turn", "ply", "outcome", "award", "disputed_by", "to_move", "view", "moves", "draft",
  "draft_is_stale", "may_join", "only_answers", "superseded" }
local appearance_names = { "width", "height", "text_scale", "locale", "dark" }
local safe_area_names = { "top", "left", "bottom", "right" }

local app = { outline = definition.outline }

-- Loads a script from its chunk. `known_outline` and `known_facts` are those of a definition that
-- was read before, or nil. Returns the definition's problems, and whether it has hooks of its own.
function app.load(chunk, known_outline, known_facts)
  local problems, _, game = definition.read(chunk(), known_outline, known_facts)
  if #problems > 0 then return problems, {} end
  hooks = game.on or {}
  app_object = host.freeze(app_fields, "app")
  conversation_object = host.freeze(conversation_fields, "conversation")
  match_object = host.freeze(match_fields, "app.match")
  app_fields.match = match_object
  appearance_fields.safe_area = host.freeze(safe_area_fields, "app.appearance.safe_area")
  app_fields.appearance = host.freeze(appearance_fields, "app.appearance")
  local hooked = not host.is_empty(hooks)
  if not hooked then host.forget_modules() end -- none of the script's code runs from here on
  return problems, { hooked = hooked }
end

-- Runs a hook. `event`: { hook, style, active, appearance, conversation, match, store, sessions,
-- message, argument, request, error, last_request, context }. Returns { effects, answer,
-- last_request }.
function app.event(event)
  effects, effect_count, requests = {}, 0, event.last_request
  fresh_sessions, stored = event.sessions or {}, event.store or {}
  app_fields.presentation_style, app_fields.presentation_context = event.style, event.context
  local appearance = event.appearance -- nil if a hook is called without a view
  set(appearance_fields, appearance_names, appearance)
  set(safe_area_fields, safe_area_names, appearance and appearance.safe_area)
  local conversation = event.conversation
  named(conversation.selected_message)
  conversation.local_participant_identifier = conversation.local_participant
  conversation.remote_participant_identifiers = conversation.remote_participants
  set(conversation_fields, conversation_names, conversation)
  set(match_fields, match_names, event.match)
  app_fields.active_conversation = event.active and conversation_object or nil
  local name = event.hook
  if name == "completion" then
    local completion = waiting[event.request]
    waiting[event.request] = nil
    if completion then completion(event.error) end
    return { effects = effects, last_request = requests }
  end
  local hook = hooks[name] or behaviour[name]
  if not hook then return { effects = effects, last_request = requests } end
  local third = named(event.message)
  if event.argument ~= nil then third = event.argument end
  local answer = hook(app_object, conversation_object, third)
  return { effects = effects, answer = answer, last_request = requests }
end

return app
