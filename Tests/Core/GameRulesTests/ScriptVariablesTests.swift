import GameRules
import LuaRuntime
import Testing
import Values

/// Only the state of a script lasts from one hook to the next, so the result of each ply depends on the position alone.
@Suite struct ScriptVariablesTests {
    /// A way for a script to keep a number: its declarations, the code that keeps `n`, and the code that reads the kept
    /// number.
    struct Carrier: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let declares: String
        let keeps: String
        let reads: String
        var module = "return {}"
    }

    private static let carriers = [
        Carrier(testDescription: "a local", declares: "local kept", keeps: "kept = n", reads: "kept"),
        Carrier(testDescription: "a table", declares: "local kept = {}", keeps: "kept.n = n", reads: "kept.n"),
        Carrier(
            testDescription: "an entry", declares: "local kept = { 1, 2 }", keeps: "kept[2] = n",
            reads: "kept[2] ~= 2 and kept[2] or nil"),
        Carrier(
            testDescription: "a table within others", declares: "local kept = { a = { b = {} } }",
            keeps: "kept.a.b[1] = n", reads: "kept.a.b[1]"),
        Carrier(
            testDescription: "a table as a key", declares: "local key = {} local kept = { [key] = 1 }",
            keeps: "key.n = n", reads: "key.n"),
        Carrier(
            testDescription: "a closure",
            declares: "local set, get do local x set = function(n) x = n end get = function() return x end end",
            keeps: "set(n)", reads: "get()"),
        Carrier(
            testDescription: "a metatable", declares: "local kept = setmetatable({}, { __index = {} })",
            keeps: "setmetatable(kept, { __index = { n = n } })", reads: "kept.n"),
        Carrier(
            testDescription: "what an iterator holds", declares: "local step = pairs { { } }",
            keeps: "local _, t = step({}, 0) t.n = n", reads: "select(2, step({}, 0)).n"),
        Carrier(
            testDescription: "the place of an iterator", declares: "local step = ('abc'):gmatch '.'",
            keeps: "step()", reads: "({ a = false, b = 7, c = 7 })[step()] or nil"),
        Carrier(
            testDescription: "a module", declares: "local store = require 'store'", keeps: "store.set(n)",
            reads: "store.get()",
            module: "local x return { set = function(n) x = n end, get = function() return x end }"),
        Carrier(
            testDescription: "a module that a hook loads", declares: "", keeps: "require 'store'.set(n)",
            reads: "require 'store'.get()",
            module: "local x return { set = function(n) x = n end, get = function() return x end }"),
        Carrier(
            testDescription: "the room of a list", declares: "local kept = { 1, 2, 3, nil, 5 }",
            keeps: "for i = 6, 40 do kept[i] = n end for i = 40, 6, -1 do kept[i] = nil end", reads: "#kept ~= 5"),
        Carrier(
            testDescription: "the room of an empty table",
            declares:
                "local kept = {} local function length(t) t[2], t[4] = 1, 1 local n = #t t[2], t[4] = nil, nil return n end",
            keeps: "for i = 1, 64 do kept[i] = n end for i = 64, 1, -1 do kept[i] = nil end",
            reads: "length(kept) ~= length {}"),
        Carrier(
            testDescription: "keys that were removed",
            declares:
                "local kept = { 1, 2, 3 } local function length(t) for i = 5, 8 do t[i] = i end local n = #t for i = 5, 8 do t[i] = nil end return n end",
            keeps: "for i = 1, 60 do kept['k' .. i] = n end for i = 1, 60 do kept['k' .. i] = nil end",
            reads: "length(kept) ~= length { 1, 2, 3 }"),
        Carrier(
            testDescription: "the message of a module that fails", declares: "",
            keeps: "pcall(require, 'store')",
            reads: "(select(2, pcall(require, 'store')):find 'failed to load' and 7 or nil)", module: "error 'no'"),
    ]

    private static let hooks = ["choices", "when", "legal", "play", "outcome", "turn", "stuck", "setup"]

    /// Returns a game that keeps a number in one hook, and in the next move writes the number that it finds into the
    /// state.
    private static func game(_ carrier: Carrier, in hook: String) throws -> GameScript {
        func keeps(_ here: String) -> String { here == hook ? "do local n = 7 \(carrier.keeps) end" : "" }
        let source = """
            local parlor = require "parlor"
            \(carrier.declares)
            return parlor.game {
              title = "Kept", seats = 2, setup = function() \(keeps("setup")) return { n = 0, found = 0 } end,
              moves = { go = {
                when = function() \(keeps("when")) return true end,
                choices = function() \(keeps("choices")) return { "a", "b" } end,
                legal = function(_, _, c) \(keeps("legal")) return c == "a" end,
                play = function(state)
                  if state.n > 0 and (\(carrier.reads)) then state.found = state.n end
                  state.n = state.n + 1
                  \(keeps("play"))
                end } },
              turn = function(state) \(keeps("turn")) return state.n % 2 + 1 end,
              stuck = function() \(keeps("stuck")) return parlor.draw() end,
              outcome = function(state) \(keeps("outcome")) if state.n >= 6 then return parlor.draw() end end,
            }
            """
        let folder = GameFolder(id: "kept", game: source, files: ["store.lua": carrier.module])
        return try GameScript(folder, library: ScriptSource(folder: home.sdk))
    }

    /// Whatever a hook keeps, and wherever it keeps it, the next hook finds the script as it was loaded.
    @Test(arguments: carriers) func nothingLasts(_ carrier: Carrier) throws {
        for hook in Self.hooks {
            let match = try Match(of: Self.game(carrier, in: hook))
            for ply in 0..<4 {
                #expect(rejection { try match.play("b", seat: ply % 2 + 1) } != nil)
                try match.play(index: 1, seat: ply % 2 + 1)
            }
            #expect(try match.state()["found"] == 0, "\(hook)")
            let replayed = try Match(replaying: SavedMatch(match.save()), of: match.script)
            #expect(try replayed.stateBytes() == match.stateBytes(), "\(hook)")
            #expect(try (match.luaStates.changedVariable() != nil) || hook == "stuck", "\(hook) isn't told")
        }
    }

    /// Lua's `#` stores a hint in a list. The hint doesn't count as a change of the list, and affects no later length.
    @Test func lengthsMayBeAsked() throws {
        let carrier = Carrier(
            testDescription: "the hint that a length leaves",
            declares: """
                local kept = {}
                for i = 1, 5 do kept[i] = i end
                local function length(t) t[3] = nil local n = #t t[3] = 3 return n end
                local function new() local t = {} for i = 1, 5 do t[i] = i end return t end
                """,
            keeps: "if #kept ~= n - 2 then error 'length' end", reads: "length(kept) ~= length(new())")
        for hook in Self.hooks {
            let match = try Match(of: Self.game(carrier, in: hook))
            for ply in 0..<4 { try match.play(index: 1, seat: ply % 2 + 1) }
            #expect(try match.state()["found"] == 0, "\(hook)")
            #expect(try match.luaStates.changedVariable() == nil, "\(hook)")
        }
    }

    /// The bundled games change none of their variables, so none of them is ever loaded again.
    @Test(arguments: try! catalog().ids) func bundledGamesKeepNothing(_ id: String) throws {
        let match = try Match(of: catalog().script(id), seed: 1)
        var random = SplitMix64(seed: 1)
        var bot = RandomBot(seed: 1)
        while let seat = try match.status.turn.randomElement(using: &random), match.logCount < 60 {
            guard let move = bot.choose(from: try match.legalMoves(for: seat)) else { break }
            try match.play(bot.text(of: move), seat: seat)
            _ = try match.scene(for: seat)
        }
        #expect(match.logCount > 1)
        #expect(try match.luaStates.changedVariable() == nil)
    }

    // MARK: Orders

    /// A script whose result depends on the order of attempts in a round, on their number, or on refused moves.
    private static let first = """
        local parlor = require "parlor"
        local first, tries = nil, 0
        return parlor.game {
          title = "First", seats = 2, setup = function() return { n = 0, said = {} } end,
          turn = function() return { 1, 2 } end,
          moves = { throw = { secret = "round", choices = { "a", "b", "c" },
            legal = function(state, seat, c) first = first or seat tries = tries + 1 return c ~= "c" end,
            play = function(state, seat, c)
              state.n = state.n + 1
              state.said[#state.said + 1] = (first or 0) .. ":" .. tries .. c
            end } },
          outcome = function(state)
            if state.n >= 6 then return parlor.win((first or 0) % 2 + 1) end
          end,
        }
        """

    /// Matches with the same log are the same, in whatever order the moves of a round arrived, and whatever was
    /// refused, undone or saved before.
    @Test func theLogAloneDecides() throws {
        let game = try script(Self.first)
        func played(_ order: [Int], refused: Bool, undone: Bool = false, saved: Bool = false) throws -> Match {
            var match = try Match(of: game)
            for round in 0..<3 {
                for seat in round == 1 ? order.reversed() : order {
                    if refused { #expect(rejection { try match.play("c", seat: seat) } != nil) }
                    try match.play("a", seat: seat)
                }
                if undone {
                    try match.undo()
                    try match.redo()
                }
                if saved { match = try Match(loading: match.save(), of: game) }
            }
            return match
        }
        let plain = try played([1, 2], refused: false)
        for order in [[1, 2], [2, 1]] {
            for refused in [false, true] {
                for (undone, saved) in [(false, false), (true, false), (false, true)] {
                    let other = try played(order, refused: refused, undone: undone, saved: saved)
                    #expect(try other.standingDigest() == plain.standingDigest())
                    #expect(try other.stateBytes() == plain.stateBytes())
                    #expect(try other.status.outcome == plain.status.outcome)
                }
            }
        }
    }

    // MARK: The state

    /// A *question* is a hook that may only read the state. If it writes to the state, it fails on each device before
    /// the write has any effect.
    @Test(arguments: ["choices", "when", "legal", "format", "outcome", "turn"]) func aQuestionChangesNothing(
        hook: String
    ) throws {
        func writes(_ here: String) -> String { here == hook ? "state.leak = (state.leak or 0) + 1" : "" }
        let game = try script(
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "Asked", setup = function() return { n = 0 } end,
              moves = { go = { choices = function(state) \(writes("choices")) return { "a", "b" } end,
                when = function(state) \(writes("when")) return true end,
                legal = function(state) \(writes("legal")) return true end,
                format = function(_, state) \(writes("format")) end,
                play = function(state) state.n = state.n + 1 + (state.leak or 0) end } },
              turn = function(state) \(writes("turn")) return state.n % 2 + 1 end,
              outcome = function(state) \(writes("outcome")) if state.n >= 4 then return parlor.draw() end end,
            }
            """)
        var plies = 0
        let error = failure {
            let match = try Match(of: game)
            defer { plies = match.logCount }
            for _ in 1...2 { _ = try match.views.freshMoves(for: 1) }
            for seat in 1...2 { try match.play("a", seat: seat) }
        }
        #expect("\(error as Any)".contains("changed the state, which only setup, play, resolve and leave may do"))
        #expect(plies == 0)
    }

    /// A table of the script that is stored in the state is copied, as it would be on another device.
    @Test func aStateHoldsNoTableOfTheScript() throws {
        let game = try script(
            """
            local parlor = require "parlor"
            local north = { x = 0 }
            return parlor.game {
              title = "Alias", setup = function() return { n = 0, way = north, list = {} } end,
              moves = { go = { play = function(state)
                state.n = state.n + 1
                if state.way == north then state.same = true end
                state.list[2 * state.n] = true
                state.length = #state.list
                state.way = north
              end } },
              outcome = function(state)
                if state.n >= 6 then return parlor.win((state.way == north or #state.list > 6) and 1 or 2) end
              end,
            }
            """)
        let live = try Match(of: game)
        var saved = try Match(of: game)
        for ply in 0..<6 {
            try live.play("go", seat: ply % 2 + 1)
            saved = try Match(loading: saved.save(), of: game)
            try saved.play("go", seat: ply % 2 + 1)
            #expect(try live.standingDigest() == saved.standingDigest())
        }
        #expect(try live.state()["same"] == nil && live.status.outcome == .win([2]))
    }

    /// If a list was longer for a moment, its length afterwards is the same on each device, including devices that
    /// decoded the state.
    @Test func aStateHasNoPast() throws {
        let game = try script(
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "Room", setup = function() return { n = 0, t = { 1, 2, 3 }, said = {} } end,
              moves = {
                fill = { play = function(state)
                  for i = 4, 64 do state.t[i] = i end
                  for i = 64, 4, -1 do state.t[i] = nil end
                  state.n = state.n + 1
                end },
                look = { play = function(state)
                  for i = 33, 64 do state.t[i] = i end
                  state.n, state.said[#state.said + 1] = state.n + 1, #state.t
                  for i = 33, 64 do state.t[i] = nil end
                end } },
              outcome = function(state) if state.n >= 8 then return parlor.draw() end end,
            }
            """)
        let live = try Match(of: game)
        var saved = try Match(of: game)
        for ply in 0..<8 {
            let move = ply % 2 == 0 ? "fill" : "look"
            try live.play(move, seat: ply % 2 + 1)
            saved = try Match(loading: saved.save(), of: game)
            try saved.play(move, seat: ply % 2 + 1)
            #expect(try live.stateBytes() == saved.stateBytes())
        }
    }

    // MARK: Sealed moves

    private static func sealing(hides: String = "", says: String = "", secret: String = "match") throws -> GameScript {
        try script(
            """
            local parlor = require "parlor"
            local kept = {}
            return parlor.game {
              title = "Kept", seats = { 2, 3 }, setup = function() return { said = 0 } end,
              moves = {
                hide = { secret = "\(secret)", choices = { 1, 2, 3 }, play = function(state, seat, n)
                  state.secret[seat].n = n
                  kept[seat] = n
                  \(hides)
                end },
                say = { choices = { "on", "off" }, play = function(state, seat, how)
                  state.said = state.said + 1
                  \(says)
                end },
              },
              turn = function(state, match)
                for seat = 1, match.seats do if match.sealed[seat] == 0 then return seat, "hide" end end
                return state.said % match.seats + 1, "say"
              end,
              leave = function(state, seat) state.said, state.left = state.said + 1, kept[1] end,
              outcome = function(state) if state.said >= 6 or kept[2] == 2 then return parlor.draw() end end,
            }
            """)
    }

    /// A sealed number affects nothing that other seats see. Every device has the same state as the devices that don't
    /// know the number.
    @Test(arguments: [
        ("", "state.leak = kept[1]"), ("", "if kept[1] == 2 then state.said = 6 end"),
        ("state.secret[seat].other = kept[3 - seat]", ""),
    ])
    func nothingOfASealIsTold(hides: String, says: String) throws {
        let game = try Self.sealing(hides: hides, says: says)
        let (host, other) = (try Match(of: game), try Match(of: game))
        for seat in 1...2 {
            try host.playGoingOn("hide 2", seat: seat)
            try other.sealedMoves.seal(seat: seat)
            #expect(try host.standingDigest() == other.standingDigest())
        }
        #expect(try host.state()["secret"]?[1]?["other"] == nil)
        for match in [host, other] { try match.play("on", seat: 1) }
        #expect(try host.standingDigest() == other.standingDigest())
        for match in [host, other] { try match.leave(seat: 2) }
        #expect(try host.standingDigest() == other.standingDigest())
    }

    /// A sealed move that writes to the public state fails on its own device.
    @Test(arguments: [
        "state.leak = n", "state.said = 6", "state.list[n] = n", "state.list = { n }", "state.said = nil",
        "setmetatable(state.list, { __index = { n } })",
    ])
    func aSealWritesOnlyIntoItsPart(hides: String) throws {
        let source = try Self.sealing(hides: hides).folder.files["game.lua"] ?? ""
        let match = try Match(of: script(source.replacing("{ said = 0 }", with: "{ said = 0, list = {} }")))
        let error = failure { try match.play("hide 2", seat: 1) }
        #expect("\(error as Any)".contains("changed what lies outside of its own part"))
        #expect(match.logCount == 0)
    }

    /// After a move has opened seals, hooks may use the opened parts in the state, but not values that the script kept.
    @Test func whatIsOpenIsToldByTheStateAlone() throws {
        let game = try Self.sealing(says: "state.sum, state.own = state.secret[1].n, kept[1]", secret: "say")
        let match = try Match(of: game)
        for seat in 1...2 { try match.play("hide 2", seat: seat) }
        try match.play("on", seat: 1)
        #expect(try match.state()["sum"] == 2 && match.state()["own"] == nil)
    }

    /// Open parts belong to the state. If a hook changes an open part, the change lasts, as it would on another
    /// device.
    @Test func openPartsAreTheStatesOwn() throws {
        let game = try Self.sealing(
            says: "state.secret[1] = { n = 3, list = { [1] = 1, [3] = 3 } } state.length = #state.secret[1].list "
                + "state.secret[2].m = (state.secret[2].m or 0) + 1", secret: "say")
        let live = try Match(of: game)
        var saved = try Match(of: game)
        func both(_ text: String, _ seat: Int) throws {
            try live.play(text, seat: seat)
            saved = try Match(loading: saved.save(), of: game)
            try saved.play(text, seat: seat)
            #expect(try live.stateBytes() == saved.stateBytes())
        }
        try both("hide 1", 1)
        try both("hide 1", 2)
        for ply in 0..<4 { try both("on", ply % 2 + 1) }
        #expect(try live.state()["secret"]?[0]?["n"] == 3 && live.state()["secret"]?[1]?["m"] == 4)
    }
}
