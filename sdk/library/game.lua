---@meta
--- The table that `parlor.game` takes, for editors. The host checks the same things when it loads a game.

---Whatever `setup` returns: nil, booleans, integers, finite or infinite floats, UTF-8 strings, and tables of these with
---strings or integers as keys. `state.secret[seat]` is what only this seat's device knows: games with a sealed move have it,
---without making it, and it begins as `{}`.
---@alias parlor.State any

---What a seat may know of a state: what `view` returned, else a copy of the state in which `secret` holds the viewer's own part
---only, and every part once all is open. In a game without sealed moves there is no `secret`.
---@alias parlor.View any

---An argument of a move: a string, an integer, or a table whose `text` is what a player types.
---@alias parlor.Argument string | integer | { text: string, [string]: any }

---@class parlor.Outcome
---@field win? integer[] seats
---@field draw? true
---@field scores? number[] one for each seat

---@class parlor.Rejection
---@field reject { code: string, message: string }

---@class parlor.Option
---@field default string | integer | boolean its type is the option's type
---@field min? integer
---@field max? integer
---@field values? (string | integer)[] instead of min and max
---@field help? string

---@class parlor.Arguments the argument of a move that can't be listed
---@field type "text" | "integer"
---@field min? integer the least integer, or the least length
---@field max? integer the largest integer, or the greatest length
---@field drawn? boolean of an integer: the move may be played by its name alone, and the device then draws one
---@field examples? string[] needed for "text"
---@field help? string

---@class parlor.Move
---@field choices? parlor.Argument[] | fun(state: parlor.State, seat: integer, match: parlor.Match): parlor.Argument[]
---@field args? parlor.Arguments
---@field play fun(state: parlor.State, seat: integer, argument: any, match: parlor.Match): parlor.Rejection?
---@field when? fun(state: parlor.State, seat: integer, match: parlor.Match): any false or nil: the move is closed
---@field legal? fun(state: parlor.State, seat: integer, argument: any, match: parlor.Match): boolean
---@field secret? "match" | "round" | string sealed until the end, until all have moved, or until the move of that name
---@field forced? true | fun(state: parlor.State, seat: integer, match: parlor.Match): parlor.Argument
---@field prompt? string | fun(state: parlor.State, seat: integer, match: parlor.Match): string? what the seat is asked to do
---@field help? string what a typed move is for
---@field format? fun(argument: any, state: parlor.State, seat: integer): string a second notation

---@class parlor.Caption
---@field caption? string
---@field subcaption? string
---@field trailing_caption? string
---@field trailing_subcaption? string
---@field image_title? string
---@field image_subtitle? string
---@field summary? string
---@field accessibility? string

---What the bubble tells of: what the seat did that sends the message.
---@class parlor.Event
---@field kind "move" | "invite" | "join" | "start" | "witness" | "resign" | "claim" | "close"
---@field seat integer who did it
---@field name? string of a move that isn't sealed: its name
---@field text? string of a move: what the player typed; "sealed" for a sealed one

---Why a seat left: it gave up, it was claimed that its time is up, or its time was up where one clock rules.
---@alias parlor.Why "resigned" | "claimed" | "timeout"

---Help for bots of other programs. The host reads it and keeps it, and calls none of it: the bot `random` needs no help.
---@class parlor.BotHelp
---@field evaluate? function
---@field determinize? function

---@alias parlor.Turn integer | integer[] | nil
---@alias parlor.Style "compact" | "expanded" | "transcript"
---@alias parlor.Draw fun(view: parlor.View, seat: integer?, style: parlor.Style, match: parlor.Match): parlor.Node

---@class parlor.Game
---@field kind? "game" put there by parlor.game
---@field title string
---@field summary? string
---@field version? integer rises with every change of rules
---@field seats? integer | { [1]: integer, [2]: integer } 2 when left out
---@field options? table<string, parlor.Option>
---@field limits? { memory?: number, time?: number, message?: number } bytes, seconds of processor time, tighter than the host's; `message`, characters of a url, bounds nothing yet
---@field information? "perfect" | "hidden"
---@field chance? true | "quick"
---@field deal? "host"
---@field setup fun(match: parlor.Match): parlor.State | parlor.Rejection
---@field turn? fun(state: parlor.State, match: parlor.Match): parlor.Turn, string | string[] | nil
---@field moves table<string, parlor.Move>
---@field resolve? fun(state: parlor.State, match: parlor.Match)
---@field outcome fun(state: parlor.State, match: parlor.Match): parlor.Outcome?
---@field stuck? fun(state: parlor.State, seat: integer, match: parlor.Match): parlor.Outcome?
---@field view? fun(state: parlor.State, seat: integer?, match: parlor.Match): parlor.View
---@field scene? parlor.Draw | table<parlor.Style, parlor.Draw>
---@field message? fun(view: parlor.View, event: parlor.Event, match: parlor.Match): parlor.Caption?
---@field on? parlor.Hooks
---@field leave? fun(state: parlor.State, seat: integer, why: parlor.Why, match: parlor.Match)
---@field bot? parlor.BotHelp nothing calls it yet
