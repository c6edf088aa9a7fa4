import Foundation
import LuaRuntime
import Synchronization
import Values

/// Where scripts run for a server: on Parlor's own threads, so that those which answer requests never wait for a script. Each game has
/// so many of them: games that loop take their share of the machine, and the turns of their own matches alone.
final class ScriptExecutor: Sendable {
    private struct Game {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let width: Int
    private let games = Mutex<[String: Game]>([:])

    /// `width`: How many threads a game has. They share the processor's cores, so a match that loops holds up no other one of the game
    /// unless as many do.
    init(width: Int = 4 * ProcessInfo.processInfo.activeProcessorCount) { self.width = max(1, width) }

    /// Runs `body` on a thread of a game, with so much processor time for all of it.
    ///
    /// `game`: Whose threads are used: a word.
    func run<R, E: Error>(
        of game: String, within budget: ProcessorBudget, _ body: @escaping @Sendable () throws(E) -> R
    ) async throws(E) -> sending R {
        let meter = ScriptMeter.current
        let counter = WorkCounter.current
        await enter(game)
        let result: Handed<Result<R, E>> = await withCheckedContinuation { continuation in
            LuaThread.start {
                let result: Result<R, E>
                do throws(E) {
                    result = .success(
                        try budget.run { () throws(E) in
                            let begun = ProcessorClock.threadSeconds()
                            defer { meter?.add(ProcessorClock.threadSeconds() - begun) }
                            return try WorkCounter.count(for: counter, body)
                        })
                } catch {
                    result = .failure(error)
                }
                continuation.resume(returning: Handed(value: result))
            }
        }
        leave(game)
        return try result.value.get()
    }

    private func enter(_ game: String) async {
        await withCheckedContinuation { continuation in
            let mayEnter = games.withLock { games in
                let hasRoom = games[game, default: Game()].running < width
                if hasRoom {
                    games[game, default: Game()].running += 1
                } else {
                    games[game]?.waiting.append(continuation)
                }
                return hasRoom
            }
            if mayEnter { continuation.resume() }
        }
    }

    private func leave(_ game: String) {
        let next = games.withLock { games -> CheckedContinuation<Void, Never>? in
            guard var left = games[game] else { return nil }
            defer { games[game] = left.running == 0 ? nil : left }
            guard left.waiting.isEmpty else { return left.waiting.removeFirst() }
            left.running -= 1
            return nil
        }
        next?.resume()
    }
}

/// What one thread makes and hands to another, and keeps no hold of.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
}

/// How much processor time scripts have taken for what one request asked, so that whoever asks for much can be told to wait.
///
/// ```swift
/// let meter = ScriptMeter()
/// try await meter.measure { try await house.play("b2", in: match, token: token, nonce: nonce) }
/// let spent = meter.seconds
/// ```
public final class ScriptMeter: Sendable {
    @TaskLocal static var current: ScriptMeter?

    private let spent = Mutex(0.0)

    /// Nothing was measured yet.
    public init() {}

    /// What was measured, in seconds of one processor.
    public var seconds: Double { spent.withLock { $0 } }

    /// Measures what scripts do within `body`.
    public func measure<R>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
    ) async rethrows -> R {
        try await Self.$current.withValue(self, operation: body)
    }

    func add(_ seconds: Double) { spent.withLock { $0 += max(0, seconds) } }
}

/// Lets one after the other through, in the order in which they came.
actor AsyncMutex {
    private var isTaken = false
    private var queue: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` when nobody else is inside.
    nonisolated func pass<R: Sendable, E: Error>(_ body: @Sendable () async throws(E) -> R) async throws(E) -> R {
        await enter()
        let result: Result<R, E>
        do throws(E) { result = .success(try await body()) } catch { result = .failure(error) }
        await leave()
        return try result.get()
    }

    private func enter() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { queue.append($0) }
    }

    private func leave() {
        guard !queue.isEmpty else {
            isTaken = false
            return
        }
        queue.removeFirst().resume()
    }
}
