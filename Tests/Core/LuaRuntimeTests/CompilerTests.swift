import LuaRuntime
import Testing

/// The time of compiling can grow with the square of the source's length, so it is limited like a call.
@Suite struct CompilerTests {
    private static let bombs: [(name: String, source: String)] = [
        ("elseif", "local a if a then " + String(repeating: "elseif a then ", count: 200_000) + "end"),
        ("or", "local a return " + String(repeating: "a or ", count: 300_000) + "a"),
        (
            "labels",
            "local a " + String(repeating: "do " + (0..<30_000).map { "::l\($0)::a=a " }.joined() + "end ", count: 4)
        ),
    ]

    @Test(arguments: bombs.map(\.name)) func compilingIsEndedAtItsDeadline(_ name: String) throws {
        let source = try #require(Self.bombs.first { $0.name == name }?.source)
        let state = try LuaState(limits: LuaLimits(memory: 128 << 20, deadline: .milliseconds(60)))
        var error: LuaError?
        let time = LuaThread.run {
            ProcessorClock.measure {
                error = #expect(throws: LuaError.self) { try state.load(source, name: "bomb.lua") }
            }
        }
        #expect(error?.limit == .time, "\(name): \(error.map { "\($0)" } ?? "none")")
        #expect(time < 0.56, "\(name): \(time)")
        let short = try state.load("return 1", name: "short.lua")
        #expect(try state.call(short) == [.integer(1)])
    }

    /// Lua removes the jumps to a label from a list one by one, in a step that nothing can interrupt. Therefore the
    /// number of jumps is bounded.
    @Test(arguments: [
        "do \(String(repeating: "goto a ", count: 32_700)) ::a:: end",
        "local a while a do \(String(repeating: "if a then break end ", count: 12_000)) end",
        "local a " + (0..<32_000).map { "goto g\($0) " }.joined(),
    ])
    func jumpsAreBounded(_ source: String) throws {
        let state = try LuaState(limits: LuaLimits(memory: 128 << 20))
        var error: LuaError?
        let time = LuaThread.run {
            ProcessorClock.measure {
                error = #expect(throws: LuaError.self) { try state.load(source, name: "bomb.lua") }
            }
        }
        #expect(error?.message.contains("more than 4096 times goto and break in one file") == true)
        #expect(time < 0.5, "\(time)")
        let many = "do " + String(repeating: "goto a ", count: 4000) + "::a:: end return 1"
        let chunk = try state.load(many, name: "many.lua")
        #expect(try state.call(chunk) == [.integer(1)])
    }

    @Test func requiringIsEndedAtTheCallsDeadline() throws {
        let state = try LuaState(limits: LuaLimits(memory: 128 << 20))
        try state.register(module: "bomb", source: Self.bombs[0].source, name: "bomb.lua")
        let chunk = try state.load("pcall(require, 'bomb') return 1", name: "script.lua")
        let time = LuaThread.run {
            ProcessorClock.measure {
                let error = #expect(throws: LuaError.self) { try state.call(chunk, deadline: .milliseconds(60)) }
                #expect(error?.limit == .time)
            }
        }
        #expect(time < 0.56)
    }
}
