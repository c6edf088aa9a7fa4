import CLuaBoundary
import Dispatch
import Foundation
import LuaRuntime
import Synchronization
import Testing
import Values

/// A script is ended at its deadline, wherever it is called from and whatever it does. No other call is ended.
@Suite(.serialized) struct DeadlineTests {
    static let loops = [
        "while true do end",
        "repeat until false",
        "for i = 1, 1 << 60 do end",
        "::again:: goto again",
        "while true do pcall(function() while true do end end) end",
        "xpcall(function() while true do end end, function() while true do end end)",
        "local function f() return f() end f()",
        "local function f(n) if n > 0 then f(n - 1) end end while true do f(100) end",
        "local t = {} for i = 1, 20000 do t[i] = i end while true do table.sort(t, function(a, b) return a > b end) end",
        "local t = setmetatable({}, { __index = function() while true do end end }) return t.x",
        "local t = setmetatable({}, { __newindex = function() while true do end end }) t.x = 1",
        "local t = setmetatable({}, { __lt = function() while true do end end }) table.sort({ t, t, t })",
        "while true do (('x'):rep(1000)):gsub('.', function() end) end",
        "local t = {} for i = 1, 1000 do t['k' .. i] = i end while true do for k in pairs(t) do end end",
        "while true do local s = ('x'):rep(100):upper():byte(1) end",
        "while true do local t = {} for i = 1, 100 do t[i] = { i } end end",
        "return ('a'):rep(30000):find(('.-'):rep(40) .. 'b')",
        "local t = {} for i = 1, 30000 do t[i] = i end while true do table.insert(t, 1, 0) table.remove(t, 1) end",
        "for w in ('x '):rep(250000):gmatch('%a.-%f[%z]y') do end",
        "while true do string.format('%99.99f', 1e300) end",
    ]

    /// Runs every loop until its deadline ends it. Returns the longest time that a loop ran past its deadline.
    private static func endAll(_ place: String, deadline: Duration = .milliseconds(8)) throws -> Duration {
        var worst = Duration.zero
        let state = try LuaState()
        for source in loops {
            let chunk = try state.load(source, name: "loop.lua")
            let (error, time) = endOne(chunk, state, deadline)
            worst = max(worst, time - deadline)
            #expect(error?.limit == .time, "\(place): \(source): \(error.map { "\($0)" } ?? "ended")")
        }
        return worst
    }

    /// Returns the error of a call and its processor time, measured on the Lua thread to which the call moves.
    private static func endOne(_ chunk: LuaFunction, _ state: LuaState, _ deadline: Duration) -> (LuaError?, Duration) {
        var moved: LuaError?
        do throws(LuaError) { try state.call(chunk, deadline: .milliseconds(1)) } catch { moved = error }
        if moved?.limit != .time { return (moved, .zero) }
        return LuaThread.run {
            var error: LuaError?
            let seconds = ProcessorClock.measure {
                do throws(LuaError) { try state.call(chunk, deadline: deadline) } catch let caught { error = caught }
            }
            return (error, .seconds(seconds))
        }
    }

    private static func note(_ place: String, _ late: Duration) {
        print("deadlines kept from \(place): at most \(late.formatted(.units(allowed: [.microseconds]))) late")
        #expect(late < .milliseconds(500), "\(place)")
    }

    @Test func fromTheMainThread() async throws {
        try await MainActor.run { Self.note("the main thread", try Self.endAll("main")) }
    }

