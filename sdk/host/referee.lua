-- The referee: what Swift asks of one match of one game. Swift holds the log and decides what to do after a failure; the
-- way from ply to ply is `host.walk`. Every function here is one crossing. What a match may never be asked for lies in other
-- modules, which are loaded when it is.

local definition = require "host.definition"
local walk = require "host.walk"

local referee = {
  load = walk.load, outline = definition.outline, begin = walk.begin, again = walk.again, advance = walk.advance,
  play_on = walk.play_on, replay = walk.replay, leave = walk.leave, hook = walk.hook, last_entry = walk.last_entry,
  watch = walk.watch, ungather = walk.ungather, standing = walk.turn,
}

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

local elsewhere = {
  play_logged = "host.moves", legal = "host.moves", count = "host.moves",
  only = "host.moves", describe = "host.moves",
  view = "host.looks", view_bytes = "host.looks", scene = "host.looks", message = "host.looks", prompts = "host.looks",
  evaluate = "host.looks",
  seal = "host.moves", name_at = "host.audit", play_opened = "host.moves", fault = "host.audit",
  position = "host.position", stand = "host.position", find_move = "host.moves", find_named = "host.moves",
  play_chosen = "host.moves",
  state_bytes = "host.saving", standing_bytes = "host.saving", save = "host.saving", restore = "host.saving",
  closed = "host.saving", part_bytes = "host.saving",
}

-- The function of this name, wherever it is; nil if there is none.
function referee.find(name)
  local module = elsewhere[name]
  return (module and require(module) or referee)[name]
end

return referee
