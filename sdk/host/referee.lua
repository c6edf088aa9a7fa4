-- The referee: what Swift asks of one match of one game. Swift holds the log and decides what to do after a failure; the
-- way from ply to ply is `host.walk`. Every function here is one crossing.

local listing = require "host.listing"
local walk = require "host.walk"

local referee = {
  load = walk.load, begin = walk.begin, again = walk.again, advance = walk.advance, replay = walk.replay,
  leave = walk.leave, hook = walk.hook, last_entry = walk.last_entry, watch = walk.watch, ungather = walk.ungather,
}

-- ---- playing by text and by name ----

local function entries_of(seat)
  walk.gather(seat)
  walk.at "moves"
  local now = walk.now()
  return listing.entries(now.open, now.open_count, now.state, seat, walk.is_legal), now
end

local function play_found(seat, entry, argument, sentence)
  if not entry then return nil, argument, sentence end
  local move = entry.move
  if entry.args and type(move.forced) == "function"
    and not listing.same(argument, walk.forced_argument(move, seat)) then
    return nil, "illegal_move", ("'%s' has one true answer, and that isn't it."):format(move.name)
  end
  local flags, code, message = walk.enter(seat, move, argument)
  if not flags then return nil, code, message, true end -- the move may have changed the state before it refused
  local text = entry.args and move.name .. " " .. tostring(argument) or entry.text
  walk.remember(move.name, argument)
  return walk.packed(entry.args and 0 or entry.index, seat, entry.args and flags | walk.TYPED or flags), move.name, text,
    move.secret
end

local function refuse_turn(seat)
  local now = walk.now()
  if now.outcome then return "game_over", "The game is over." end
  if not walk.may_move(seat) then
    return "not_your_turn", now.is_round and now.waiting[seat] and "You have moved in this round; wait for the others."
      or "It isn't your turn."
  end
end

-- Plays a move by its text. Returns the packed result, the move's name, its text, and until when it is secret; or nil,
-- code, sentence, and whether the rules had begun to play it.
function referee.play(seat, text)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  local entries, now = entries_of(seat)
  return play_found(seat, listing.find(entries, text, now.moves, now.open, now.open_count))
end

-- Plays a move by name and argument. Returns as `play` does.
function referee.play_named(seat, name, argument)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  local entries, now = entries_of(seat)
  return play_found(seat, listing.find_named(entries, name, argument, now.moves))
end

-- Plays a typed move of a log. There each move has one form: one that the list has is told by its place, and an argument
-- is what reading it gives, type and all. Returns as `play` does.
function referee.play_logged(seat, name, argument)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  local entries, now = entries_of(seat)
  local entry, value, sentence = listing.find_named(entries, name, argument, now.moves)
  if entry and not (entry.args and listing.same(value, argument)) then
    return nil, "bad_argument", ("'%s' is told in another form in logs."):format(name)
  end
  return play_found(seat, entry, value, sentence)
end

-- ---- looking ----

-- The legal moves of a seat, in canonical order: { text, name, argument, index, args }.
function referee.legal(seat)
  local list = {}
  if walk.may_move(seat) then
    for i, entry in ipairs((entries_of(seat))) do
      list[i] = { text = entry.text, name = entry.move.name, argument = entry.argument, index = entry.index,
        args = entry.args, help = entry.args and entry.move.help, also = entry.also }
    end
  end
  return list
end

