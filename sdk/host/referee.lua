-- The referee: the functions that Swift calls for one match of one game. Swift stores the log and
-- decides what to do after a failure, and `host.turns` plays each ply. Swift needs a single call
-- into Lua for each function. Functions that a match may never need are in other modules, which are
-- loaded on first use.

local definition = require "host.definition"
local turns = require "host.turns"

local referee = {
  load = turns.load, outline = definition.outline, begin = turns.begin, again = turns.again, advance = turns.advance,
  play_on = turns.play_on, replay = turns.replay, leave = turns.leave, hook = turns.hook, last_entry = turns.last_entry,
  watch = turns.watch, ungather = turns.ungather, standing = turns.turn,
  bound = turns.bound, void = turns.void, tries = turns.tries, void_setup = turns.void_setup,
  changed = turns.changed, allow_rough = turns.allow_rough,
}

-- Returns the status of the match: who is to move, the ply, the outcome, who has left and the
-- seals.
function referee.status()
  local now = turns.now()
  local who, gone = {}, {}
  for seat = 1, now.seats do
    if turns.may_move(seat) then who[#who + 1] = seat end
    if now.gone[seat] then gone[#gone + 1] = seat end
  end
  return { turn = who, ply = now.ply, outcome = now.outcome, round = now.is_round, only = turns.opened(), gone = gone,
    sealed = host.copy(now.sealed) }
end

local elsewhere = {
  play_logged = "host.moves", legal = "host.moves", count = "host.moves",
  only = "host.moves", describe = "host.moves",
  view = "host.looks", view_bytes = "host.looks", scene = "host.looks", message = "host.looks", prompts = "host.looks",
  evaluate = "host.looks",
  seal = "host.moves", name_at = "host.audit", play_opened = "host.moves", fault = "host.audit",
  position = "host.position", stand = "host.position", find_move = "host.moves", find_named = "host.moves",
  play_chosen = "host.moves",
  state_bytes = "host.saving", standing_bytes = "host.saving", save = "host.saving", restore = "host.saving",
  closed = "host.saving",
}

-- Returns the function of this name from the module that has it, or nil if no module has it.
function referee.find(name)
  local module = elsewhere[name]
  return (module and require(module) or referee)[name]
end

return referee
