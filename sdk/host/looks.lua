-- What a match shows: views, scenes, the texts of bubbles, and the whole state for authors. These
-- functions don't change the state, and they run in other Lua states than the rules: see
-- `host.position`. Swift needs a single call into Lua for each function.

local longest_choice = require "host.reading".longest_choice
local turns = require "host.turns"

local looks = {}

-- Returns a copy of the state with the secrets that a seat, or a spectator (0), may see. The copy is
-- lent: after the call into Lua, any use of it is an error.
local function visible_state(now, seat)
  turns.at_state()
  local copy = turns.without_secret(function(state) return host.lend(state, "state") end)
  copy.secret = now.secret.visible(now.state, seat, now.seats, now.outcome ~= nil)
  return copy
end

-- Returns the viewer whose view a seat gets on this device: normally the seat itself. If the seat's
-- own seals aren't known here, returns a spectator (0), because the hooks could read these seals.
local function eyes(seat) return turns.is_unknown(seat) and 0 or seat end

-- Returns the view of a seat (0: of a spectator).
function looks.view(seat)
  seat = eyes(seat)
  turns.start()
  local now = turns.now()
  local copy = visible_state(now, seat)
  if not now.game.view then return copy end
  -- the host knows all secrets, and the script's `view` picks what to show
  if now.dealt then copy.secret = host.lend(now.state.secret) end
  turns.at "view"
  return now.game.view(copy, seat > 0 and seat or nil, now.match)
end

-- Returns the view of a seat as canonical bytes, for hooks in another Lua state, in which `view`
-- has never run.
function looks.view_bytes(seat) return host.encode(looks.view(seat), "view", true, "position") end

-- Returns a view for a hook that draws: the given view, or a new one. If the script has a `view` of
-- its own, the new view is lent.
local function lent_view(now, seat, is_given, given)
  if is_given then return given end
  local view = looks.view(seat)
  if now.game.view then view = host.lend(view) end
  turns.start()
  return view
end

-- Returns the scene of a view, or nil if the script draws none. `names` has the names of seats, if
-- they are known. If `is_given` is true, the scene is drawn from the view `given`.
function looks.scene(seat, style, names, is_given, given)
  seat = eyes(seat)
  turns.start()
  local now = turns.now()
  local draw, named = now.game.scene, false
  if type(draw) == "table" then draw, named = draw[style] or style == "transcript" and draw.expanded, draw[style] ~= nil end
  if not draw or style == "compact" and not named then return nil end
  local view = lent_view(now, seat, is_given, given)
  turns.at "scene"
  return turns.naming(names, draw, view, seat > 0 and seat or nil, style, now.match)
end

-- Returns the bubble's texts for an event { kind, seat, text, name }, or nil if the script has no
-- `message`. The hook gets the spectator's view, or the view `given` if `is_given` is true.
function looks.message(event, names, is_given, given)
  turns.start()
  local now = turns.now()
  if not now.game.message then return nil end
  local view = lent_view(now, 0, is_given, given)
  turns.at "message"
  return turns.naming(names, now.game.message, view, event, now.match)
end

-- Returns the prompts of a seat's open moves: move's name → text. If the prompt is a function, it
-- gets a copy of the state with the seat's own secrets. The function isn't called if these secrets
-- aren't known here.
function looks.prompts(seat, names)
  turns.start()
  local now, found = turns.now(), {}
  if now.outcome or not turns.may_move(seat) then return found end
  for _, move in ipairs(turns.open(seat)) do
    local prompt = move.prompt
    if type(prompt) == "function" and turns.is_unknown(seat) then
      prompt = nil
    elseif type(prompt) == "function" then
      turns.fresh()
      local state = visible_state(turns.now(), seat)
      prompt = move.prompt
      turns.at(move.at_prompt)
      prompt = turns.naming(names, prompt, state, seat, now.match)
      if prompt ~= nil and (type(prompt) ~= "string" or #prompt > longest_choice) then
        error(("%s: must give a text of at most %d bytes, or nil"):format(move.at_prompt, longest_choice), 0)
      end
    end
    found[move.name] = prompt
  end
  return found
end

local function counted(...) return select("#", ...), ... end

-- Calls a function for authors with a copy of the whole state, the view of a seat (0: of a
-- spectator), `match` and the seat. Returns the number of the function's results, and then these
-- results.
function looks.evaluate(expression, seat)
  local now = turns.now()
  turns.at_state()
  local whole = now.secret.whole(now.state, now.seats, function(state) return host.lend(state, "state") end)
  local seen, view = pcall(looks.view, seat) -- authors can examine the state even if `view` fails
  turns.at "lua"
  return counted(expression(whole, seen and view or nil, now.match, seat > 0 and seat or nil))
end

return looks
