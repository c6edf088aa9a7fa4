-- Lists the moves of a seat, finds a move by its text or its name, and plays it. Swift needs a single
-- call into Lua for each function.

local listed = require "host.entries"
local listing = require "host.listing"
local reading = require "host.reading"
local turns = require "host.turns"

local moves = {}

-- Returns whether the move opens what was sealed.
local function opens(move) return move.opens and not move.seals and turns.now().secret.guarding end

local function entries_of(seat)
  turns.start()
  local open = turns.open(seat)
  turns.at "moves"
  local now = turns.now()
  return listed.of(open, #open, now.state, seat, turns.is_legal), now, open
end

-- Returns the rejection of a move that opens seals which aren't known yet: nil, a code, a sentence,
-- and the seats of these seals, a bit for each.
local function unopened(bits)
  local seats = {}
  for seat = 1, turns.now().seats do
    if bits >> seat - 1 & 1 == 1 then seats[#seats + 1] = "seat " .. seat end
  end
  return nil, "unopened_seals", "It opens what was sealed: first the seals of " .. table.concat(seats, ", ")
    .. " must be opened.", bits
end

local function refuse_turn(seat)
  local now = turns.now()
  if now.outcome then return "game_over", "The game is over." end
  if not turns.may_move(seat) then
    return "not_your_turn", now.is_round and now.waiting[seat] and "You have moved in this round; wait for the others."
      or "It isn't your turn."
  end
end

-- Returns the code and the sentence of a typed argument that is refused, because it isn't the one
-- true answer or because `legal` refuses it. Returns nothing for any other argument.
local function refuse_typed(seat, move, argument, refusal)
  turns.start()
  if move.has_answer and not turns.is_unknown(seat) and not listing.same(argument, turns.forced_argument(move, seat)) then
    return "illegal_move", ("'%s' has one true answer, and that isn't it."):format(move.name)
  end
  if not turns.is_legal(seat, move, argument) then return "illegal_move", refusal end
end

-- Plays the entry that `host.entries` found. `refusal` is the sentence to return if `legal` refuses
-- a typed argument; listed moves were checked before. Returns the packed result (see `host.turns`), the
-- move's name, its text, and its `secret`. If the move is rejected, returns nil, a code and a
-- sentence. After a rejection, the fourth result is true if the rules had started to play the move.
-- If seals must be opened first, it has a bit for the seat of each seal.
local function play_found(seat, refusal, entry, argument, sentence)
  if not entry then return nil, argument, sentence end
  local move = entry.move
  if entry.args then
    local code, message = refuse_typed(seat, move, argument, refusal)
    if code then return nil, code, message end
  end
  local flags, code, message = turns.enter(seat, move, argument)
  if math.type(code) == "integer" then return unopened(code) end
  if not flags then return nil, code, message, true end -- the rules had started to play it
  local text = entry.args and move.name .. " " .. tostring(argument) or entry.text
  turns.remember(move.name, argument)
  return turns.packed(entry.args and 0 or entry.index, seat, entry.args and flags | turns.TYPED or flags), move.name, text,
    move.secret
end

-- Returns the results of `find_move` and `find_named` for the entry that `host.entries` found.
-- `refusal` is the sentence to return if `legal` refuses a typed argument.
local function chosen(seat, refusal, entry, argument, sentence)
  if not entry then return nil, argument, sentence end
  local move = entry.move
  if entry.args then
    local code, message = refuse_typed(seat, move, argument, refusal)
    if code then return nil, code, message end
    return move.name, argument, 0, move.name .. " " .. tostring(argument), move.secret
  end
  return move.name, type(argument) == "table" and reading.text_of(argument) or argument, entry.index, entry.text, move.secret
end

-- Finds which move of a seat a typed text means. `luck` is a random number of this device, for
-- an argument that the device may draw. Returns the move's name, its argument (for a table, the
-- `text` of the table), its place in the list (0 for a typed move), its text, and its `secret`.
-- Returns nil, a code and a sentence if there is no such move.
function moves.find_move(seat, text, luck)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  local entries, now, open = entries_of(seat)
  return chosen(seat, listed.not_now(text), listed.find(entries, text, luck, now.moves, open, #open))
end

-- Finds a move by its name and argument. Returns the same results as `find_move`.
function moves.find_named(seat, name, argument)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  local entries, now = entries_of(seat)
  return chosen(seat, listed.not_so(name), listed.find_named(entries, name, argument, now.moves))
end

-- Returns whether the argument of a listed move is the argument `told`, which `find_move` returned.
local function is_chosen(own, told)
  if type(own) == "table" then return reading.text_of(own) == told end
  return listing.same(own, told)
end

-- Looks up a listed move that `find_move` found, in the list that the rules make. Returns the move,
-- its argument and its place in that list. Returns nothing if that list lacks the move. The rules know all secrets,
-- so their list may differ from the list in which `find_move` found the move.
local function listed_move(seat, name, argument, index)
  turns.start()
  local number, own = turns.at_index(seat, index)
  local move = turns.now().moves[number]
  if move and move.name == name and is_chosen(own, argument) then return move, own, index end
  for _, entry in ipairs((entries_of(seat))) do
    if not entry.args and entry.move.name == name and is_chosen(entry.argument, argument) then
      return entry.move, entry.argument, entry.index
    end
  end
end

-- Returns the typed move of this name that is open to a seat, or nothing.
local function typed_move(seat, name)
  turns.start()
  for _, move in ipairs(turns.open(seat)) do
    if move.name == name and move.typed then return move end
  end
end

-- Plays the move that `find_move` found. Returns the packed result. If the move is refused, returns
-- the same results as `play_found`.
function moves.play_chosen(seat, name, argument, index)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  local move, is_typed = nil, index == 0
  if is_typed then
    move = typed_move(seat, name)
    if move then code, message = refuse_typed(seat, move, argument, listed.not_so(name)) end
  else
    move, argument, index = listed_move(seat, name, argument, index)
    turns.fresh()
    if move and not turns.is_legal(seat, move, argument) then code, message = "illegal_move", listed.not_so(name) end
  end
  if not move then return nil, "illegal_move", listed.not_so(name) end
  if code then return nil, code, message end
  local flags
  flags, code, message = turns.enter(seat, move, argument)
  if math.type(code) == "integer" then return unopened(code) end
  if not flags then return nil, code, message, true end
  turns.remember(move.name, argument)
  return turns.packed(index, seat, is_typed and flags | turns.TYPED or flags)
end

-- Plays a move by its name and argument, as a saved round contains them. Returns the same results
-- as `play_found`.
function moves.play_named(seat, name, argument)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  local entries, now = entries_of(seat)
  return play_found(seat, listed.not_so(name), listed.find_named(entries, name, argument, now.moves))
end

local function play_strictly(seat, name, argument, takes_listed)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  local entries, now = entries_of(seat)
  local entry, value, sentence = listed.find_named(entries, name, argument, now.moves)
  if entry and not (entry.args and listing.same(value, argument) or not entry.args and takes_listed) then
    return nil, "bad_argument", ("'%s' is told in another form in logs."):format(name)
  end
  return play_found(seat, listed.not_so(name), entry, value, sentence)
end

-- Plays a typed move of a log. In a log, each move has only one form: a listed move is written as
-- its place in the list, and a typed argument as exactly the value and type that `listing.typed`
-- returns. Any other form is rejected. Returns the same results as `play_found`.
function moves.play_logged(seat, name, argument) return play_strictly(seat, name, argument, false) end

-- Plays a move by its name and argument, as a reveal contains them. The move may also be a listed
-- one. Returns the same results as `play_found`.
function moves.play_opened(seat, name, argument) return play_strictly(seat, name, argument, true) end

-- Plays a move that isn't known here because the seat sealed it. Returns the packed result. If the
-- move is refused, returns the same results as `play_found`.
function moves.seal(seat)
  local code, message = refuse_turn(seat)
  if code then return nil, code, message end
  local packed = turns.seal(seat)
  if packed < -1 then return unopened(-1 - packed) end
  if packed < 0 then return nil, "illegal_move", "There is no move that could be sealed now." end
  return packed
end

-- Returns the number of legal moves of a seat. Calls the same hooks of the script as `moves.legal`.
-- If the seat's seals aren't known here, all moves that the seat may seal count as one move.
function moves.count(seat)
  if not turns.may_move(seat) then return 0 end
  return #(entries_of(seat)) + (turns.is_unknown(seat) and turns.may_seal(seat) and 1 or 0)
end

-- Returns the text, the name and the `secret` of a seat's listed move at a place of the list, or
-- nothing if the seat has no such move.
function moves.describe(seat, index)
  if not turns.may_move(seat) then return nil end
  for _, entry in ipairs((entries_of(seat))) do
    if entry.index == index and not entry.args then return entry.text, entry.move.name, entry.move.secret end
  end
end

-- Returns whether a seat has only one entry to choose from. Every device comes to the same result:
-- `legal` and `forced` aren't called, and a typed or sealed move counts as more than one entry.
function moves.only(seat)
  local count = 0
  for _, move in ipairs(turns.may_move(seat) and turns.open(seat) or {}) do
    count = count + ((move.typed or move.secret) and 2 or move.count)
  end
  return count == 1
end

-- Returns the legal moves of a seat, in canonical order. Nearly all moves are lists, { text, name,
-- index, argument }, because a host reads such a list in a third of the time of a table with names.
-- A move with more fields is a table { text =, name =, index =, argument =, args =, … }.
function moves.legal(seat)
  local list = {}
  if turns.may_move(seat) then
    for i, entry in ipairs((entries_of(seat))) do
      local move = entry.move
      local forced = move.has_answer and move.answer ~= nil and not entry.args
      local opens = opens(move)
      if forced or opens or entry.args or entry.also then
        list[i] = { text = entry.text, name = move.name, argument = entry.argument, index = entry.index,
          args = entry.args, help = entry.args and move.help, also = entry.also,
          forced = forced or nil, opens = opens or nil }
      else
        list[i] = { entry.text, move.name, entry.index, entry.argument }
      end
    end
  end
  return list
end

return moves
