-- The referee: one match of one game. Swift holds the log and decides what to do after a failure; here is what happens on
-- the way from one ply to the next. Every function it returns is one crossing. After an error the whole Lua state is
-- thrown away, so nothing here cleans up after a hook that fails.
--
-- Packed results of a ply: index << 16 | seat << 8 | flags; index is the move's place in the canonical list, 0 for a
-- typed move or a leave.

local contract = require "host.contract"
local draws = require "host.draws"
local listing = require "host.listing"
local secrets = require "host.secrets"

local OVER <const>, PENDING <const>, ROUND <const>, TYPED <const> = 1, 2, 4, 8
local max_pick <const> = math.maxinteger

-- What the quick path from ply to ply reads stands in locals: a field of a table costs twice as much, a call of a function
-- of C ten times.
local game, moves, move_count, by_name -- the script's definition
local outcome_of, turn_of, stuck_of, resolve_with -- its hooks on that path
local random_draws, dealt       -- does the game draw at all? does the host deal?
local match, raw                -- what scripts see, and the table behind it
local stream, secret            -- draws, secrets
local guarding, parts           -- are there secrets to keep? each seat's own part
local state, outcome, last
local seats
local is_seat = {}              -- seat → the same as an integer
local turn                      -- whose turn it is; in a round, the first seat that hasn't moved
local round_count = 0           -- seats of the round; 0: it is none
local round, waiting, waiting_argument = {}, {}, {} -- the round's seats; seat → its move or false, and argument
local waiting_count = 0
local naming, namings, named = false, 0, {} -- which moves `turn` opened: all, or those whose entry in `named` is `naming`
local alone, sole               -- the game's only move, if it has one; the only one that `turn` opened
local gone, gone_count
local sealed
local hook = "load"             -- what is running, for error messages
local open, open_count = {}, 0  -- the open moves of the seat `gathered`, which hold their choices as `list` and `count`
local gathered, gathered_total  -- and how many there are with all choices; a typed move counts one
local last_entry

local function next_seat(seat)
  repeat seat = seat % seats + 1 until not gone[seat] or gone_count == seats
  return seat
end

local function rejection(value)
  if type(value) ~= "table" or type(value.reject) ~= "table" then return nil end
  local code, message = value.reject.code, value.reject.message
  if type(code) ~= "string" or not code:find "^[a-z][a-z0-9_]*$" then code = "refused" end
  return code, type(message) == "string" and message or "That can't be done."
end

-- A valid outcome, or an error that says what is wrong with it.
local function valid_outcome(value, from)
  if type(value) == "table" then
    local win = value.win
    if type(win) == "table" and #win == 1 and is_seat[win[1]] then return { win = { is_seat[win[1]] } } end
    if value.draw == true then return { draw = true } end
    if type(value.win) == "table" and #value.win > 0 then
      local seen = {}
      for _, seat in ipairs(value.win) do
        if math.type(seat) ~= "integer" or seat < 1 or seat > seats or seen[seat] then
          error(("%s: parlor.win takes seats from 1 to %d, each once"):format(from, seats), 0)
        end
        seen[seat] = true
      end
      return { win = host.copy(value.win) }
    end
    if type(value.scores) == "table" then
      for seat = 1, seats do
        if type(value.scores[seat]) ~= "number" then
          error(("%s: parlor.scores takes a list with a number for each of the %d seats"):format(from, seats), 0)
        end
      end
      if #value.scores == seats then return { scores = host.copy(value.scores) } end
    end
  end
  error(from .. ": must return nil, parlor.win(seat…), parlor.draw() or parlor.scores{…}", 0)
end

-- Asks a move for its choices.
local function list_choices(move, seat)
  local list
  hook = move.at_choices
  if guarding and move.secret then
    state.secret = parts[seat]
    list = move.choices(state, seat, match)
    state.secret = secret.shown
  else
    list = move.choices(state, seat, match)
  end
  if type(list) ~= "table" then error(move.at_choices .. ": must return a list, returned a " .. type(list), 0) end
  move.list, move.count = list, #list
