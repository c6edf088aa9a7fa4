import Synchronization

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
