---@meta
--- The arguments of hooks, for editors: the app, the conversation, the match, and messages.
--- `parlor guide conversation` says when each hook is called.

---@class parlor.Message a message from `parlor.message`, or one that a hook gets
---@field kind "message"
---@field url? string the only part of a message that is certain to arrive
---@field session? string
---@field layout? parlor.Layout the look of the bubble. In a message from another person, it has only the picture and the media
---@field summary_text? string nil in messages from others
---@field accessibility_label? string nil in messages from others
---@field should_expire? boolean
---@field is_pending? boolean true until the message starts to be sent; only in a message that a hook gets
---@field sender_participant? string the id of the sender; only in a message that a hook gets
---@field sender_participant_identifier? string the same as `sender_participant`
---@field pending? boolean the same as `is_pending`
---@field error? parlor.MessageError the reason why the message couldn't be delivered; only in a message that a hook gets

---@class parlor.Layout
---@field kind "template" | "live"
---@field image? parlor.Node | parlor.Picture
---@field media_file_url? string
---@field image_title? string
---@field image_subtitle? string
---@field caption? string
---@field subcaption? string
---@field trailing_caption? string
---@field trailing_subcaption? string
---@field alternate? parlor.Layout only in a live layout: the layout for devices that don't run the game

---@class parlor.Picture the picture of a message that a hook got. A script can use it as the `image` of a new layout
---@field kind "picture"
---@field name string
---@field bytes integer

---@class parlor.Sticker
---@field kind "sticker"
---@field path string
---@field label string

---@class parlor.MessageError
---@field code integer -1, or 1 to 11
---@field message string

---@alias parlor.Completion fun(error: parlor.MessageError?)

---@class parlor.Conversation
---@field local_participant string the id of this phone's person, which is different on every phone and in every game
---@field remote_participants string[] the ids of the other persons
---@field local_participant_identifier string the same as `local_participant`
---@field remote_participant_identifiers string[] the same as `remote_participants`
---@field selected_message? parlor.Message
local conversation = {}

---Puts a message or a sticker into the draft field. The person then taps Send.
---@param what parlor.Message | parlor.Sticker
---@param completion? parlor.Completion called later
function conversation:insert(what, completion) end

---Sends at once. The person must have touched the game since it was opened or last sent something.
---Without a touch, the request fails with code 9. Newer systems put the message into the draft
---field instead, without an error. To find out which messages were sent, use `did_start_sending`.
---@param what parlor.Message | parlor.Sticker
---@param completion? parlor.Completion called later
function conversation:send(what, completion) end

---Puts a text into the draft field.
---@param text string
---@param completion? parlor.Completion
function conversation:insert_text(text, completion) end

---Puts a file into the draft field.
---@param file string its name in the game's `assets` folder
---@param completion? parlor.Completion
function conversation:insert_attachment(file, completion) end

conversation.insert_message, conversation.insert_sticker = conversation.insert, conversation.insert
conversation.send_message, conversation.send_sticker = conversation.send, conversation.send

---Sends a text, as `send` does.
---@param text string
---@param completion? parlor.Completion
function conversation:send_text(text, completion) end

---Sends a file, as `send` does.
---@param file string its name in the game's `assets` folder
---@param completion? parlor.Completion
function conversation:send_attachment(file, completion) end

---@class parlor.AppMatch the match of the chat, as it was when the hook was called
---@field id? string nil if no match was started or read
---@field seat? integer nil for a spectator
---@field turn? integer[] the seats that are to move
---@field to_move? boolean whether this person can move now, perhaps by taking a free seat with the move
---@field ply? integer
---@field outcome? parlor.Outcome
---@field view? parlor.View the view of this person's seat; only in games with functions in `on`
---@field moves? string[] the legal moves of this person; only in games with functions in `on`
---@field draft? string the text of the draft: a message that is signed and hasn't been sent
---@field award? { win: integer[], by: "time", standing: true } the provisional result of an open claim
---@field disputed_by? integer[] the seats that signed two versions of the match, if no rule decides which version counts
---@field draft_is_stale? boolean whether the match has continued without the draft
---@field only_answers boolean whether the seat has nothing to choose now, and can only send an answer, a reveal, or its part of a random draw
---@field may_join boolean whether this person can take the free seat of a match for two, and must do so before anybody can move. The reason is that the match draws at random, or that it begins with a round without the free seat
---@field superseded? string a move of this person that was lost because another move crossed it
local match = {}