end

local function is_open(move, seat)
  if naming and named[move.name] ~= naming then return false end
  if not move.when then return true end
  hook = move.at_when
  return move.when(state, seat, match)
end

-- Fills `open` for a seat; returns how many moves there are.
local function gather(seat)
  if gathered == seat then return gathered_total end
  local total, n = 0, 0
  if sole and not sole.when then
    open[1], n = sole, 1
    if sole.listed then list_choices(sole, seat) end
    if sole.has_answer then sole.asked = false end
    total = sole.typed and 1 or sole.count
  else
    for i = 1, move_count do
      local move = moves[i]
      if is_open(move, seat) then
        n = n + 1
        open[n] = move
        if move.listed then list_choices(move, seat) end
        if move.has_answer then move.asked = false end
        total = total + (move.typed and 1 or move.count)
      end
    end
  end
  open_count, gathered, gathered_total = n, seat, total
  return total
end

-- The one true argument of a forced move.
local function forced_argument(move, seat)
  hook = move.at_forced
  if guarding then state.secret = parts[seat] end
  local argument = move.forced(state, seat, match)
  if guarding then state.secret = secret.shown end
  return argument
end

-- Is a listed move legal for this seat with this argument? Forced and legal may read the seat's own part.
local function is_legal(seat, move, argument)
  if move.has_answer then
    if not move.asked then move.answer, move.asked = forced_argument(move, seat), true end
    return listing.same(argument, move.answer)
  end
  if not move.legal then return true end
  hook = move.at_legal
  if guarding then state.secret = parts[seat] end
  local ok = move.legal(state, seat, argument, match)
  if guarding then state.secret = secret.shown end
  return ok and true or false
end

-- Opens only the moves that `turn` named.
local function name_moves(names)
  namings = namings + 1
  naming, sole = namings, by_name[names]
  if sole then
    named[names] = naming
    return
  end
  if type(names) == "string" then names = { names } end
  if type(names) ~= "table" then error("turn: the second result must be a move's name or a list of names", 0) end
  for _, name in ipairs(names) do
    if not by_name[name] then error(("turn: '%s' is no move of this game"):format(tostring(name)), 0) end
    named[name] = naming
  end
end

-- Begins a round of the seats in a list.
local function begin_round(list)
  local count = 0
  for seat = 1, seats do waiting[seat] = nil end
  local place, seat = 1, list[1]
  while seat ~= nil do
    if not is_seat[seat] then error(("turn: seats are numbers from 1 to %d"):format(seats), 0) end
    waiting[seat] = false
    place = place + 1
    seat = list[place]
  end
  for seat = 1, seats do
    if waiting[seat] == false and not gone[seat] then
      count = count + 1
      round[count] = seat
    end
  end
  if count == 0 then error("turn: there is no outcome, and no seat to move", 0) end
  round_count, waiting_count, turn = count, 0, round[1]
end

-- Whose turn it is, from what `turn` returned.
local function set_turn(who)
  round_count = 0
  if type(who) == "table" then return begin_round(who) end
  if who == nil then
    who = next_seat(last)
  elseif not is_seat[who] then
    error(("turn: must return a seat from 1 to %d, a list of seats, or nil"):format(seats), 0)
  end
  turn = gone[who] and next_seat(who) or is_seat[who]
end

-- After the state changed: is the match over, and if not, whose turn is it?
local function settle()
  gathered = nil
  if guarding and state.secret ~= secret.shown then
    error("state.secret was replaced: change its parts, and in secret moves only", 0)
  end
  hook = "outcome"
  local result = outcome_of(state, match)
  if result ~= nil then
    outcome = valid_outcome(result, "outcome")
    return
  end
  if turn_of then
    hook = "turn"
    local who, names = turn_of(state, match)
    if names ~= nil then name_moves(names) elseif naming then naming, sole = false, alone end
    local seat = is_seat[who]
    if seat and gone_count == 0 then
      turn, round_count = seat, 0
    else
      set_turn(who)
    end
  elseif gone_count == 0 then
    turn = last % seats + 1
  else
    turn = next_seat(last)
  end
  if stuck_of and round_count == 0 and gather(turn) == 0 then
    hook = "stuck"
    outcome = valid_outcome(stuck_of(state, turn, match), "stuck")
  end
