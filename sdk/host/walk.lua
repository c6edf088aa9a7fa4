-- The walk from ply to ply of one match: whose turn it is, what is open, playing it, settling what follows. This is the
-- quick path; `host.referee` looks at what it leads to, and says it to Swift. After an error the whole Lua state is thrown
-- away, so nothing here cleans up after a hook that fails.
--
-- Packed results of a ply: index << 16 | seat << 8 | flags; index is the move's place in the canonical list, 0 for a
-- typed move or a leave.

local contract = require "host.contract"
local draws = require "host.draws"
local listing = require "host.listing"
local outcomes = require "host.outcomes"
local secrets = require "host.secrets"
local watch = require "host.watch"

local OVER <const>, PENDING <const>, ROUND <const>, TYPED <const> = 1, 2, 4, 8
local max_pick <const> = math.maxinteger
local rejection = outcomes.rejection
local plain = host.plain -- a list as it stands; one with a metatable, or a frozen one, is read raw into a copy

-- What the quick path from ply to ply reads stands in locals: a field of a table costs twice as much, a call of a function
-- of C ten times.
local game, moves, move_count, by_name -- the script's definition
local outcome_of, turn_of, stuck_of, resolve_with -- its hooks on that path
local random_draws, dealt       -- does the game draw at all? does the host deal?
local match, raw                -- what scripts see, and the table behind it
local stream, secret            -- draws, secrets
local guarding                  -- are there secrets to keep?
local state, outcome, last
local seats
local is_seat = {}              -- seat → the same as an integer
local turn                      -- whose turn it is; in a round, the first seat that hasn't moved
local round_count = 0           -- seats of the round; 0: it is none
local round, waiting, waiting_argument = {}, {}, {} -- the round's seats; seat → its move or false, and argument
local waiting_count = 0
local naming, namings, named = false, 0, {} -- which moves `turn` opened: all, or those whose entry in `named` is `naming`
local alone, sole               -- the game's only move, if it has one; the only one that `turn` opened
local gone, gone_count = {}, 0
local sealed
local hook = "load"             -- what is running, for error messages
local maker = "setup"           -- what made the state as it is: the last hook that may change it
local open, open_count = {}, 0  -- the open moves of the seat `gathered`, which hold their choices as `list` and `count`
local gathered, gathered_total  -- and how many there are with all choices; a typed move counts one
local last_entry

local function valid_outcome(value, from) return outcomes.valid(value, from, seats) end

local function next_seat(seat)
  repeat seat = seat % seats + 1 until not gone[seat] or gone_count == seats
  return seat
end

-- Asks a move for its choices.
local function list_choices(move, seat)
  local list
  hook = move.at_choices
  if guarding and move.secret then
    secret.lend(state, seat)
    list = secret.take_back(state, false, move.choices(state, seat, match))
  else
    list = move.choices(state, seat, match)
  end
  local read = plain(list)
  if not read then error(move.at_choices .. ": must return a list, returned a " .. type(list), 0) end
  move.list, move.count = read, #read
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
  local argument
  if guarding then
    secret.lend(state, seat)
    argument = secret.take_back(state, false, (move.forced(state, seat, match)))
  else
    argument = move.forced(state, seat, match)
  end
  if type(argument) == "table" then argument = host.raw_copy(argument) end
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
  if guarding then secret.lend(state, seat) end
  local ok = move.legal(state, seat, argument, match)
  if guarding then secret.take_back(state, false) end
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
  if type(names) ~= "table" then
    if type(names) == "string" then error(("turn: '%s' is no move of this game"):format(names), 0) end
    error("turn: the second result must be a move's name or a list of names", 0)
  end
  names = plain(names)
  local place, name = 1, names[1]
  while name ~= nil do
    if not by_name[name] then error(("turn: '%s' is no move of this game"):format(tostring(name)), 0) end
    named[name] = naming
    place = place + 1
    name = names[place]
  end
end