---Starts a match in this chat. Then `did_begin` is called.
---@param options? table<string, any>
function match:begin(options) end
---Drafts a move. `match:message()` returns the message of the draft. If `to_move` is true after this
---move, the seat moves again, and its next move goes into the same draft.
---@param move string
---@param completion? fun() called when the move is drafted
function match:play(move, completion) end
---Reads a message into the match. Then `did_read` is called. Reading a message twice is harmless.
---@param message parlor.Message | string | nil a message, or its url
function match:read(message) end
---Returns the message of the draft, for `insert` or `send`.
---@return parlor.Message
function match:message() end
---Drafts an invitation.
function match:invite() end
---Drafts taking a seat without a move.
function match:join() end
---Drafts the start of a group's match.
function match:start() end
---Drafts the answers, reveals and parts of random draws that the seat must send. Call it if
---`only_answers` is true. If the seat can move, Parlor sends them automatically with its next move.
function match:answer() end
---Drafts the resignation.
function match:resign() end
---Drafts a closing, by which the seat agrees to the result of the match. Call it only after the match
---is over.
function match:close() end
---Drafts a claim that a seat's time is up. The claim alone doesn't end the match. If two seats are
---left, the match counts provisionally as won on time (`award`), and the other seat can still move.
---@param seat integer
function match:claim(seat) end
---Drafts a bet of play chips, for a person without a seat. The bet counts when the move of a seat
---contains it.
---@param pool integer the seat that the person expects to win; 0 for nobody
---@param chips integer the number of chips, from 1 to what is left of the person's 100 chips
function match:bet(pool, chips) end
---Continues with the other version of a disputed match.
function match:theirs() end
---Puts the last message of the match into the draft field again.
function match:again() end
---Makes a new draft at the current position. It contains the moves or the bet of a stale draft. If
---another version of the match has replaced sent moves, it contains these moves.
function match:restage() end
---Discards the draft, so that the seat may sign something else.
function match:forget_draft() end

---@class parlor.SafeArea the covered edges of a view, in points
---@field top integer
---@field left integer
---@field bottom integer
---@field right integer

---@class parlor.Appearance the view and the phone's settings when the hook was called; read-only
---@field width integer the width of the view in points; 0 before there is a view
---@field height integer
---@field safe_area parlor.SafeArea the covered edges of the view; never larger than the view
---@field text_scale number from 0.5 to 5; 1 is the usual size
---@field locale string language and region: "en_GB"
---@field dark boolean

---@class parlor.App
---@field presentation_context "messages" | "media" "messages" if the game is opened in a conversation, "media" in a camera or a call
---@field presentation_style parlor.Style the style when the hook was called
---@field appearance parlor.Appearance
---@field active_conversation? parlor.Conversation nil in will_become_active and did_resign_active
---@field store table<string, any> the game's data on this phone. A bubble can only read it
---@field match parlor.AppMatch
local app = {}

---Requests another style. The change comes later, with `will_transition` and `did_transition`.
---@param style "compact" | "expanded"
function app:request_presentation_style(style) end
---Closes the game. Does nothing in a bubble.
function app:dismiss() end

---@alias parlor.Hook fun(app: parlor.App, conversation: parlor.Conversation)
---@alias parlor.MessageHook fun(app: parlor.App, conversation: parlor.Conversation, message: parlor.Message)
---@alias parlor.StyleHook fun(app: parlor.App, conversation: parlor.Conversation, style: parlor.Style)

---@class parlor.Hooks
---@field will_become_active? parlor.Hook
---@field did_become_active? parlor.Hook
---@field view_will_appear? parlor.Hook
---@field view_did_appear? parlor.Hook
---@field view_will_disappear? parlor.Hook
---@field view_did_disappear? parlor.Hook
---@field will_resign_active? parlor.Hook
---@field did_resign_active? parlor.Hook
---@field will_select? parlor.MessageHook
---@field did_select? parlor.MessageHook
---@field did_receive? parlor.MessageHook
---@field did_start_sending? parlor.MessageHook
---@field did_cancel_sending? parlor.MessageHook
---@field will_transition? parlor.StyleHook
---@field did_transition? parlor.StyleHook
---@field content_size_that_fits? fun(app: parlor.App, conversation: parlor.Conversation, max: { width: integer, height: integer, text_scale: number, locale: string }): { width: integer, height: integer }
---@field did_receive_memory_warning? parlor.Hook
---@field did_touch? fun(app: parlor.App, conversation: parlor.Conversation, move: string)
---@field did_begin? parlor.Hook
---@field did_read? fun(app: parlor.App, conversation: parlor.Conversation, verdict: { code: string, line: string })