end

-- Lets a move happen. Returns nothing, or the code and sentence of a rejection.
local function perform(seat, move, argument, ply)
  if random_draws then stream.open(ply) end
  if not move.bare and type(argument) == "table" then argument = host.copy(argument) end
  local kind = move.secret
  local result
  hook = move.at_play
  if move.seals then
    if guarding then state.secret = parts[seat] end
    result = move.play(state, seat, argument, match)
    secret.seal(state, seat)
  else
    if move.opens then secret.open(state, seats) end
    result = move.play(state, seat, argument, match)
    if kind then sealed[seat] = sealed[seat] + 1 end
  end
  if random_draws then stream.close() end
  if result ~= nil then return rejection(result) end
end

-- Plays a round's moves in seat order once the last is in. Returns as perform does.
local function play_round()
  local ply = raw.ply
  for i = 1, round_count do
    local seat = round[i]
    ply = ply + 1
    local code, message = perform(seat, waiting[seat], waiting_argument[seat], ply)
    if code then return code, message end
    last = seat
  end
  raw.ply = ply
  if resolve_with then
    hook = "resolve"
    if random_draws then stream.resume() end
    resolve_with(state, match)
    if random_draws then stream.close() end
  end
end

-- One entry of a seat, found legal. Returns the flags, or nil, code and sentence.
local function enter(seat, move, argument)
  local code, message
  if round_count > 0 then
    waiting[seat], waiting_argument[seat] = move, argument
    waiting_count = waiting_count + 1
    gathered = nil
    if waiting_count < round_count then
      local i = 1
      while waiting[round[i]] do i = i + 1 end
      turn = round[i]
      return PENDING
    end
    code, message = play_round()
    if code then return nil, code, message end
    settle()
    return ROUND | (outcome and OVER or 0)
  end
  local ply = raw.ply + 1
  if move.ordinary then -- as perform does it
    if not move.bare and type(argument) == "table" then argument = host.copy(argument) end
    hook = move.at_play
    local result = move.play(state, seat, argument, match)
    if result ~= nil then code, message = rejection(result) end
  else
    code, message = perform(seat, move, argument, ply)
  end
  if code then return nil, code, message end
  raw.ply, last = ply, seat
  settle()
  return outcome and OVER or 0
end

local function no_moves(seat)
  error(("seat %d is to move and has no legal move: let `outcome` or `stuck` end the match, or `turn` pass it on")
    :format(seat), 0)
end

-- The listed move at a canonical index and its argument, or nil.
local function at_index(index)
  for i = 1, open_count do
    local move = open[i]
    if index <= move.count then return move, move.list and move.list[index] end
    index = index - move.count
  end
end

local function packed(index, seat, flags) return index << 16 | seat << 8 | flags end

local function refused_listed(move, code, message)
  error(("%s refused a move that is listed as legal (%s: %s)"):format(move.at_play, code, message), 0)
end

