import LuaRuntime
import Testing
import Values

@testable import GameRules

/// The contents of the Lua state of an app.
@Suite struct LoadedScriptTests {
    private static let games = [
        "battleship", "blackjack", "connect-four", "crazy-eights", "liars-dice", "pig", "rock-paper-scissors",
        "tic-tac-toe",
    ]

    /// Calls a hook of an app that is active in a conversation.
    private static func event(_ hook: String, in boot: LoadedScript) throws -> Value {
        let event = try #require(boot.functions["event"])
        let argument: Value = [
            "hook": .string(hook), "style": "compact", "active": true, "conversation": [:], "match": [:],
            "last_request": 0,
        ]
        return try boot.state.call(event, try .value(argument)).first?.decoded() ?? .null
    }

    /// No code of the script runs there, so the modules that it required aren't kept.
    @Test(arguments: games) func anAppWithoutHooksIsSmall(_ id: String) throws {
        let script = try catalog().script(id)
        for _ in 0..<2 {
            let boot = try LoadedScript(app: script, pool: nil)
            boot.state.collect()
            #expect(boot.state.meters.used <= 60 << 10, "\(id): \(boot.state.meters.used)")
            #expect(try Self.event("did_become_active", in: boot)["effects"]?.arrayValue == [])
        }
    }

    /// Hooks may require the modules that `game.lua` required, and get the same values.
    @Test func hooksKeepTheirModules() throws {
        let source = """
            local parlor, grid, own = require 'parlor', require 'parlor.grid', require 'own'
            return parlor.game {
              title = 'T', setup = function() return {} end, moves = { go = { play = function() end } },
              outcome = function() end,
              on = { did_become_active = function(app)
                assert(rawequal(grid, require 'parlor.grid') and rawequal(own, require 'own'))
                assert(own.count() == 2)
                app:dismiss()
              end },
            }
            """
        let own = "local n = 0\nlocal own = {}\nfunction own.count() n = n + 1 return n end\nown.count()\nreturn own"
        let folder = GameFolder(id: "t", game: source, files: ["own.lua": own])
        let script = try GameScript(folder, library: ScriptSource(folder: home.sdk))
        let boot = try LoadedScript(app: script, pool: nil)
        boot.state.collect()
        #expect(try Self.event("did_become_active", in: boot)["effects"]?.arrayValue?.count == 1)
    }
}
