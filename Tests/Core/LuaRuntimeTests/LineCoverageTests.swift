import Testing
import Values

@testable import LuaRuntime

@Suite(.serialized) struct LineCoverageTests {
    private static let branches = """
        local which = ...
        local function pick(n)
          if n == 1 then
            return "one"
          elseif n == 2 then
            return "two"
          end
          -- neither
          return "many"
        end

        return pick(which)
        """

    @Test func theLinesThatRanAreNoted() throws {
        let state = try LuaState()
        let chunk = try state.load(Self.branches, name: "game.lua")
        try state.call(chunk, .integer(2))
        #expect(state.coveredLines.isEmpty, "nothing was asked for")
        try state.coverLines(true)
        try state.call(chunk, .integer(1))
        #expect(state.coveredLines == ["game.lua": [1, 3, 4, 10, 12]])
        try state.call(chunk, .integer(3))
        #expect(state.coveredLines["game.lua"]?.isSuperset(of: [1, 3, 4, 5, 9, 12]) == true)
        #expect(state.coveredLines["game.lua"]?.contains(6) == false)
        try state.coverLines(false)
        try state.call(chunk, .integer(2))
        #expect(state.coveredLines["game.lua"]?.contains(6) == false)
        let missing = try state.executableLines(of: Self.branches, name: "game.lua")
            .subtracting(state.coveredLines["game.lua"] ?? [])
        #expect(missing == [6])
    }

    @Test func whatRunsIsAmongWhatCanRun() throws {
        for (index, source) in LuaChunkLinesTests.sources.enumerated() {
            let state = try LuaState()
            try state.coverLines(true)
            let text = "local function note(f) return f end " + source
            try state.call(try state.load(text, name: "x.lua"))
            let can = try LuaChunkLines(dump: state.dump(text, name: "x.lua")).active
            #expect(state.coveredLines["x.lua"]?.isSubset(of: can) == true, "source \(index)")
        }
    }

    @Test func modulesHaveTheirOwnLinesAndTheHostsHaveNone() throws {
        let state = try LuaState()
        try state.coverLines(true)
        let helper = "\nlocal n = 7\nreturn function() return n end"
        try state.register(module: "helper", source: helper, name: "helper.lua")
        try state.register(
            module: "own", source: "return function(f) return f() end", name: "sdk/own.lua", trust: .host)
        let chunk = try state.load("return require 'own'(\nrequire 'helper')", name: "game.lua")
        #expect(try state.call(chunk) == [.integer(7)])
        #expect(state.coveredLines == ["helper.lua": [2, 3], "game.lua": [1, 2]])
    }

    @Test func aDeadlineEndsACallWhoseLinesAreCovered() throws {
        let state = try LuaState()
        try state.coverLines(true)
        for counting in [false, true] {
            state.countInstructions(counting)
            for (index, source) in DeadlineTests.loops.enumerated() {
                let chunk = try state.load(source, name: "loop\(index).lua")
                let error = #expect(throws: LuaError.self) { try state.call(chunk, deadline: .milliseconds(8)) }
                #expect(error?.limit == .time, "\(source)")
                #expect(state.coveredLines["loop\(index).lua"] == [1], "\(source)")
                state.forget(chunk)
            }
            // the hook that records lines has replaced the hook that ended the call
            let chunk = try state.load("local a = 1\nreturn a", name: "after\(counting).lua")
            try state.call(chunk)
            #expect(state.coveredLines["after\(counting).lua"] == [1, 2])
        }
    }

    @Test func instructionsAreCountedAlike() throws {
        func count(covering: Bool) throws -> UInt64 {
            let state = try LuaState()
            state.countInstructions(true, limit: 1_000_000)
            try state.coverLines(covering)
            let source =
                "local t = {}\nfor i = 1, 500 do\n  t[i] = i\n  if i % 3 == 0 then\n    t[i] = nil\n  end\nend\nreturn #t"
            try state.call(try state.load(source, name: "loop.lua"))
            return state.meters.instructions
        }
        #expect(try count(covering: true) == count(covering: false))
        let state = try LuaState()
        state.countInstructions(true, limit: 10_000)
        try state.coverLines(true)
        let loop = try state.load("while true do\n  local _ = 1\nend", name: "loop.lua")
        #expect(#expect(throws: LuaError.self) { try state.call(loop) }?.limit == .instructions)
        #expect(state.coveredLines["loop.lua"]?.contains(2) == true)
    }

    @Test func whatDoesntFitIsLeftOut() throws {
        let state = try LuaState()
        try state.coverLines(true)
        let long = String(repeating: "n", count: 300) + ".lua"
        for name in [long, "far.lua"] + (0..<70).map({ "\($0).lua" }) {
            let source =
                name == "far.lua" ? "local a = 1" + String(repeating: "\n", count: 40_000) + "return a" : "return 1"
            try state.call(try state.load(source, name: name))
        }
        let lines = state.coveredLines
        #expect(lines.count == 64)
        #expect(lines[long] == nil && lines["62.lua"] == [1] && lines["63.lua"] == nil)
        #expect(lines["far.lua"] == [1])
    }

    @Test func aSourceThatCantBeCompiledIsNamed() throws {
        let state = try LuaState()
        let error = #expect(throws: LuaError.self) { try state.executableLines(of: "local = 1", name: "game.lua") }
        #expect(error?.source == "game.lua" && error?.line == 1)
        #expect(try state.executableLines(of: "local x = 1", name: "game.lua") == [1])
        state.injectFault(at: 1, count: 50)
        #expect(
            #expect(throws: LuaError.self) { try state.executableLines(of: "return 1", name: "a.lua") }?.limit
                == .memory)
    }

    @Test func refusedMemoryLeavesCoveringUsable() throws {
        for at in 1...40 as ClosedRange<UInt64> {
            let state = try LuaState()
            try state.coverLines(true)
            let chunk = try state.load("local t = {}\nfor i = 1, 50 do t[i] = {} end\nreturn #t", name: "game.lua")
            state.injectFault(at: at, count: 5)
            let failed = (try? state.call(chunk)) == nil
            state.injectFault(at: 0)
            #expect(try state.call(chunk) == [.integer(50)], "request \(at), failed \(failed)")
            #expect(state.coveredLines["game.lua"] == [1, 2, 3])
        }
    }
}