-- Who is to move, how far the match is, how it ended.
function referee.status()
  local now = walk.now()
  local who, gone = {}, {}
  for seat = 1, now.seats do
    if walk.may_move(seat) then who[#who + 1] = seat end
    if now.gone[seat] then gone[#gone + 1] = seat end
  end
  return { turn = who, ply = now.ply, outcome = now.outcome, round = now.is_round, only = walk.opened(), gone = gone,
    sealed = host.copy(now.sealed) }
end

-- A copy of the state with the secrets that a seat may see (0: a spectator), lent until the call ends.
local function visible_state(now, seat)
  local state, kept = now.state, now.state.secret
  state.secret = nil
  walk.at_state()
  local copy = host.lend(state, "state")
  state.secret = kept
  copy.secret = now.secret.visible(now.state, seat, now.seats, now.outcome ~= nil)
  return copy
end

-- What a seat may know (0: a spectator).
function referee.view(seat)
  local now = walk.now()
  local copy = visible_state(now, seat)
  if not now.game.view then return copy end
  if now.dealt then copy.secret = host.lend(now.state.secret) end -- the host knows, and the script picks what to show
  walk.at "view"
  return now.game.view(copy, seat > 0 and seat or nil, now.match)
end

-- A view for a hook to draw from. What `view` itself made isn't lent.
local function lent_view(now, seat)
  local view = referee.view(seat)
  return now.game.view and host.lend(view) or view
end

-- The scene of a view, or nil where the script draws none.
function referee.scene(seat, style)
  local now = walk.now()
  local draw, named = now.game.scene, false
  if type(draw) == "table" then draw, named = draw[style] or style == "transcript" and draw.expanded, draw[style] ~= nil end
  if not draw or style == "compact" and not named then return nil end
  local view = lent_view(now, seat)
  walk.at "scene"
  return draw(view, seat > 0 and seat or nil, style, now.match)
end

-- The bubble's texts for an event { kind, seat, text, name }, from the spectator's view; nil without the hook.
function referee.message(event)
  local now = walk.now()
  if not now.game.message then return nil end
  local view = lent_view(now, 0)
  walk.at "message"
  return now.game.message(view, event, now.match)
end

local function counted(...) return select("#", ...), ... end

-- For authors: calls a function with a copy of the whole state, what a seat may know (0: a spectator), `match` and the
-- seat. Returns how many results it gave, and then those.
function referee.evaluate(expression, seat)
  local now = walk.now()
  walk.at_state()
  local whole = now.secret.whole(now.state, now.seats, function(state) return host.lend(state, "state") end)
  local seen, view = pcall(referee.view, seat) -- the state can be looked at even if `view` fails
  walk.at "lua"
  return counted(expression(whole, seen and view or nil, now.match, seat > 0 and seat or nil))
end

-- ---- bytes ----

-- The canonical state: all of it, or without the secrets.
function referee.state_bytes(public)
  local now = walk.now()
  local state = now.state
  walk.at "state"
  if public then
    local kept = state.secret
    state.secret = nil
    local bytes = host.encode(state, "state", true)
    state.secret = kept
    return bytes
  end
  return now.secret.whole(state, now.seats, function(whole) return host.encode(whole, "state", true) end)
end

-- Everything that `restore` needs, as canonical bytes.
function referee.save()
  local now = walk.now()
  walk.at "state"
  local waiting, gone = {}, {}
  for seat = 1, now.seats do
    local move = now.is_round and now.waiting[seat]
    -- the argument is a copy: two seats may have entered the same choice
    if move then waiting[#waiting + 1] = { seat, move.name, host.copy(now.waiting_argument[seat]) } end
    gone[seat] = now.gone[seat] or false
  end
  return now.secret.whole(now.state, now.seats, function(whole)
    return host.encode({ state = whole, ply = now.ply, last = now.last, waiting = waiting, gone = gone,
      sealed = now.sealed, open = now.secret.is_open(), ended = now.gone_count > 0 and now.outcome or nil }, "", true)
  end)
end

-- Sets up a match from what `save` gave. Returns the ply, and how many moves of a round wait.
function referee.restore(spec, saved)
  walk.restore(spec, saved)
  local waiting = saved.waiting or {}
  for _, entry in ipairs(waiting) do
    local played = referee.play_named(entry[1], entry[2], entry[3])
    if not played then error("the saved match holds a move that its rules refuse", 0) end
  end
  return walk.now().ply, #waiting
end

return referee