    @Test func fromAThreadOfFoundations() async throws {
        let late = try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result { try Self.endAll("Thread") }) }
            thread.stackSize = 512 << 10
            thread.start()
        }
        Self.note("a Thread", late)
    }

    @Test func fromATask() async throws {
        Self.note("a task", try await Task.detached { try Self.endAll("task") }.value)
    }

    @Test func fromAnActor() async throws {
        actor Keeper {
            func end() throws -> Duration { try DeadlineTests.endAll("actor") }
        }
        Self.note("an actor", try await Keeper().end())
    }

    @Test func fromADispatchQueue() async throws {
        let late = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try Self.endAll("queue") }) }
        }
        Self.note("a dispatch queue", late)
    }

    @Test func fromALuaThread() throws {
        Self.note("a Lua thread", try LuaThread.run { try Self.endAll("LuaThread") })
    }

    @Test func manyAtOnce() async throws {
        let late = try await withThrowingTaskGroup(of: Duration.self) { group in
            for index in 0..<4 { group.addTask { try Self.endAll("task \(index)") } }
            return try await group.reduce(.zero, max)
        }
        Self.note("four tasks at once", late)
    }

    private struct Counts {
        var killed = 0
        var finished = 0
        var wrong: [String] = []
    }

    /// Makes calls that take about as long as their deadline allows, so that signals arrive at every step of a call's
    /// end. Each of these calls is followed by a short call, which must not be ended.
    private static func callNearTheDeadline(seed: UInt64, until end: ContinuousClock.Instant) throws -> Counts {
        var random = SplitMix64(seed: seed)
        var counts = Counts()
        let state = try LuaState()
        let work = try state.load(
            "local t, s = {}, 0 for i = 1, (...) do s = s + i % 7 t[i % 50] = { i } end", name: "work.lua")
        let short = try state.load("local s = 0 for i = 1, 100 do s = s + i end return s", name: "short.lua")
        // About one call in nine is ended, however late the watchdog is and however slow the machine and the build
        // are. The reason is that the greatest length grows with each call that finishes, and shrinks with each call
        // that is ended.
        var most = 3_000.0
        while ContinuousClock.now < end || counts.killed + counts.finished < 5200 {
            let steps = Int64.random(in: 100...Int64(most), using: &random)
            let deadline = Duration.microseconds(Int64.random(in: 10...400, using: &random))
            do throws(LuaError) {
                try state.call(work, .integer(steps), deadline: deadline)
                counts.finished += 1
                most = min(most * 1.02, 2_400_000)
            } catch {
                most = max(most * 0.85, 200)
                if error.limit == .time { counts.killed += 1 } else { counts.wrong.append("\(error)") }
            }
            do throws(LuaError) {
                let sum = try state.call(short, deadline: .seconds(20))
                if sum != [.integer(5050)] { counts.wrong.append("\(sum)") }
            } catch { counts.wrong.append("after: \(error)") }
        }
        return counts
    }

    @Test func noCallIsEndedInPlaceOfAnother() async throws {
        let end = ContinuousClock.now + .seconds(4)
        let sent = guard_signals_sent()
        let strayed = guard_signals_stray()
        let total = try await withThrowingTaskGroup(of: Counts.self) { group in
            for worker in 0..<4 {
                group.addTask { try LuaThread.run { try Self.callNearTheDeadline(seed: UInt64(worker), until: end) } }
            }
            return try await group.reduce(into: Counts()) { total, counts in
                total.killed += counts.killed
                total.finished += counts.finished
                total.wrong += counts.wrong
            }
        }
        let signals = guard_signals_sent() - sent
        let strays = guard_signals_stray() - strayed
        print(
            "calls near their deadline: \(total.killed) ended, \(total.finished) finished, \(total.wrong.count) wrong; "
                + "\(signals) signals, \(strays) of them late")
        #expect(total.wrong.isEmpty, "\(total.wrong.prefix(5))")
        #expect(total.killed + total.finished >= 20_000)
        #expect(total.killed > 20 && total.finished > 1000)
        // A signal that arrives after its call has ended is ignored. There can't be more such signals than were sent.
        #expect(strays <= signals)
        #expect(signals >= total.killed)
    }

    @Test func noDeadlineIsTooShortOrTooLong() throws {
        let state = try LuaState()
        let loop = try state.load("while true do end", name: "loop.lua")
        for deadline in [Duration.zero, .nanoseconds(1), .seconds(-5)] {
            let error = #expect(throws: LuaError.self) { try state.call(loop, deadline: deadline) }
            #expect(error?.limit == .time)
        }
        let short = try state.load("return 1", name: "short.lua")
        #expect(try state.call(short, deadline: .seconds(Int64.max)) == [.integer(1)])
        #expect(try LuaState(limits: LuaLimits(deadline: .seconds(Int64.max))).limits.deadline > LuaLimits.hardDeadline)
    }

    @Test func theLimitsDeadlineHolds() throws {
        let state = try LuaState(limits: LuaLimits(deadline: .milliseconds(10)))
        let loop = try state.load("while true do end", name: "loop.lua")
        let seconds = LuaThread.run {
            ProcessorClock.measure {
                #expect(throws: LuaError.self) { try state.call(loop) }
                #expect(throws: LuaError.self) { try state.call(loop, integer: 1) }
            }
        }
        #expect(seconds > 0.015 && seconds < 0.5)
    }

    /// While all calls have long deadlines, the watchdog checks rarely. A call with a short deadline wakes it.
    @Test func aShortCallAfterLongOnesIsEndedInTime() throws {
        let state = try LuaState()
        let loop = try state.load("while true do end", name: "loop.lua")
        let work = try state.load("local s = 0 for i = 1, 10000 do s = s + i end return s", name: "work.lua")
        let late = try LuaThread.run {
            try (0..<5).map { _ in
                let end = ContinuousClock.now + .milliseconds(700)
                while ContinuousClock.now < end { _ = try state.call(work, deadline: .seconds(20)) }
                return ProcessorClock.measure {
                    #expect(throws: LuaError.self) { try state.call(loop, deadline: .milliseconds(5)) }
                } - 0.005
            }
        }
        // if the watchdog weren't woken, it would sleep up to 50 ms, so four of five calls would hardly be ended this
        // soon. Another test may delay one call
        #expect(late.sorted()[3] < 0.015, "\(late)")
    }

    /// The processor time of other threads doesn't count for a call: the call gets its allowed processor time,
    /// however long that takes.
    @Test func aDeadlineCountsTheProcessorsTimeNotTheWalls() async throws {
        let others = 6 * ProcessInfo.processInfo.activeProcessorCount
        let isOver = Flag()
        for _ in 0..<others {
            Thread.detachNewThread { while !isOver.isSet {} }
        }
        defer { isOver.set() }
        let state = try LuaState()
        let loop = try state.load("while true do end", name: "loop.lua")
        let (wall, seconds) = LuaThread.run {
            var seconds = 0.0
            let wall = ContinuousClock().measure {
                seconds = ProcessorClock.measure {
                    #expect(throws: LuaError.self) { try state.call(loop, deadline: .milliseconds(150)) }
                }
            }
            return (wall, seconds)
        }
        print("150 ms among \(others) busy threads: \(Int(seconds * 1000)) ms of the processor's in \(wall)")
        // if the machine is even busier, the call is ended after 30 times its deadline in wall-clock time
        #expect(seconds >= 0.149 || wall >= .milliseconds(4500))
        #expect(seconds < 0.65)
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }

    /// A call that gets no processor time at all is ended, too. This happens after 30 times its allowed time, but not
    /// before one second.
    @Test func aCallThatWaitsIsEndedByTheWall() throws {
        let state = try LuaState()
        try state.register(host: "wait") { _ in
            usleep(20_000)
            return .nil
        }
        let loop = try state.load("while true do host.wait() end", name: "loop.lua", trust: .host)
        let time = ContinuousClock().measure {
            let error = #expect(throws: LuaError.self) { try state.call(loop, deadline: .milliseconds(40)) }
            #expect(error?.limit == .time)
        }
        #expect(time >= .milliseconds(1000))
    }
}
