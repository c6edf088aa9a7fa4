---@meta
--- The table for `parlor.game`, for editors. The host checks the same rules when it loads a game.

---The result of `setup`. It consists of nil, booleans, integers, finite or infinite floats, UTF-8
---strings, and tables of these with strings or integers as keys. Games with a sealed move also have
---`state.secret[seat]`, which only that seat's device knows. The host creates it as `{}`.
---@alias parlor.State any

---The part of a state that a seat may know: the result of `view`, or by default a copy of the
---state. In the copy, `secret` has only the viewer's own part. When all seals are opened, it has
---every part. In a game without sealed moves there is no `secret`.
---@alias parlor.View any

---An argument of a move: a string, an integer, or a table. A player types the `text` of the table.
---@alias parlor.Argument string | integer | { text: string, [string]: any }

---@class parlor.Outcome
---@field win? integer[] seats
---@field draw? true
---@field scores? number[] one for each seat

---@class parlor.Rejection
---@field reject { code: string, message: string }

---@class parlor.Option
---@field default string | integer | boolean also decides the type of the option
---@field min? integer
---@field max? integer
---@field values? (string | integer)[] replaces min and max
---@field help? string

---@class parlor.Arguments the argument of a move that can't be listed
---@field type "text" | "integer"
---@field min? integer the smallest integer, or the shortest length
---@field max? integer the largest integer, or the longest length
---@field drawn? boolean for an integer: whether the player's device draws the number if the player types only the move's name
---@field examples? string[] required for "text"
---@field help? string

---@class parlor.Move
---@field choices? parlor.Argument[] | fun(state: parlor.State, seat: integer, match: parlor.Match): parlor.Argument[]
---@field args? parlor.Arguments
---@field play fun(state: parlor.State, seat: integer, argument: any, match: parlor.Match): parlor.Rejection?
---@field when? fun(state: parlor.State, seat: integer, match: parlor.Match): any if the result is false or nil, the move isn't available
---@field legal? fun(state: parlor.State, seat: integer, argument: any, match: parlor.Match): boolean
---@field secret? "match" | "round" | string the move is sealed until the match is over ("match"), until all seats of the round have moved ("round"), or until the move of that name is played
---@field forced? true | fun(state: parlor.State, seat: integer, match: parlor.Match): parlor.Argument
---@field prompt? string | fun(state: parlor.State, seat: integer, match: parlor.Match): string? the task of the seat
---@field help? string the purpose of a typed move
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

---The event that a bubble shows: the action of the seat that sends the message.
---@class parlor.Event
---@field kind "move" | "invite" | "join" | "start" | "witness" | "resign" | "claim" | "close"
---@field seat integer the seat that acted
---@field name? string the name of the move, if the event is a move that isn't sealed
---@field text? string the text that the player typed, if the event is a move; "sealed" for a sealed move

---The reason why a seat left: it resigned, other seats claimed that its time was up, or the single
---clock of the match ran out.
---@alias parlor.Why "resigned" | "claimed" | "timeout"

---Functions for bots of other programs. The host checks and stores these functions, but calls none
---of them, because the bot `random` doesn't need them.
---@class parlor.BotHelp
---@field evaluate? function
---@field determinize? function

---@alias parlor.Turn integer | integer[] | nil
---@alias parlor.Style "compact" | "expanded" | "transcript"
---@alias parlor.Draw fun(view: parlor.View, seat: integer?, style: parlor.Style, match: parlor.Match): parlor.Node

---@class parlor.Game
---@field kind? "game" set by parlor.game
---@field title string
---@field summary? string
---@field version? integer increase it with every change of the rules
---@field seats? integer | { [1]: integer, [2]: integer } by default 2
---@field options? table<string, parlor.Option>
---@field limits? { memory?: number, time?: number } in bytes and in seconds of processor time, lower than the host's
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
