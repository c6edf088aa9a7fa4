import Foundation
import Synchronization

/// Counts of the work that the library has done.
///
/// Counts don't depend on the machine, so tests can state how much work an event may cost.
/// `Benchmarks/README.md` shows that these kinds of work explain the processor time of an event.
public struct Work: Hashable, Sendable {
    /// A kind of work.
    public enum Kind: Int, CaseIterable, Sendable {
        /// A ply of a log that the rules played: a new ply of another participant, or a known ply
        /// that is played again.
        case pliesReplayed
        /// A Lua state that was created.
        case statesCreated
        /// A position of a match that was restored from its state, without playing a ply.
        case positionsRestored
        /// A position of a match that was copied into the Lua state of a viewer.
        case positionsShown
        /// A lookup of the rules of a match at some position.
        case rulesLookedUp
        /// A signature that was made.
        case signaturesMade
        /// A signature that was verified.
        case signaturesVerified
        /// The url of a message that was encoded.
        case urlsEncoded
        /// The url of a message that was decoded.
        case urlsDecoded
        /// A call of a script's `scene`.
        case scenesRendered
        /// A scene that was drawn as a picture, as words, or in the cells of a terminal.
        case scenesDrawn
        /// A call of a function in a Lua state.
        case luaCalls
        /// A byte of a value that was encoded into a Lua state or decoded from one.
        case bytesCrossed
        /// A byte that was handed to a store, to be written.
        case bytesStored
        /// A ply of a log that was compared with a ply of another log, to find out whether cached
        /// rules can continue with that log.
        case pliesCompared
    }

    private var counts = [Int](repeating: 0, count: Kind.allCases.count)

    /// Creates a record without work.
    public init() {}

    /// The amount of work of a kind: how often it was done, or the number of bytes for a kind that counts
    /// bytes.
    public subscript(kind: Kind) -> Int {
        get { counts[kind.rawValue] }
        set { counts[kind.rawValue] = newValue }
    }

    /// Returns the work that was done after an earlier reading of the same counter.
    public func since(_ earlier: Work) -> Work {
        var work = Work()
        for kind in Kind.allCases { work[kind] = self[kind] - earlier[kind] }
        return work
    }
}

/// A counter of the work that is done while it is current.
///
/// ```swift
/// let counter = WorkCounter()
/// try counter.count { try match.play("b2", seat: 1) }
/// print(counter.work[.pliesReplayed])
/// ```
///
/// If no counter is current, nothing is counted, and reporting work costs one load of an integer.
public final class WorkCounter: @unchecked Sendable {
    @TaskLocal private static var scoped: WorkCounter?
    /// The number of calls of `count` that are under way, on all counters together.
    private static let scopes = Atomic<Int>(0)

    private let lock = NSLock()
    private var total = Work()

    /// Creates a counter at 0.
    public init() {}

    /// The counter that counts the work of this thread or task; nil if none does.
    package static var current: WorkCounter? { scopes.load(ordering: .relaxed) == 0 ? nil : scoped }

    /// The work that was counted so far.
    public var work: Work { lock.withLock { total } }

    /// Runs `body` and counts its work, on this thread and in the tasks that it starts and waits
    /// for.
    ///
    /// If another counter is current, the other counter doesn't count the work of `body`.
    public func count<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        Self.scopes.add(1, ordering: .relaxed)
        defer { Self.scopes.subtract(1, ordering: .relaxed) }
        // `withValue` rethrows any error, so the type of the error is kept in a result.
        let result = Self.$scoped.withValue(self) { () -> Result<R, E> in
            do throws(E) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Runs `body` and counts its work, on this task and on those that it starts while `body` runs.
    public func count<R>(_ body: () async throws -> R) async rethrows -> R {
        Self.scopes.add(1, ordering: .relaxed)
        defer { Self.scopes.subtract(1, ordering: .relaxed) }
        return try await Self.$scoped.withValue(self, operation: body)
    }

    /// Runs `body`, which another thread has handed over, and counts its work in the counter of
    /// that thread.
    ///
    /// - Parameter counter: The counter that was current on the other thread.
    package static func count<R, E: Error>(
        for counter: WorkCounter?, _ body: () throws(E) -> R
    ) throws(E) -> R {
        if let counter { try counter.count(body) } else { try body() }
    }

    /// Adds work to the current counter, if there is one.
    package static func add(_ kind: Work.Kind, _ count: Int = 1) { current?.add(kind, count) }

    /// Adds work.
    package func add(_ kind: Work.Kind, _ count: Int) { lock.withLock { total[kind] += count } }
}
