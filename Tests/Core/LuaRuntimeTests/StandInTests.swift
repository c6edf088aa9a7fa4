import Effort
import Foundation
import LuaRuntime
import Testing
import Values

/// Compares native functions in C with the functions of the SDK and of the host's Lua that they replace.
@Suite struct StandInTests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()
    private static let sdk = checkout.appending(path: "sdk")

    private static func text(_ place: URL) throws -> String { try String(contentsOf: place, encoding: .utf8) }

    /// Returns a state with the host's draws, and with the SDK's boards and cards, once with native functions and once,
    /// as `reference`, without.
    private static func state(_ limits: LuaLimits = LuaLimits(memory: 256 << 20, granted: 1 << 40)) throws -> LuaState {
        let state = try LuaState(limits: limits)
        try state.register(
            host: "draw",
            words: { ply, block in
                var generator = SplitMix64(seed: UInt64(bitPattern: ply &* 1000 &+ block))
                return SIMD4((0..<4).map { _ in Int64(bitPattern: generator.next()) })
            })
        for name in ["grid", "cards"] {
            let source = try text(sdk.appending(path: "parlor/\(name).lua"))
            try state.register(module: "parlor.\(name)", source: source, name: "\(name).lua", trust: .host)
            // on one line, so that errors have the same places
            try state.register(
                module: "reference.\(name)", source: "local host; " + source, name: "\(name).lua", trust: .host)
        }
        // the modules that drawing a board needs are loaded, too
        let boards = try text(sdk.appending(path: "parlor/boards.lua"))
        try state.register(module: "parlor.boards", source: boards, name: "boards.lua", trust: .host)
        for name in ["draws", "compare"] {
            let source = try text(here.appending(path: "StandIns/\(name).lua"))
            try state.register(
                module: name == "draws" ? "reference.draws" : name, source: source, name: "sdk/host/\(name).lua",
                trust: .host)
        }
        return state
    }

    @Test(arguments: ["grid", "cards", "match"]) func agreesWithItsText(_ name: String) throws {
        let source = try Self.text(Self.here.appending(path: "StandIns/\(name).lua"))
        for seed: Int64 in 1...3 {
            let state = try Self.state()
            let chunk = try state.load(source, name: "\(name).lua", trust: .host)
            let run = try #require(try state.call(chunk)[0].function)
            let count: Int64 = 6000
            let compared = try state.call(
                run, .integer(seed), .integer(count), results: 2, deadline: .seconds(30))
            #expect(compared[0].integer == count)
            // the calls gave errors and results, not only one of them
            #expect((count / 4..<count).contains(compared[1].integer ?? 0), "\(name): \(compared)")
        }
    }

    /// Calls of functions on boards, as a script writes them.
    private static let calls = [
        "grid.cells(board)", "grid.empty(board)", "grid.full(board)", "grid.count(board, 1)", "grid.run(board, 'b2')",
        "grid.owner(board, 3)", "cards.deck()",
    ]
    private static let setUp = """
        local grid, cards = require 'parlor.grid', require 'parlor.cards'
        local board = grid.new(9)
        for _, cell in ipairs(grid.cells(board)) do board[cell] = cell ~= 'e5' and 1 or nil end
        cards.deck() grid.cells(grid.new(26))
        """

    @Test(arguments: calls) func stepsAreCounted(_ call: String) throws {
        let state = try Self.state()
        let make = try state.load(Self.setUp + " return function() return (\(call)) end", name: "game.lua")
        let function = try #require(try state.call(make)[0].function)
        var steps: [UInt64] = []
        for _ in 0..<3 {
            let before = state.meters.instructions
            _ = try state.call(function)
            steps.append(state.meters.instructions - before)
        }
        #expect(steps[0] > 8)
        #expect(Set(steps).count == 1, "\(steps)")
    }

    @Test(arguments: calls) func refusedMemoryIsAnErrorAndNothingElse(_ call: String) throws {
        let state = try Self.state()
        let make = try state.load(Self.setUp + " return function() return (\(call)) end", name: "game.lua")
        let function = try #require(try state.call(make)[0].function)
        let expected = try state.call(function)[0].decoded()
        var refused = 0
        for place: UInt64 in 1...12 {
            state.injectFault(at: place, count: 1 << 20)  // refuses also the requests that Lua repeats
            do {
                _ = try state.call(function)
            } catch {
                #expect(error.kind == .limit(.memory))
                refused += 1
            }
            state.injectFault(at: 0)
            #expect(try state.call(function)[0].decoded() == expected)
        }
        // functions that make a list need memory; functions that only count or read don't
        #expect((refused > 0) == ["cells", "empty", "deck", "owner"].contains { call.contains($0) })
    }

    @Test(arguments: ["shuffle", "pick"]) func aDeadlineEndsDraws(_ name: String) throws {
        let state = try Self.state()
        let long = "setmetatable({}, { __len = function() return math.maxinteger end, __newindex = function() end })"
        let source =
            name == "shuffle"
            ? "draws.shuffle(\(long))"
            // half of all numbers are rejected: repeated drawing must end, too
            : "local list = \(long) while true do draws.pick(list) end"
        let chunk = try state.load(
            "local draws = host.draws(host.draw, true) draws.open(1) \(source)", name: "long.lua", trust: .host)
        let error = #expect(throws: LuaError.self) { try state.call(chunk, deadline: .milliseconds(30)) }
        #expect(error?.kind == .limit(.time))
        #expect(state.meters.instructions > 1000)
    }

    @Test func errorsTellWhereTheScriptCalled() throws {
        let state = try Self.state()
        let calls = [
            ("grid.full('a board')", "grid.full: expected a board (from grid.new), got \"a board\""),
            ("grid.run(grid.new(3), 'd1')", #"grid.run: expected a cell of the board, a1 to c3, got "d1""#),
            ("cards.value('1s')", #"cards.value: expected a card such as "as" or "td", got "1s""#),
        ]
        for (call, message) in calls {
            let chunk = try state.load(
                "local grid, cards = require 'parlor.grid', require 'parlor.cards'\nlocal x = \(call)\nreturn x",
                name: "game.lua")
            let error = #expect(throws: LuaError.self) { try state.call(chunk) }
            #expect(error?.message == message)
            #expect(error?.source == "game.lua" && error?.line == 2)
        }
    }

    /// A board that reads itself through a metatable without end is ended like any recursion.
    @Test func recursionThroughAStandInEnds() throws {
        let state = try Self.state()
        let chunk = try state.load(
            """
            local grid = require 'parlor.grid'
            local board
            board = setmetatable({ columns = 3, rows = 3 }, { __index = function() return grid.empty(board) end })
            return grid.empty(board)
            """, name: "game.lua")
        let error = #expect(throws: LuaError.self) { try state.call(chunk) }
        #expect(error?.kind == .limit(.depth))
    }

    @Test func aModuleWithoutItsFunctionsGetsNoStandIns() throws {
        let state = try Self.state()
        for (call, message) in [
            ("{}, 'parlor.grid'", "'parlor.grid' has no function cells"), ("{}, 'x'", "there are no stand-ins for 'x'"),
        ] {
            let chunk = try state.load("host.stand_in(\(call))", name: "m.lua", trust: .host)
            let error = #expect(throws: LuaError.self) { try state.call(chunk) }
            #expect(error?.message.hasSuffix(message) == true, "\(error?.message ?? "")")
        }
        // scripts have no `host`
        let chunk = try state.load("return host == nil", name: "game.lua")
        #expect((try? state.call(chunk)[0]) != .boolean(false))
    }
}
