---@meta
--- What hooks get, for editors: the app, the conversation, the match, and messages. `parlor guide conversation` tells when each is called.

---@class parlor.Message what `parlor.message` makes, and what hooks get
---@field kind "message"
---@field url? string all that reaches the other side for certain
---@field session? string
---@field layout? parlor.Layout of what others sent, its picture and media only
---@field summary_text? string nil on what others sent
---@field accessibility_label? string nil on what others sent
---@field should_expire? boolean
---@field is_pending? boolean true until it starts to be sent; hooks only
---@field sender_participant? string hooks only
---@field sender_participant_identifier? string the same
---@field pending? boolean the same as `is_pending`
---@field error? parlor.MessageError why it couldn't be delivered; hooks only

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
---@field alternate? parlor.Layout of a live layout

---@class parlor.Picture of a message that a hook was shown: it can be passed on
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
---@field local_participant string the person of this phone; another id in every game and on every phone
---@field remote_participants string[]
---@field local_participant_identifier string the same as `local_participant`
---@field remote_participant_identifiers string[] the same as `remote_participants`
---@field selected_message? parlor.Message
local conversation = {}

---Puts a message or a sticker into the draft field, where it waits for Send.
---@param what parlor.Message | parlor.Sticker
---@param completion? parlor.Completion called later
function conversation:insert(what, completion) end

---Sends at once. Takes a touch since the game was opened or last sent something. Without one it is refused (9), or staged on
---newer systems with nil for an answer: `did_start_sending` tells what has left.
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

---@class parlor.AppMatch the match of the chat; its fields are those of the moment when the hook was called
---@field id? string nil where none was begun or read
---@field seat? integer nil for who watches
---@field turn? integer[] who is to move
---@field to_move? boolean is it this person's turn, or could they take a seat and move?
---@field ply? integer
---@field outcome? parlor.Outcome
---@field view? parlor.View what this person's seat may know; only in games with hooks
---@field moves? string[] the legal moves of this person; only in games with hooks
---@field draft? string what is signed and not sent
---@field award? { win: integer[], by: "time", standing: true } how it reads by a claim that stands; it is no end
---@field disputed_by? integer[] seats that signed two versions, where nothing decides between them
---@field draft_is_stale? boolean the match went on under the draft
---@field only_answers boolean whether all there is to do is to send what the seat owes and has no choice about: an answer, the
---opening of what it sealed, a draw that waits for it
---@field may_join boolean whether a free seat has to be taken before anybody moves: where two draw, or it isn't in the round
---@field superseded? string a move of ours that was lost: it crossed another one
local match = {}

---Begins a match in this chat; `did_begin` follows.
---@param options? table<string, any>
function match:begin(options) end
---Makes a move the draft; `match:message()` is its message. While the seat is to move again behind it (`to_move` says so),
---the next move goes into the same draft.
---@param move string
---@param completion? fun() called when it is drafted
function match:play(move, completion) end
---Hands what a message holds to the match; `did_read` follows. Reading one twice does no harm.
---@param message parlor.Message | string | nil a message, or its url
function match:read(message) end
---The message of the draft, to be inserted or sent.
---@return parlor.Message
function match:message() end
---Drafts an invitation.
function match:invite() end
---Drafts taking a seat without a move.
function match:join() end
---Drafts the start of a group's match.
function match:start() end
---Drafts what the seat owes and has no choice about, where `only_answers` says that there is nothing else to do. Else it travels
---in front of the next move, without being asked for.
function match:answer() end
---Drafts giving up.
function match:resign() end
---Drafts a closing: that the seat agrees to how the match ended. After the end only.
function match:close() end
---Drafts a claim that a seat's time is up. It changes nothing by itself: with two seats left the match reads as won on time
---(`award`), and the other seat can still move.
---@param seat integer
function match:claim(seat) end
---Drafts a bet of play chips, for who has no seat. It counts once a seat's move carries it.
---@param pool integer the seat that is to win; 0 for nobody
---@param chips integer from 1 to what is left of 100
function match:bet(pool, chips) end
---Goes on with the other version of a match that is disputed.
function match:theirs() end
---Stages the last message of the match once more.
function match:again() end
---Drafts the moves of a stale draft, or those that were superseded, anew where the match stands now.
function match:restage() end
---Gives the draft up: the seat may do something else.
function match:forget_draft() end

---@class parlor.SafeArea what covers a view at its edges, in points
---@field top integer
---@field left integer
---@field bottom integer
---@field right integer

---@class parlor.Appearance the view and how the person set up the phone, as they were when the hook was called; only to be read
---@field width integer of the view in points; 0 before there is one
---@field height integer
---@field safe_area parlor.SafeArea never more than the view measures
---@field text_scale number from 0.5 to 5; 1 is the usual size
---@field locale string language and region: "en_GB"
---@field dark boolean

---@class parlor.App
---@field presentation_context "messages" | "media" where the game was opened: in a conversation, or in a camera or a call
---@field presentation_style parlor.Style as it was when the hook was called
---@field appearance parlor.Appearance
---@field active_conversation? parlor.Conversation nil in will_become_active and did_resign_active
---@field store table<string, any> what the game keeps on this phone; bubbles read it only
---@field match parlor.AppMatch
local app = {}

---Asks for another style. It changes later, with `will_transition` and `did_transition`.
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
