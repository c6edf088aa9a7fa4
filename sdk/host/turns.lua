-- The turn engine of one match. C functions (`host.turns`) do what happens at every ply: they find
-- whose turn it is and which moves are open, play a move, and evaluate what follows from it. This
-- module does what happens rarely: loading, setup, seats that leave, saved matches, typed
-- arguments, guards for authors. `host.referee` reports the results to Swift. After an error the
-- whole Lua state is discarded, so this module never cleans up after a hook that fails.
--
-- The packed result of a ply is index << 16 | seat << 8 | flags. The index is the move's place in
-- the canonical list, or 0 for a typed move or a leave.

local definition = require "host.definition"
local listing = require "host.listing"
local outcomes = require "host.outcomes"
local secrets = require "host.secrets"

local OVER <const> = 1

local engine = host.turns() -- the functions of Sources/Core/CLuaBoundary/turns/turns_host.c
local main, outline, facts -- the script's chunk, and what its definition declares
local game, hooks, moves -- the script's definition, its hooks as they are called, its moves in order
local match, raw, sealed -- what scripts get, the table with its fields, and each seat's number of seals
local secret, dealt      -- the guard of state.secret, and whether the host deals

local turns = { TYPED = 8, advance = engine.advance, again = engine.again, play_on = engine.play_on, replay = engine.replay,
  turn = engine.turn, open = engine.open, may_move = engine.may_move, ungather = engine.ungather, at = engine.at,
  at_state = engine.at_state, hook = engine.hook, last_entry = engine.last_entry, seal = engine.seal, may_seal = engine.may_seal,
  is_unknown = engine.is_unknown, at_index = engine.at_index, refused = engine.refused, start = engine.begin,
  bound = engine.bound, void = engine.void, tries = engine.tries,
  fresh = engine.fresh, changed = engine.changed, allow_rough = engine.allow_rough }

local function packed(seat) return seat << 8 | (engine.standing().outcome and OVER or 0) end

-- Returns the next seat that hasn't left. Scripts know this as match.next.
local function next_seat(seat)
  local seats = raw.seats
  repeat seat = seat % seats + 1 until not engine.is_gone(seat)
  return seat
end

local most_invented <const> = 64 -- the most numbers of a range that are tried

