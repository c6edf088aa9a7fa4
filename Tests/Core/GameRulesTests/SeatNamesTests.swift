import Testing

@testable import GameRules

/// The names of seats are only shown. No result of a match depends on them.
@Suite struct SeatNamesTests {
    private static let head = """
        local parlor, scene = require "parlor", require "parlor.scene"
        local kept
        local function text(match) return scene.text(match.name(1) .. ", " .. match.name(2)) end
        """

    private func named(_ more: String, move: String = "") throws -> Match {
        let source = """
            \(Self.head)
            return parlor.game {
              title = "Names", setup = function() return { n = 0 } end,
              moves = { go = { \(move) play = function(state) state.n = state.n + 1 end } },
              outcome = function(state) if state.n == 9 then return parlor.draw() end end,
              \(more)
            }
            """
        return try Match(
            of: try GameScript(GameFolder(id: "names", game: source), library: ScriptSource(folder: home.sdk)))
    }

    @Test func scenesAndTextsMayShowThem() throws {
        let match = try named(
            """
            scene = function(_, _, _, match) return text(match) end,
            message = function(_, event, match) return { caption = match.name(event.seat) } end
            """)
        let names = SeatNames([2: "Bea"])
        #expect(try match.views.scene(for: nil, names: names)?["text"] == "Seat 1, Bea")
        #expect(try match.scene(for: nil)?["text"] == "Seat 1, Seat 2", "nothing is kept of them")
        let caption = try match.views.message(of: ["kind": "join", "seat": 2], names: names)?["caption"]
        #expect(caption == "Bea")
    }

    @Test(arguments: ["setup", "play", "outcome", "turn", "view", "choices"]) func noRuleMayAsk(_ hook: String) throws {
        let source = """
            local parlor = require "parlor"
            local function asked(hook, match) if hook == "\(hook)" then return match.name(1) end end
            return parlor.game {
              title = "Names",
              setup = function(match) return { n = 0, name = asked("setup", match) } end,
              turn = function(state, match) return asked("turn", match) and 1 or 1 end,
              view = function(state, seat, match) return { name = asked("view", match) } end,
              moves = { go = {
                choices = function(_, _, match) return { asked("choices", match) or "a" } end,
                play = function(state, _, _, match) state.name = asked("play", match) end,
              } },
              outcome = function(_, match) if asked("outcome", match) == "Ann" then return parlor.draw() end end,
            }
            """
        let script = try GameScript(GameFolder(id: "names", game: source), library: ScriptSource(folder: home.sdk))
        let error = #expect(throws: GameError.self) {
            let match = try Match(of: script)
            _ = try match.legalMoves(for: 1)
            _ = try match.views.scene(for: 1, names: SeatNames([1: "Ann"]))
            _ = try match.view(for: 1)
            try match.play("a", seat: 1)
        }
        #expect("\(try #require(error))".contains("match.name is there in"), "\(hook)")
    }

    /// A name that a scene has kept is gone when a hook of the rules runs.
    @Test func nobodyCanKeepIt() throws {
        let match = try named(
            "scene = function(_, _, _, match) kept = match.name return text(match) end,",
            move: "when = function() return not kept or kept(1) end,")
        _ = try match.legalMoves(for: 1)
        _ = try match.scene(for: 1)
        #expect(try match.views.freshMoves(for: 1).count == 1)
        try match.play("go", seat: 1)
    }

    @Test func theyAreBoundedAndSteerNothing() {
        let names = SeatNames([
            1: "A\u{202E}n\u{1B}n\u{200F}", 2: String(repeating: "x", count: 500), 3: "\n", 4: "$A$",
        ])
        #expect(names.name(1) == "Ann" && names.name(2).utf8.count == SeatNames.longest && names.name(3) == "Seat 3")
        #expect(names.name(4) == "$A$" && !names.escaped.name(4).contains("$"))
    }
}
