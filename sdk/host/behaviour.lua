-- The default behaviour of a game in a conversation. A script replaces any function here by one of
-- the same name in `on`, which gets the same arguments. Everything here uses the same API.

local behaviour = {}

-- Passes a message that was opened, selected, received or sent to the protocol.
local function read(app, message)
  if message then app.match:read(message) end
end

function behaviour.did_become_active(app, conversation) read(app, conversation.selected_message) end
function behaviour.did_select(app, _, message) read(app, message) end
function behaviour.did_receive(app, _, message) read(app, message) end
function behaviour.did_start_sending(app, _, message) read(app, message) end

-- Forgets the draft that the person took back: the seat may sign something else on the same head.
function behaviour.did_cancel_sending(app) app.match:forget_draft() end

-- Plays the `move` that the person touched, or starts a match at the Start button. A match that is
-- provisionally won on time continues if the other seat moves. The person who waits for that move
-- may start another match.
function behaviour.did_touch(app, conversation, move)
  local over = app.match.outcome or app.match.award and not app.match.to_move
  -- a move on the board of a match that is over is refused, like any move then
  if not app.match.id or over and not app.match.only_answers and move == "start" then
    app.match:begin()
    return
  end
  app.match:play(move, function()
    conversation:insert(app.match:message())
    -- several plies of a seat in a row are one message: the board stays until they are done
    if app.presentation_style == "expanded" and not app.match.to_move then app:request_presentation_style("compact") end
  end)
end

-- Handles the start of a match. The person who starts it moves before anybody hears of it, unless
-- another seat is first.
function behaviour.did_begin(app, conversation)
  if app.match.to_move then
    app:request_presentation_style("expanded")
  else
    app.match:invite()
    conversation:insert(app.match:message())
  end
end

-- Handles a message that was read. If the match continued while a draft was staged, or without our
-- move, which crossed another one, stages the move again if it is still legal. A bubble leaves that
-- to the open game.
function behaviour.did_read(app, conversation)
  if app.presentation_style == "transcript" then return end
  if app.match.only_answers and not app.match.draft then
    app.match:answer() -- otherwise the answer travels with the next move, before it
  elseif app.match.may_join then
    app.match:join() -- random draws depend on every seat: nobody moves before the seat is taken
  elseif app.match.draft_is_stale or app.match.superseded then
    app.match:restage()
  else
    return
  end
  conversation:insert(app.match:message())
end

-- Returns the size of a bubble: the greatest width, and at most the same height.
function behaviour.content_size_that_fits(_, _, max)
  return { width = max.width, height = math.min(max.height, max.width) }
end

return behaviour
