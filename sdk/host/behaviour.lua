-- The default behaviour of a game in a conversation. A script can replace any function here by a
-- function of the same name in `on`, which gets the same arguments. The functions here use only the
-- API that scripts have.

local behaviour = {}

-- Passes a message that was opened, selected, received or sent to the protocol.
local function read(app, message)
  if message then app.match:read(message) end
end

function behaviour.did_become_active(app, conversation) read(app, conversation.selected_message) end
function behaviour.did_select(app, _, message) read(app, message) end
function behaviour.did_receive(app, _, message) read(app, message) end
function behaviour.did_start_sending(app, _, message) read(app, message) end

-- Discards the draft that the person deleted, so that the seat may sign something else in its
-- place.
function behaviour.did_cancel_sending(app) app.match:forget_draft() end

-- Plays the `move` that the person touched. Starts a match if there is none, or if the match is over
-- and the person touched the Start button. While a match is provisionally won on time, the person
-- who waits for the other seat's move may start another match, too.
function behaviour.did_touch(app, conversation, move)
  local over = app.match.outcome or app.match.award and not app.match.to_move
  -- after the end of a match, a touched move on the board is refused, like any other move
  if not app.match.id or over and not app.match.only_answers and move == "start" then
    app.match:begin()
    return
  end
  app.match:play(move, function()
    conversation:insert(app.match:message())
    -- successive plies of a seat go into one message: keep the board until the last of them
    if app.presentation_style == "expanded" and not app.match.to_move then app:request_presentation_style("compact") end
  end)
end

-- Handles the start of a match. If the person who starts the match moves first, expands the game,
-- because the message of the first move is also the invitation. Otherwise inserts an invitation.
function behaviour.did_begin(app, conversation)
  if app.match.to_move then
    app:request_presentation_style("expanded")
  else
    app.match:invite()
    conversation:insert(app.match:message())
  end
end

-- Handles a message that was read. Inserts the first of these messages that applies:
-- - the answers of the seat, if it can send nothing else;
-- - a join, if nobody can move before it;
-- - the person's moves again, if the match continued without the draft, or if another move crossed
--   the moves so that they were lost.
-- Does nothing in a bubble, because the open game does all this.
function behaviour.did_read(app, conversation)
  if app.presentation_style == "transcript" then return end
  if app.match.only_answers and not app.match.draft then
    app.match:answer() -- if the seat can move, its message contains the answer, too
  elseif app.match.may_join then
    app.match:join() -- nobody can move before the free seat is taken
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
