---@meta
--- The types of a game's definition, for editors. When the host loads a game, it checks the same rules.

---The result of `setup`. A state consists of nil, booleans, integers, finite or infinite floats, UTF-8
---strings, and tables of these with strings or integers as keys. In a game with sealed moves, the
---host adds `state.secret[seat]`, which begins as `{}`. Only that seat's device knows it.
---@alias parlor.State any

---The part of a state that a seat may know: the result of `view`. Without `view`, it is a copy of
---the state, in which `secret` has only the viewer's own part. After all seals are opened, `secret`
---has every part. A game without sealed moves has no `secret`.
---@alias parlor.View any

---An argument of a move: a string, an integer, or a table. A player types the `text` of the table.
---@alias parlor.Argument string | integer | { text: string, [string]: any }

---@class parlor.Outcome
---@field win? integer[] the seats that win
---@field draw? true
---@field scores? number[] one number for each seat

---@class parlor.Rejection
---@field reject { code: string, message: string }

---@class parlor.Option
---@field default string | integer | boolean the default value, which also gives the option its type
---@field min? integer
---@field max? integer
---@field values? (string | integer)[] the allowed values, instead of `min` and `max`
---@field help? string

---@class parlor.Arguments the argument of a move that can't be listed
---@field type "text" | "integer"
---@field min? integer the smallest integer, or the smallest number of characters
---@field max? integer the largest integer, or the largest number of characters
---@field drawn? boolean only for integers: whether a player may leave out the number, so that the player's device draws it
---@field examples? string[] texts that bots and tests play; required for "text"
---@field help? string

---@class parlor.Move
---@field choices? parlor.Argument[] | fun(state: parlor.State, seat: integer, match: parlor.Match): parlor.Argument[]
---@field args? parlor.Arguments
---@field play fun(state: parlor.State, seat: integer, argument: any, match: parlor.Match): parlor.Rejection?
---@field when? fun(state: parlor.State, seat: integer, match: parlor.Match): any if the result is false or nil, the move isn't available
---@field legal? fun(state: parlor.State, seat: integer, argument: any, match: parlor.Match): boolean
---@field secret? "match" | "round" | string when the move is revealed. "match": when the match is over. "round": when all seats of the round have moved. Any other text: when the move of that name is played
---@field forced? true | fun(state: parlor.State, seat: integer, match: parlor.Match): parlor.Argument
---@field prompt? string | fun(state: parlor.State, seat: integer, match: parlor.Match): string? the text that asks the seat to make the move, such as "Hide a ship"
---@field help? string the purpose of a typed move
---@field format? fun(argument: any, state: parlor.State, seat: integer): string the argument in a second notation, for experts

---@class parlor.Caption
---@field caption? string
---@field subcaption? string
---@field trailing_caption? string
---@field trailing_subcaption? string
---@field image_title? string
---@field image_subtitle? string
---@field summary? string
---@field accessibility? string

---The event that a bubble shows: what the sender of the message did.
---@class parlor.Event
---@field kind "move" | "invite" | "join" | "start" | "witness" | "resign" | "claim" | "close"
---@field seat integer the seat that acted
---@field name? string the name of the move; nil for a sealed move, and for an event that isn't a move
---@field text? string the text of the move; "sealed" for a sealed move; nil for an event that isn't a move

---The reason why a seat left: it resigned, other seats claimed that its time was up, or its time ran
---out on a clock that decides for all players.
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
---@field seats? integer | { [1]: integer, [2]: integer } the number of seats, or the smallest and the largest number; by default 2
---@field options? table<string, parlor.Option>
---@field limits? { memory?: number, time?: number } limits below the host's: `memory` in bytes, `time` in seconds of processor time
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
