import LuaRuntime
import Synchronization
import Testing
import Values

@Suite struct HostFunctionTests {
    /// An object that counts its living instances.
    private final class Canary {
        static let alive = Mutex(0)
        init() { Self.alive.withLock { $0 += 1 } }
        deinit { Self.alive.withLock { $0 -= 1 } }
    }

    private struct Refusal: Error, CustomStringConvertible {
        var description: String
    }

    @Test func argumentsArriveAsTheyAre() throws {
        let state = try LuaState()
        var seen: [LuaValue] = []
        try state.register(host: "note") { arguments in
            seen = arguments
            return .nil
        }
        let chunk = try state.load(
            "host.note(nil, true, 7, 1.5, 'é', { 1, { a = 2 } }, print)", name: "h.lua", trust: .host)
        let error = #expect(throws: LuaError.self) { try state.call(chunk) }
        #expect(error?.message == "argument: a function can't be saved")
        let fewer = try state.load(
            "host.note(nil, true, 7, 1.5, 'é', { 1, { a = 2 } }, {})", name: "h.lua", trust: .host)
        try state.call(fewer)
        #expect(Array(seen[..<5]) == [.nil, .boolean(true), .integer(7), .number(1.5), .text("é")])
        #expect(try seen[5].decoded() == [1, ["a": 2]])
        #expect(try seen[6].decoded() == [])
    }

    @Test func everyKindOfValueIsAnAnswer() throws {
        let state = try LuaState()
        let three = try state.load("return 3", name: "three.lua")
        let answers: [(LuaValue, String)] = [
            (.nil, "return a == nil"), (.boolean(false), "return a == false"), (.boolean(true), "return a == true"),
            (.integer(-7), "return math.type(a) == 'integer' and a == -7"),
            (.number(2), "return math.type(a) == 'float' and a == 2"), (.text("a\0é"), "return a == 'a\\0é'"),
            (try .value(["k": [1, 2]]), "return a.k[2] == 2"), (.function(three), "return a() == 3"),
        ]
        for (index, (answer, test)) in answers.enumerated() {
            try state.register(host: "answer") { _ in answer }
            let chunk = try state.load("local a = host.answer() \(test)", name: "h\(index).lua", trust: .host)
            #expect(try state.call(chunk) == [.boolean(true)], "\(answer)")
        }
    }

    @Test func aFunctionOfAnotherStateIsNoAnswer() throws {
        let state = try LuaState()
        let other = try LuaState()
        let foreign = try other.load("return 1", name: "other.lua")
        try state.register(host: "answer") { _ in .function(foreign) }
        let chunk = try state.load("return host.answer()", name: "h.lua", trust: .host)
        let error = #expect(throws: LuaError.self) { try state.call(chunk) }
        #expect(error?.message == "a host function gave a function of another Lua state")
    }

    @Test func whatSwiftThrowsIsALuaError() throws {
        let state = try LuaState()
        try state.register(host: "refuse") { arguments in throw Refusal(description: arguments[0].text ?? "?") }
        let raised = try state.load("\nhost.refuse(...)", name: "h.lua", trust: .host)
        let words = "local s = ... ; local _, e = pcall(function() host.refuse(s) end) return e"
        let passed = try state.load(words, name: "h.lua", trust: .host)
        for text in ["number one", "bad argument", "stack overflow", "attempt to index", "no"] {
            #expect(try state.call(passed, .text(text)) == [.text("h.lua:1: \(text)")])
            let error = #expect(throws: LuaError.self) { try state.call(raised, .text(text)) }
            #expect(error?.kind == .script)
            #expect(error?.message == text)
            #expect(error?.line == 2)
        }
        let long = #expect(throws: LuaError.self) { try state.call(raised, .text(String(repeating: "x", count: 9999))) }
        #expect((long?.message.utf8.count ?? 0) <= 1024)
    }

    @Test func tooManyArgumentsAreRefused() throws {
        let state = try LuaState()
        try state.register(host: "f") { _ in .nil }
        let chunk = try state.load("host.f(1, 2, 3, 4, 5, 6, 7, 8, 9)", name: "h.lua", trust: .host)
        let error = #expect(throws: LuaError.self) { try state.call(chunk) }
        #expect(error?.message == "a host function takes at most 8 arguments")
    }

    @Test func nothingOfSwiftsIsLeftBehindByAnError() throws {
        weak var captured: Canary?
        do {
            let state = try LuaState()
            let canary = Canary()
            captured = canary
            try state.register(host: "fail") { _ in
                let local = Canary()
                defer { withExtendedLifetime(local) {} }
                throw Refusal(description: "\(Canary.alive.withLock { $0 } > 1 && canary === captured)")
            }
            let chunk = try state.load(
                "for i = 1, 1000 do local ok, e = pcall(host.fail) assert(not ok and e:find 'true') end host.fail()",
                name: "h.lua", trust: .host)
            #expect(throws: LuaError.self) { try state.call(chunk) }
            #expect(Canary.alive.withLock { $0 } == 1)
            // Refused allocations around the host function don't leak objects, either.
            for index: UInt64 in 1...40 {
                state.injectFault(at: index, count: 1 << 40)
                _ = try? state.call(chunk)
            }
            state.injectFault(at: 0)
            #expect(Canary.alive.withLock { $0 } == 1)
        }
        #expect(captured == nil)
        #expect(Canary.alive.withLock { $0 } == 0)
    }

    @Test func aHostFunctionThatLetsAnEndlessLoopCallItIsEnded() throws {
        let state = try LuaState()
        var calls = 0
        try state.register(host: "tick") { _ in
            calls += 1
            return .integer(Int64(calls))
        }
        let chunk = try state.load("while true do pcall(host.tick, {}) end", name: "h.lua", trust: .host)
        let error = #expect(throws: LuaError.self) { try state.call(chunk, deadline: .milliseconds(20)) }
        #expect(error?.limit == .time)
        #expect(calls > 0)
    }

    @Test func aHostFunctionCannotCallBack() throws {
        let state = try LuaState()
        let other = try LuaState()
        let inner = try state.load("return 1", name: "inner.lua")
        let foreign = try other.load("return 1", name: "foreign.lua")
        var kinds: [LuaError.Kind] = []
        // The state keeps the function alive, so the function must not keep the state alive.
        try state.register(host: "again") { [unowned state] _ in
            do throws(LuaError) { try state.call(inner) } catch { kinds.append(error.kind) }
            do throws(LuaError) { try other.call(foreign) } catch { kinds.append(error.kind) }
            state.collect()
            return .nil
        }
        let chunk = try state.load("host.again() return 5", name: "h.lua", trust: .host)
        #expect(try state.call(chunk) == [.integer(5)])
        #expect(kinds == [.busy, .busy])
    }

    @Test func failedEncodingsLeaveTheNextOneAlone() throws {
        let state = try LuaState()
        try state.register(host: "take") { _ in .nil }
        let chunk = try state.load(
            """
            local t = { ('x'):rep(500000), print }
            for i = 1, 200 do
                assert(not pcall(host.encode, t, 'state'))
                assert(not pcall(host.take, t))
            end
            return #host.encode({ 1 })
            """, name: "h.lua", trust: .host)
        #expect(try state.call(chunk) == [.integer(2)])
    }
}
