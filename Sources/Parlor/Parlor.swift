/// What an app that embeds Parlor imports: the rules of games, their scenes, the Messages host and its protocol, and the Lua
/// runtime below.
@_exported import Conversations
@_exported import GameApps
@_exported import GameRules
@_exported import LuaRuntime
@_exported import MatchSessions
@_exported import MessageProtocol
@_exported import Scenes
@_exported import Values