-- Returns an argument for a typed move. Tries the move's examples, or else the numbers of its range,
-- beginning at place `pick`, and returns the first one that `legal` allows, or nil. For a forced
-- move, returns the true answer.
local function invented(number, seat, pick)
  local move = moves[number]
  if move.has_answer and not engine.is_unknown(seat) then
    local argument = engine.forced(seat, number)
    local taken, expected = listing.typed(move.args, argument)
    if taken == nil then error(("%s: must give %s"):format(move.at_forced, expected), 0) end
    return taken
  end
  local args, examples = move.args, move.args.examples
  for tried = 0, (examples and #examples or most_invented) - 1 do
    local next, argument = pick + tried, nil
    if examples then argument = examples[next % #examples + 1] else argument = listing.drawn(args, next) end
    if not move.legal or engine.legal(seat, number, argument) then return argument end
  end
end

-- Removes a seat from the match, and finds the outcome or the next turn. `hook` is the game's
-- `leave`, or nil.
local function remove(seat, why, left, hook)
  engine.count_ply()
  engine.mark_gone(seat)
  if hook then
    engine.at_leave()
    hook(engine.standing().state, seat, why, match)
  end
  if #left == 0 then
    engine.take_state()
    engine.fresh()
    engine.at "outcome"
    local result = hooks.outcome(engine.standing().state, match)
    engine.begin()
    engine.finish(result and outcomes.valid(result, "outcome", raw.seats) or { draw = true })
  elseif #left == 1 and not hook then
    engine.take_state()
    engine.finish { win = left } -- without a `leave` of the game, the last remaining seat wins
  else
    engine.settle()
  end
  engine.begin() -- fails if a question has changed the state
end

-- Makes a seat leave: it resigned, or others claimed against it. An unfinished round restarts. The
-- game's `leave` and `outcome` decide what follows. If one of the hooks fails, the seat leaves as
-- in a game without `leave`. If that fails, too, the match is over and the other seats have won.
-- With `ends`, the match is over at once, as a tie if it is "tie", and no hook is called. Returns a packed result and, after a
-- failure, the error and the name of the hook.
function turns.leave(seat, why, ends)
  local now = engine.standing()
  if now.outcome or now.gone[seat] then return packed(seat) end
  local before = require "host.position".position(-1)
  local left = {}
  for other = 1, now.seats do
    if other ~= seat and not now.gone[other] then left[#left + 1] = other end
  end
  local function finish()
    engine.count_ply()
    engine.mark_gone(seat)
    engine.finish(ends ~= "tie" and left[1] and { win = left } or { draw = true })
  end
  if ends then
    turns.stand(host.decode(before))
    finish()
    return packed(seat)
  end
  local ok, problem = pcall(remove, seat, why, left, game.leave)
  local hook = engine.hook()
  if not ok then
    turns.stand(host.decode(before))
    if not pcall(remove, seat, why, left) then
      turns.stand(host.decode(before))
      finish()
    end
  end
  if ok then return packed(seat) end
  return packed(seat), type(problem) == "string" and problem or "an error that is no text", hook
end

-- Prepares a match: { seats =, options = }.
local function prepare(spec)
  raw.seats = spec.seats
  raw.options = host.freeze(spec.options, "match.options")
  engine.prepare(spec.seats)
end

-- Starts a match. Returns nothing, or the code and sentence of a rejection.
function turns.begin(spec)
  prepare(spec)
  return engine.set_up()
end

-- Starts a match that is over as a tie and has an empty state. Swift calls this function after a
-- setup that failed when it had drawn random numbers.
function turns.void_setup(spec)
  prepare(spec)
  local state = {}
  engine.stand(state, 0, 0)
  secret.begin(state, raw.seats, sealed)
  engine.take_state()
  engine.mark_void()
  engine.finish { draw = true }
end

-- Restores everything of a position except whose turn it is.
local function take_over(saved)
  local state, seats = saved.state, raw.seats
  if type(state) ~= "table" or type(saved.gone) ~= "table" or type(saved.sealed) ~= "table"
    or math.type(saved.ply) ~= "integer" or saved.ply < 0 or saved.ply > 1 << 31
    or math.type(saved.last) ~= "integer" or saved.last < 0 or saved.last > seats then
    error("the saved match is incomplete", 0)
  end
  engine.stand(state, saved.ply, saved.last)
  for seat = 1, seats do
    if saved.gone[seat] then engine.mark_gone(seat) end
    local seals = saved.sealed[seat]
    sealed[seat] = math.type(seals) == "integer" and seals > 0 and seals or 0
  end
  secret.begin(state, seats, sealed)
  local unknown = saved.unknown or {}
  if type(unknown) ~= "table" or not (host.is_empty(unknown) or secret.guarding) then
    error("the saved match is incomplete", 0)
  end
  for seat = 1, seats do
    if unknown[seat] then
      engine.mark_unknown(seat)
      secret.hide(state, seat)
      sealed[seat] = sealed[seat] - 1 -- `hide` adds it again
    end
  end
  secret.closed = math.type(saved.closed) == "integer" and saved.closed or secret.closed
  if saved.open then
    local gone = 0
    for seat = 1, seats do gone = saved.gone[seat] and gone | 1 << seat - 1 or gone end
    secret.open(state, seats, gone)
  end
  if saved.ended then engine.finish(outcomes.valid(saved.ended, "save", seats)) end
  if saved.void then engine.mark_void() end
end

-- Sets up a match from the result of `save`.
function turns.restore(spec, saved)
  prepare(spec)
  take_over(saved)
  if saved.ended then engine.take_state() else engine.settle() end
end

-- Restores a position without calling any hook. `spec` is given if the position belongs to another
-- match than the last one.
function turns.stand(position, spec)
  if spec then prepare(spec) else engine.prepare(raw.seats) end
  take_over(position)
  if not position.ended then engine.await(position.turn, position.named, position.entered) end
  engine.note_state()
end

-- ---- for the referee ----

-- Plays one move of a seat, which must be legal. Returns the flags. If the rules reject the move,
-- returns nil, a code and a sentence. If seals must be known first, returns nil and the seats of
-- these seals, a bit for each.
function turns.enter(seat, move, argument) return engine.enter(seat, move.number, argument) end

-- Returns whether a listed move is legal for this seat with this argument. For a forced move,
-- stores the true answer as `move.answer`, if it is known here.
function turns.is_legal(seat, move, argument)
  local legal, answer = engine.legal(seat, move.number, argument)
  if move.has_answer then move.answer = answer end
  return legal
end

-- Returns the one true argument of a forced move.
function turns.forced_argument(move, seat) return engine.forced(seat, move.number) end

-- Returns the packed result of a ply.
function turns.packed(index, seat, flags) return index << 16 | seat << 8 | flags end

-- ---- names ----

local names -- seat → name; nil unless a hook runs that may call match.name

-- Returns the name of a seat. Names aren't part of a match, and another phone may know other names,
-- so no rule may call this function.
local function name_of(seat)
  if not names then
    error("match.name is there in `scene`, `message` and `prompt` only: the rules know seats, not who sits there", 2)
  end
  if math.type(seat) ~= "integer" or seat < 1 or seat > raw.seats then
    error(("match.name: expected a seat, an integer from 1 to %d"):format(raw.seats), 2)
  end
  return names[seat] or "Seat " .. seat
end

-- Calls a hook that may call match.name, with the known names. If the hook fails, the whole Lua
-- state is discarded.
function turns.naming(known, hook, ...)
  names = known or {}
  local result = hook(...)
  names = nil
  return result
end

-- The placeholder for a move that waits in a round and isn't known here, because the seat sealed
-- it.
turns.UNKNOWN = {}

-- Returns everything about the position of the match.
function turns.now()
  local now = engine.standing()
  for seat, number in pairs(now.waiting) do now.waiting[seat] = moves[number] or turns.UNKNOWN end
  now.game, now.moves, now.match, now.secret, now.dealt, now.sealed = game, moves, match, secret, dealt, sealed
  return now
end

-- Returns the names of the moves that `turn` opened, or nil if it opened all moves.
function turns.opened()
  local named = engine.standing().named
  if not named then return nil end
  local opened = {}
  for number, move in ipairs(moves) do
    if named[number] then opened[#opened + 1] = move.name end
  end
  return opened
end

-- Stores the last move that was played.
function turns.remember(name, argument) engine.remember { name = name, argument = argument } end

-- Runs `action` on the state without `state.secret`.
function turns.without_secret(action)
  engine.begin()
  local state = engine.standing().state
  local kept = state.secret
  state.secret = nil
  local result = action(state)
  state.secret = kept
  engine.note_state() -- the keys of the state may have another order now
  return result
end

-- ---- watching ----

local is_watching = false

-- Puts guards for authors around `outcome` and `format`. After any other hook that must not change
-- the state, C compares the state.
local function guard_hooks()
  hooks.outcome = require "host.watch".outcome(hooks.outcome)
  for _, move in ipairs(moves) do
    local format = move.format
    move.format = format and function(...)
      engine.begin()
      engine.at(move.at_format)
      local text = format(...)
      engine.begin()
      return text
    end
  end
end

-- Makes a hook fail if it changes the state and must not. Only for authors, because comparing the
-- state costs more than the hooks themselves.
function turns.watch()
  if is_watching then return end
  is_watching = true
  engine.watch()
  guard_hooks()
  engine.take(hooks)
end

-- ---- loading ----

local function take_hooks()
  hooks = { setup = game.setup, outcome = game.outcome, turn = game.turn, stuck = game.stuck, resolve = game.resolve }
end

-- Loads the script again, so that its variables have the values that they had before any hook ran.
-- The definition must be the same as before.
local function renew()
  host.forget_script_modules()
  local problems, _, copy = definition.read(main(), outline, facts)
  if #problems > 0 or definition.outline() ~= outline then
    error("the script returned another definition when it was loaded again", 0)
  end
  game = copy
  take_hooks()
  for number, fresh in ipairs(listing.moves(game)) do
    local move = moves[number]
    for key, value in pairs(fresh) do
      -- keep the texts of the first definition, because the C engine has pointers to them
      if type(value) == "function" or type(value) == "table" then move[key] = value end
    end
  end
  if is_watching then guard_hooks() end
  engine.replace(hooks)
  engine.note(game)
end

-- Loads a script from its chunk. `known_outline` and `known_facts` are those of a definition that
-- was read before, or nil. Returns the results of `definition.read`.
function turns.load(chunk, known_outline, known_facts)
  local problems, found, copy = definition.read(chunk(), known_outline, known_facts)
  if #problems > 0 then return problems, found end
  main, outline, facts = chunk, definition.outline(), found
  game = copy
  moves = listing.moves(game)
  dealt = facts.deal == "host"
  local draws = facts.chance ~= "none"
  local stream = host.draws(host.draw, draws)
  secret = secrets.new(facts.secretive, dealt, engine.unveil, engine.door)
  local by_name = {}
  for number, move in ipairs(moves) do
    by_name[move.name], move.number = number, number
  end
  for _, move in ipairs(moves) do
    local opened = moves[by_name[move.secret]]
    if opened then opened.opens = true end
  end
  sealed = {}
  raw = { seats = 0, ply = 0, random = stream.random, shuffle = stream.shuffle, pick = stream.pick, next = next_seat,
    name = name_of, sealed = host.freeze(sealed, "match.sealed") }
  match = host.freeze(raw, "match")
  engine.load { moves = moves, by_name = by_name, match = match, raw = raw, sealed = sealed, secret = secret,
    secretive = facts.secretive, numbers = draws and stream.numbers or nil, valid_outcome = outcomes.valid,
    rejection = outcomes.rejection, same = listing.same, invented = invented, renew = renew }
  take_hooks()
  engine.take(hooks)
  engine.note(game)
  return problems, facts
end

return turns
