import CLuaBoundary
import Foundation
import LuaRuntime
import Testing

/// Scripts that try to hang, crash, starve or spy on their host, one to a file in Hostile/. The first line of each file
/// says how the script must end: `-- expect: ` and one or more of `ok`, `error`, `limit` and `limit:` with a limit's
/// name, separated by `|`.
@Suite(.serialized) struct HostileCorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Hostile")
    /// The deadline for scripts that may run until it ends them. The other scripts end by themselves, however slow the
    /// machine is.
    private static let deadline = Duration.milliseconds(150)
    private static let longDeadline = Duration.seconds(10)
    private static let grace = Duration.milliseconds(500)

    private static let scripts: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".lua") }.sorted()
    }()

    enum Ending: Hashable {
        case ok, error, limit
        case oneLimit(LuaError.Limit)

        /// Returns nil for anything that a header may not contain.
        init?(_ text: Substring) {
            switch text {
            case "ok": self = .ok
            case "error": self = .error
            case "limit": self = .limit
            default:
                let parts = text.split(separator: ":", omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0] == "limit", let limit = LuaError.Limit(rawValue: String(parts[1]))
                else {
                    return nil
                }
                self = .oneLimit(limit)
            }
        }

        /// Returns the endings that a script's first line allows; nil if the line isn't a header.
        static func expected(of source: String) -> Set<Ending>? {
            let prefix = "-- expect: "
            guard let line = source.split(separator: "\n", omittingEmptySubsequences: false).first,
                line.hasPrefix(prefix)
            else { return nil }
            let endings = line.dropFirst(prefix.count).split(separator: "|", omittingEmptySubsequences: false)
            let known = endings.compactMap(Ending.init)
            return known.isEmpty || known.count < endings.count ? nil : Set(known)
        }

        func includes(_ error: LuaError?) -> Bool {
            switch self {
            case .ok: error == nil
            case .error: error?.kind == .script
            case .limit: error?.limit != nil
            case .oneLimit(let limit): error?.limit == limit
            }
        }
    }

    @Test func headersAreUnderstood() {
        #expect(Ending.expected(of: "-- expect: ok\nx") == [.ok])
        #expect(Ending.expected(of: "-- expect: limit:time|error") == [.oneLimit(.time), .error])
        for bad in [
            "", "x", "-- expect:", "-- expect: ", "-- expect: fine", "-- expect: ok|", "-- expect: limit:space",
            "--expect: ok",
        ] {
            #expect(Ending.expected(of: bad) == nil, "\(bad)")
        }
    }

    @Test func theCorpusIsThere() { #expect(Self.scripts.count >= 100) }

    /// Returns a state with the modules that the scripts require.
    private static func makeState(pool: MemoryPool, deadline: Duration = longDeadline) throws -> LuaState {
        let state = try LuaState(limits: LuaLimits(deadline: deadline), pool: pool)
        try state.register(
            module: "helper",
            source: """
                local M = { answer = 42, nested = { list = { 1, 2 } } }
                M.__index = M
                function M.new() return setmetatable({}, M) end
                function M:double() return self.answer * 2 end
                return M
                """, name: "helper.lua", trust: .host)
        try state.register(module: "ring_a", source: "return require 'ring_b'", name: "ring_a.lua")
        try state.register(module: "ring_b", source: "return require 'ring_a'", name: "ring_b.lua")
        try state.register(module: "endless", source: "while true do end", name: "endless.lua")
        return state
    }

    /// Runs Lua code as a harmless game would.
    private static func playNormally(_ state: LuaState) throws {
        let chunk = try state.load(
            """
            local helper = require 'helper'
            local t = {}
            for i = 1, 100 do t[i] = ('%d'):format(i):rep(2) end
            local s = table.concat(t, ' '):gsub('%d+', function(d) return #d end)
            return { s = #s, n = helper.new():double(), upper = ('x'):upper() }
            """, name: "normal.lua")
        #expect(try state.call(chunk, deadline: .seconds(5))[0].decoded() == ["s": 199, "n": 84, "upper": "X"])
        state.forget(chunk)
    }

    /// Returns the error of a script and its processor time. Wall-clock time wouldn't do, because other tests keep the
    /// machine busy, too.
    private static func run(_ source: String, name: String, in state: LuaState) -> (LuaError?, Duration) {
        func processorTime() -> Duration { .seconds(ProcessorClock.threadSeconds()) }
        let start = processorTime()
        do throws(LuaError) {
            let chunk = try state.load(source, name: name)
            defer { state.forget(chunk) }
            for result in try state.call(chunk) { if let function = result.function { state.forget(function) } }
        } catch {
            return (error, processorTime() - start)
        }
        return (nil, processorTime() - start)
    }

    @Test(arguments: scripts) func endsAsItsHeaderSays(_ script: String) throws {
        let source = try String(contentsOf: Self.folder.appending(path: script), encoding: .utf8)
        let expected = try #require(Ending.expected(of: source), "\(script): its first line is no header")
        let lost = guard_bytes_lost()
        let pool = MemoryPool()
        do {
            let mayRunOut = !expected.isDisjoint(with: [.limit, .oneLimit(.time)])
            let deadline = mayRunOut ? Self.deadline : Self.longDeadline
            let state = try Self.makeState(pool: pool, deadline: deadline)
            try Self.playNormally(state)
            state.collect()
            let before = state.meters.used

            let (error, time) = LuaThread.run { Self.run(source, name: script, in: state) }

            #expect(expected.contains { $0.includes(error) }, "\(script): \(error.map { "\($0.kind) \($0)" } ?? "ok")")
            if error?.kind == .script { #expect(error?.message.isEmpty == false) }
            // Compiling and calling each have a deadline.
            #expect(time < deadline + deadline + Self.grace, "\(script): \(time)")
            #expect(state.meters.peak <= LuaLimits().memory)

            try Self.playNormally(state)
            state.collect()
            #expect(state.meters.used - before < 16 << 10, "\(script): \(state.meters.used - before) bytes more")
            try Self.playNormally(try Self.makeState(pool: pool))
        }
        #expect(pool.leased == 0)
        #expect(guard_bytes_lost() == lost)
    }
}