-- Begins a round of the seats in a list.
local function begin_round(list)
  local count = 0
  list = plain(list)
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
  maker = hook
  if move.seals then
    if guarding then secret.lend(state, seat) end
    result = move.play(state, seat, argument, match)
    if guarding then result = secret.take_back(state, true, result) end
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
    hook, maker = "resolve", "resolve"
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
    maker = hook
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
    if index <= move.count then
      local list = move.list
      if not list then return move end
      local argument = list[index]
      if argument == nil then error(move.at_choices .. ": the list has a hole", 0) end -- made after it was counted
      return move, argument
    end
    index = index - move.count
  end
end

local function packed(index, seat, flags) return index << 16 | seat << 8 | flags end

local function refused_listed(move, code, message)
  error(("%s refused a move that is listed as legal (%s: %s)"):format(move.at_play, code, message), 0)
end

-- An argument for a typed move, from its examples or range.
local function invented(move, seat, pick)
  if type(move.forced) == "function" then
    local argument = forced_argument(move, seat)
    local taken, expected = listing.typed(move.args, argument)
    if taken == nil then error(("%s: must give %s"):format(move.at_forced, expected), 0) end
    return taken
  end
  local args = move.args
  if args.type == "integer" and not args.examples then
    local span = args.max - args.min + 1 -- 0 or less where it passes what an integer holds
    return span > 0 and args.min + pick % span or args.min | pick
  end
  return args.examples[pick % #args.examples + 1]
end

local walk = {}

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
function walk.advance(pick)
  if outcome then error("the match is over", 0) end
  local seat = turn
  local total = gathered == seat and gathered_total or gather(seat)
  if total == 0 then no_moves(seat) end
  local move, argument, index = open[1], nil, nil
  if move.simple and open_count == 1 then
    index = pick % total + 1
    argument = move.list[index]
    if argument == nil then error(move.at_choices .. ": the list has a hole", 0) end
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
function walk.replay(entry)
  local seat, index = entry & 0xff, entry >> 8
  if outcome or not walk.may_move(seat) then return -1 end
  gather(seat)
  local move, argument = at_index(index)
  if not move or not is_legal(seat, move, argument) then return -1 end
  local flags = enter(seat, move, argument)
  return flags and packed(index, seat, flags) or -1
end

-- Is this seat to move, and hasn't it moved in this round?
function walk.may_move(seat)
  if outcome then return false end
  if round_count == 0 then return turn == seat end
  return waiting[seat] == false and not gone[seat]
end

-- A seat leaves: it resigned, or was claimed against. A round that is under way starts anew. What follows is up to the
-- game's `leave` and `outcome`. Returns a packed result.
function walk.leave(seat, why)
  if outcome or gone[seat] then return packed(0, seat, outcome and OVER or 0) end
  raw.ply = raw.ply + 1
  gone[seat], gone_count = true, gone_count + 1
  local left = {}
  for other = 1, seats do
    if not gone[other] then left[#left + 1] = other end
  end
  if game.leave then
    hook, maker = "leave", "leave"
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

local function forget()
  last, outcome, gathered, naming, sole, round_count = 0, nil, nil, false, alone, 0
  gone_count, raw.ply = 0, 0
  for seat = 1, seats do gone[seat], sealed[seat] = nil, 0 end
end

-- Makes the state. Returns nothing, or the code and sentence of a rejection.
local function set_up()
  hook, maker = "setup", "setup"
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
function walk.begin(spec)
  prepare(spec)
  return set_up()
end

-- Begins the same match anew: the quick way for playouts. Takes and returns an integer as the quick call does.
function walk.again()
  forget()
  if set_up() then error("setup: refused options that it took before", 0) end
  return outcome and OVER or 0
end

-- Sets up a match from what `save` gave.
function walk.restore(spec, saved)
  prepare(spec)
  state, maker = saved.state, "state"
  if type(state) ~= "table" or type(saved.gone) ~= "table" or type(saved.sealed) ~= "table"
    or math.type(saved.ply) ~= "integer" or saved.ply < 0 or saved.ply > 1 << 31
    or math.type(saved.last) ~= "integer" or saved.last < 0 or saved.last > seats then
    error("the saved match is incomplete", 0)
  end
  raw.ply, last = saved.ply, saved.last
  for seat = 1, seats do
    if saved.gone[seat] then gone[seat], gone_count = true, gone_count + 1 end
    local seals = saved.sealed[seat]
    sealed[seat] = math.type(seals) == "integer" and seals > 0 and seals or 0
  end
  secret.begin(state, seats, sealed)
  if saved.open then secret.open(state, seats) end
  if saved.ended then outcome = valid_outcome(saved.ended, "save") return end
  settle()
end

-- ---- what the referee needs ----

walk.gather, walk.enter, walk.is_legal, walk.forced_argument, walk.packed = gather, enter, is_legal, forced_argument, packed
walk.TYPED = TYPED

-- Forgets which moves are open, so that the next call asks the script again.
function walk.ungather() gathered = nil end

-- Says what is running now, for error messages.
function walk.at(name) hook = name end
function walk.hook() return hook end

-- Says that the state itself is being read: what is wrong with it is the doing of what made it.
function walk.at_state() hook = maker end

-- Where the match stands, all of it.
function walk.now()
  return { game = game, moves = moves, open = open, open_count = open_count, match = match, secret = secret, dealt = dealt,
    state = state, outcome = outcome, seats = seats, ply = raw.ply, last = last, gone = gone, gone_count = gone_count,
    sealed = sealed, is_round = round_count > 0 and not outcome, waiting = waiting, waiting_argument = waiting_argument }
end

-- The names of the moves that `turn` opened, or nil for all.
function walk.opened()
  if not naming then return nil end
  local names = {}
  for _, move in ipairs(moves) do
    if named[move.name] == naming then names[#names + 1] = move.name end
  end
  return names
end

-- The last move that was played: { name =, argument = }.
function walk.remember(name, argument) last_entry = { name = name, argument = argument } end
function walk.last_entry() return last_entry end

-- ---- watching ----

-- What `read` makes of the whole state, as an omniscient host sees it.
local function looked_at(read)
  if not state then return nil end
  local shown = state.secret
  local seen = secret.whole(state, seats, read)
  state.secret = shown
  return seen
end

-- What `look` finds before a hook runs is the doing of what made the state; behind it, the hook's own.
local function blaming(look)
  return function(is_behind)
    local running = hook
    if not is_behind then hook = maker end
    local found = looked_at(look)
    hook = running
    return found
  end
end

local snapshot = blaming(function(whole) return host.copy(whole, "state") end)
local bytes = blaming(function(whole) return host.encode(whole, "state", true) end)

-- From now on a write by a hook that may only look is an error. For authors: it costs more than the hooks themselves.
function walk.watch()
  outcome_of, turn_of, stuck_of = watch.guard("outcome", outcome_of, snapshot), watch.guard("turn", turn_of, snapshot),
    watch.guard("stuck", stuck_of, snapshot)
  for _, move in ipairs(moves) do
    if move.listed then move.choices = watch.guard(move.at_choices, move.choices, snapshot) end
    move.when = watch.guard(move.at_when, move.when, snapshot)
    move.forced = watch.guard(move.at_forced, move.forced, snapshot)
    move.legal = watch.guard_often(move.at_legal, move.legal, bytes)
    move.format = watch.guard_often(move.at_format, move.format, bytes)
  end
end

-- ---- loading ----

-- Takes the value that the script returned. Returns what contract.inspect does.
function walk.load(definition)
  local problems, facts, copy = contract.inspect(definition)
  if #problems > 0 then return problems, facts end
  game = copy
  moves = listing.moves(game)
  move_count, alone = #moves, #moves == 1 and moves[1] or nil
  outcome_of, turn_of, stuck_of, resolve_with = game.outcome, game.turn, game.stuck, game.resolve
  dealt, random_draws = facts.deal == "host", facts.chance ~= "none"
  stream = draws.new(random_draws)
  secret = secrets.new(facts.secretive, dealt)
  guarding = secret.guarding
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

return walk
