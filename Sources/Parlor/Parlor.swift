/// What an app that embeds Parlor imports: the rules of games, their scenes, and the Lua runtime below.
@_exported import GameRules
@_exported import LuaRuntime
@_exported import Scenes
@_exported import Values
