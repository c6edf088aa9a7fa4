import Hosting

/// The time for which an operation is retried, and the pauses between attempts.
struct Patience: Sendable {
    /// The whole time.
    var duration: Duration

    private static let pauses: [Duration] = [.zero, .milliseconds(10), .milliseconds(25), .milliseconds(50)]
    private static let longPause = Duration.milliseconds(100)

    /// Retries until there is a result.
    ///
    /// - Parameter attempt: Receives the number of earlier attempts, and returns nil if there is no
    ///   result yet. An attempt that throws ``MatchLogError/unavailable(_:)`` is retried. Other
    ///   errors are thrown at once, and so is ``MatchLogError/closed``.
    /// - Throws: ``MatchLogError/unavailable(_:)`` with the last reason, when the time is up;
    ///   ``MatchLogError/cancelled`` when the task is cancelled.
    func tried<R>(
        _ attempt: (_ before: Int) async throws(MatchLogError) -> R?
    ) async throws(MatchLogError) -> R {
        let deadline = ContinuousClock.now + duration
        var reason = "it didn't come to rest"
        for before in 0... {
            do {
                if let result = try await attempt(before) { return result }
            } catch .unavailable(let what) where .unavailable(what) != MatchLogError.closed {
                reason = what
            } catch {
                throw error
            }
            let pause = before < Self.pauses.count ? Self.pauses[before] : Self.longPause
            guard ContinuousClock.now + pause < deadline else { break }
            guard (try? await Task.sleep(for: pause)) != nil, !Task.isCancelled else {
                throw .cancelled
            }
        }
        throw .unavailable("\(reason); tried for \(duration.components.seconds) s")
    }
}
