import Foundation
import LuaRuntime
import Synchronization
import Values

/// Runs the scripts of a server on Parlor's own threads, so that threads which answer requests
/// never wait for a script.
///
/// Each game has a limited number of threads. A game that loops takes only its share of the
/// machine, and delays only its own matches.
final class ScriptExecutor: Sendable {
    private struct Game {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let width: Int
    private let games = Mutex<[String: Game]>([:])

    /// `width`: The number of threads of a game, which share the processor's cores. Matches that
    /// loop delay the game's other matches only if at least `width` matches loop at once.
    init(width: Int = 4 * ProcessInfo.processInfo.activeProcessorCount) { self.width = max(1, width) }

    /// Runs `body` on a thread of a game, within a budget of processor time.
    ///
    /// `game`: A word that selects the threads, usually the id of a game.
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

/// A value that one thread creates and hands over to another without keeping a reference.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
}

/// The processor time of the scripts for one request. With this time a server can slow down clients
/// whose requests are expensive.
///
/// ```swift
/// let meter = ScriptMeter()
/// try await meter.measure { try await house.play("b2", in: match, token: token, nonce: nonce) }
/// let spent = meter.seconds
/// ```
public final class ScriptMeter: Sendable {
    @TaskLocal static var current: ScriptMeter?

    private let spent = Mutex(0.0)

    /// Creates a meter at zero.
    public init() {}

    /// The measured time, in seconds of one processor.
    public var seconds: Double { spent.withLock { $0 } }

    /// Measures the scripts that run within `body`.
    public func measure<R>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
    ) async rethrows -> R {
        try await Self.$current.withValue(self, operation: body)
    }

    func add(_ seconds: Double) { spent.withLock { $0 += max(0, seconds) } }
}

/// A mutex for asynchronous code. It admits callers one at a time, in the order in which they came.
actor AsyncMutex {
    private var isTaken = false
    private var queue: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` when no other caller is inside.
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
