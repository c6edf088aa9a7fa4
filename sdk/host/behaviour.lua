-- What a game does in a conversation where its script says nothing else. A script replaces any of these by a function of
-- the same name in `on`; it gets the same arguments, and everything done here is done through the same API.

local behaviour = {}

-- Every message that is opened, selected, received or sent goes through the protocol's table.
local function read(app, message)
  if message then app.match:read(message) end
end

function behaviour.did_become_active(app, conversation) read(app, conversation.selected_message) end
function behaviour.did_select(app, _, message) read(app, message) end
function behaviour.did_receive(app, _, message) read(app, message) end
function behaviour.did_start_sending(app, _, message) read(app, message) end

-- The person took the draft back: the seat may sign something else on the same head.
function behaviour.did_cancel_sending(app) app.match:forget_draft() end

-- The person touched something that plays `move`, or the Start button. A match that reads as won on time goes on if the
-- other seat moves; who waits for that may begin another one.
function behaviour.did_touch(app, conversation, move)
  local over = app.match.outcome or app.match.award and not app.match.to_move
  -- a move on the board of a match that is over is refused, as any move is then
  if not app.match.id or over and not app.match.only_answers and move == "start" then
    app.match:begin()
    return
  end
  app.match:play(move, function()
    conversation:insert(app.match:message())
    -- what a seat does several times in a row is one message: the board stays until that is done
    if app.presentation_style == "expanded" and not app.match.to_move then app:request_presentation_style("compact") end
  end)
end

-- A match was begun: whoever begins moves before anybody hears of it, unless somebody else is first.
function behaviour.did_begin(app, conversation)
  if app.match.to_move then
    app:request_presentation_style("expanded")
  else
    app.match:invite()
    conversation:insert(app.match:message())
  end
end

-- A message was read. Where the match went on under a staged draft, or without a move of ours that crossed another one,
-- the move is staged anew if it is still legal. A bubble leaves that to the open game.
function behaviour.did_read(app, conversation)
  if app.presentation_style == "transcript" then return end
  if app.match.only_answers and not app.match.draft then
    app.match:answer() -- else it travels in front of the next move
  elseif app.match.may_join then
    app.match:join() -- what is drawn hangs on everybody: nobody moves before the seat is taken
  elseif app.match.draft_is_stale or app.match.superseded then
    app.match:restage()
  else
    return
  end
  conversation:insert(app.match:message())
end

-- A bubble is as wide as it may be; the board is square, with a line for the texts.
function behaviour.content_size_that_fits(_, _, max)
  return { width = max.width, height = math.min(max.height, max.width) }
end

return behaviour