-- An argument for a typed move, from its examples or range.
local function invented(move, seat, pick)
  if type(move.forced) == "function" then return forced_argument(move, seat) end
  local args = move.args
  if args.type == "integer" and not args.examples then return args.min + pick % (args.max - args.min + 1) end
  return args.examples[pick % #args.examples + 1]
end

-- ---- crossings ----

local referee = {}

-- What `pick` chooses where it isn't simply a place in one list: the move, its argument, and its index.
local function chosen(seat, total, pick)
  -- typed moves count behind the listed ones
  local index, listed = pick % total + 1, total
  for i = 1, open_count do
    if open[i].typed then listed = listed - 1 end
  end
  if index > listed then
    local nth = index - listed
    for i = 1, open_count do
      if open[i].typed then
        nth = nth - 1
        if nth == 0 then return open[i], invented(open[i], seat, pick // total), 0 end
      end
    end
  end
  local move, argument = at_index(index)
  local tried = 0
  while not is_legal(seat, move, argument) do
    index, tried = index % listed + 1, tried + 1
    if tried > listed then no_moves(seat) end
    move, argument = at_index(index)
  end
  return move, argument, index
end

-- Plays a random legal move, chosen by `pick`, for the seat whose turn it is. Returns a packed result.
function referee.advance(pick)
  if outcome then error("the match is over", 0) end
  local seat = turn
  local total = gathered == seat and gathered_total or gather(seat)
  if total == 0 then no_moves(seat) end
  local move, argument, index = open[1], nil, nil
  if move.simple and open_count == 1 then
    index = pick % total + 1
    argument = move.list[index]
  else
    move, argument, index = chosen(seat, total, pick & max_pick)
  end
  local flags, code, message = enter(seat, move, argument)
  if not flags then refused_listed(move, code, message) end
  if index == 0 then
    last_entry = { name = move.name, argument = argument }
    flags = flags | TYPED
  end
  return index << 16 | seat << 8 | flags
end

-- Plays index << 8 | seat of a log once more. Returns a packed result, or -1 if the rules refuse it.
function referee.replay(entry)
  local seat, index = entry & 0xff, entry >> 8
  if outcome or not referee.may_move(seat) then return -1 end
  gather(seat)
  local move, argument = at_index(index)
  if not move or not is_legal(seat, move, argument) then return -1 end
  local flags = enter(seat, move, argument)
  return flags and packed(index, seat, flags) or -1
end

-- Is this seat to move, and hasn't it moved in this round?
function referee.may_move(seat)
  if outcome then return false end
  if round_count == 0 then return turn == seat end
  return waiting[seat] == false and not gone[seat]
end

local function entries_of(seat)
  gather(seat)
  hook = "moves"
  return listing.entries(open, open_count, state, seat, is_legal)
end

local function play_found(seat, entry, argument, sentence)
  if not entry then return nil, argument, sentence end
  local move = entry.move
  if entry.args and type(move.forced) == "function" and not listing.same(argument, forced_argument(move, seat)) then
    return nil, "illegal_move", ("'%s' has one true answer, and that isn't it."):format(move.name)
  end
  local flags, code, message = enter(seat, move, argument)
  if not flags then return nil, code, message, true end -- the move may have changed the state before it refused
  local text = entry.args and move.name .. " " .. tostring(argument) or entry.text
  last_entry = { name = move.name, argument = argument }
  return packed(entry.args and 0 or entry.index, seat, entry.args and flags | TYPED or flags), move.name, text,
    move.secret
end

local function refuse_turn(seat)
  if outcome then return "game_over", "The game is over." end
  if not referee.may_move(seat) then
    return "not_your_turn", round_count > 0 and waiting[seat] and "You have moved in this round; wait for the others."
      or "It isn't your turn."
  end
end

-- Plays a move by its text. Returns the packed result, the move's name, its text, and until when it is secret; or nil,
-- code, sentence, and whether the rules had begun to play it.
function referee.play(seat, text)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  return play_found(seat, listing.find(entries_of(seat), text, moves, open, open_count))
end

-- Plays a move by name and argument. Returns as `play` does.
function referee.play_named(seat, name, argument)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  return play_found(seat, listing.find_named(entries_of(seat), name, argument, moves))
end

-- A seat leaves: it resigned, or was claimed against. A round that is under way starts anew. What follows is up to the
-- game's `leave` and `outcome`. Returns a packed result.
function referee.leave(seat, why)
  if outcome or gone[seat] then return packed(0, seat, outcome and OVER or 0) end
  raw.ply = raw.ply + 1
  gone[seat], gone_count = true, gone_count + 1
  local left = {}
  for other = 1, seats do
    if not gone[other] then left[#left + 1] = other end
  end
  if game.leave then
    hook = "leave"
    game.leave(state, seat, why, match)
  end
  if #left == 0 then
    hook = "outcome"
    local result = outcome_of(state, match)
    outcome = result and valid_outcome(result, "outcome") or { draw = true }
  elseif #left == 1 and not game.leave then
    outcome = { win = left } -- without a rule of the game's own the last one wins
  else
    settle()
  end
  return packed(0, seat, outcome and OVER or 0)
end

-- The legal moves of a seat, in canonical order: { text, name, argument, index, args }.
function referee.legal(seat)
  local list = {}
  if referee.may_move(seat) then
    for i, entry in ipairs(entries_of(seat)) do
      list[i] = { text = entry.text, name = entry.move.name, argument = entry.argument, index = entry.index,
        args = entry.args, help = entry.move.help, also = entry.also }
    end
  end
  return list
end

-- Who is to move, how far the match is, how it ended.
function referee.status()
  local who = {}
  for seat = 1, seats do
    if referee.may_move(seat) then who[#who + 1] = seat end
  end
  local names
  if naming then
    names = {}
    for _, move in ipairs(moves) do
      if named[move.name] == naming then names[#names + 1] = move.name end
    end
  end
  local gone_list = {}
  for seat = 1, seats do
    if gone[seat] then gone_list[#gone_list + 1] = seat end
  end
  return { turn = who, ply = raw.ply, outcome = outcome, round = round_count > 0, only = names, gone = gone_list,
    sealed = host.copy(sealed) }
end

-- A copy of the state with the secrets that a seat may see (0: a spectator).
local function visible_state(seat)
  local copy = {}
  for key, value in pairs(state) do
    if key ~= "secret" then copy[key] = host.copy(value) end
  end
  copy.secret = secret.visible(state, seat, seats, outcome ~= nil)
  return copy
end

local function view_of(seat)
  local copy = visible_state(seat)
  if not game.view then return copy end
  if dealt then copy.secret = host.copy(state.secret) end -- the host knows, and the script picks what to show
  hook = "view"
  return game.view(copy, seat > 0 and seat or nil, match)
end

function referee.view(seat) return view_of(seat) end

-- The scene of a view, or nil where the script draws none.
function referee.scene(seat, style)
  local draw, named = game.scene, false
  if type(draw) == "table" then draw, named = draw[style] or style == "transcript" and draw.expanded, draw[style] ~= nil end
  if not draw or style == "compact" and not named then return nil end
  local view = view_of(seat)
  hook = "scene"
  return draw(view, seat > 0 and seat or nil, style, match)
end

-- The bubble's texts for an event { kind, seat, text, name }, from the spectator's view; nil without the hook.
function referee.message(event)
  if not game.message then return nil end
  local view = view_of(0)
  hook = "message"
  return game.message(view, event, match)
end

-- The canonical state: all of it, or without the secrets.
function referee.state_bytes(public)
  hook = "state"
  if public then
    local kept = state.secret
    state.secret = nil
    local bytes = host.encode(state, "state", true)
    state.secret = kept
    return bytes
  end
  return secret.whole(state, seats, function(whole) return host.encode(whole, "state", true) end)
end

-- Everything that `restore` needs, as canonical bytes.
function referee.save()
  hook = "state"
  local entries = {}
  if round_count > 0 then
    for seat = 1, seats do
      if waiting[seat] then entries[#entries + 1] = { seat, waiting[seat].name, waiting_argument[seat] } end
    end
  end
  local gone_list = {}
  for seat = 1, seats do gone_list[seat] = gone[seat] or false end
  return secret.whole(state, seats, function(whole)
    return host.encode({ state = whole, ply = raw.ply, last = last, waiting = entries, gone = gone_list,
      sealed = sealed, open = secret.is_open(), ended = gone_count > 0 and outcome or nil }, "save")
  end)
end

local function forget()
  last, outcome, gathered, naming, sole, round_count = 0, nil, nil, false, alone, 0
  gone, gone_count = {}, 0
  for seat = 1, seats do sealed[seat] = 0 end
  raw.ply = 0
end

-- Makes the state. Returns nothing, or the code and sentence of a rejection.
local function set_up()
  hook = "setup"
  if random_draws then stream.open(0) end
  state = game.setup(match)
  if random_draws then stream.close() end
  if type(state) ~= "table" then error("setup: must return the state, a table", 0) end
  local code, message = rejection(state)
  if code then return code, message end
  secret.begin(state, seats, sealed)
  settle()
end

-- Sets up a match: { seats =, options = }.
local function prepare(spec)
  seats, sealed, is_seat = spec.seats, {}, {}
  for seat = 1, seats do is_seat[seat] = seat end
  forget()
  raw.seats = seats
  raw.options = host.freeze(spec.options, "match.options")
  raw.sealed = host.freeze(sealed, "match.sealed")
end

-- Begins a match. Returns as set_up does.
function referee.begin(spec)
  prepare(spec)
  return set_up()
end

-- Begins the same match anew: the quick way for playouts. Takes and returns an integer as the quick call does.
function referee.again()
  forget()
  if set_up() then error("setup: refused options that it took before", 0) end
  return outcome and OVER or 0
end

-- Sets up a match from what `save` gave.
function referee.restore(spec, saved)
  prepare(spec)
  state = saved.state
  if type(state) ~= "table" or type(saved.gone) ~= "table" or type(saved.sealed) ~= "table"
    or math.type(saved.ply) ~= "integer" or math.type(saved.last) ~= "integer" or saved.last < 0 or saved.last > seats then
    error("the saved match is incomplete", 0)
  end
  raw.ply, last = saved.ply, saved.last
  for seat = 1, seats do
    if saved.gone[seat] then gone[seat], gone_count = true, gone_count + 1 end
    sealed[seat] = math.tointeger(saved.sealed[seat]) or 0
  end
  secret.begin(state, seats, sealed)
  if saved.open then secret.open(state, seats) end
  if saved.ended then outcome = valid_outcome(saved.ended, "save") return end
  settle()
  for _, entry in ipairs(saved.waiting or {}) do
    local flags = referee.play_named(entry[1], entry[2], entry[3])
    if not flags then error("the saved match holds a move that its rules refuse", 0) end
  end
end

local function counted(...) return select("#", ...), ... end

-- For authors: calls a function with a copy of the whole state, what a seat may know (0: a spectator), `match` and the
-- seat. Returns how many results it gave, and then those.
function referee.evaluate(expression, seat)
  local whole = secret.whole(state, seats, host.copy)
  local seen, view = pcall(view_of, seat) -- the state can be looked at even if `view` fails
  hook = "lua"
  return counted(expression(whole, seen and view or nil, match, seat > 0 and seat or nil))
end

-- The last move played by text, by name or at random: { name =, argument = }.
function referee.last_entry() return last_entry end
-- What was running when an error ended the call.
function referee.hook() return hook end

-- ---- loading ----

-- Takes the value that the script returned. Returns what contract.inspect does.
function referee.load(definition)
  local problems, facts = contract.inspect(definition)
  if #problems > 0 then return problems, facts end
  game = definition
  moves = listing.moves(game)
  move_count, alone = #moves, #moves == 1 and moves[1] or nil
  outcome_of, turn_of, stuck_of, resolve_with = game.outcome, game.turn, game.stuck, game.resolve
  dealt, random_draws = facts.deal == "host", facts.chance ~= "none"
  stream = draws.new(random_draws)
  secret = secrets.new(facts.secretive, dealt)
  guarding, parts = secret.guarding, secret.parts
  by_name = {}
  for _, move in ipairs(moves) do by_name[move.name] = move end
  for _, move in ipairs(moves) do
    if by_name[move.secret] then by_name[move.secret].opens = true end
  end
  for _, move in ipairs(moves) do move.ordinary = not (move.secret or move.opens or random_draws) end
  raw = { seats = 0, ply = 0, random = stream.random, shuffle = stream.shuffle, pick = stream.pick, next = next_seat }
  match = host.freeze(raw, "match")
  return problems, facts
end

return referee
