import Synchronization

/// Looks after what falls due at a table: a bot's move, the end of somebody's time. One thing at a time; the next takes its place.
final class Attendant: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Does `action` after a while, instead of what was to be done.
    func plan(after pause: Duration, _ action: @escaping @Sendable () async -> Void) {
        // the clock reckons in nanoseconds of 64 bits
        let pause = min(max(pause, .zero), .seconds(1_000_000_000))
        let next = Task {
            do { try await Task.sleep(for: pause) } catch { return }
            // as a task of its own: what it does plans the next thing, and would cancel itself
            Task { await action() }
        }
        task.withLock { task in
            task?.cancel()
            task = next
        }
    }

    /// Nothing falls due.
    func rest() {
        task.withLock { task in
            task?.cancel()
            task = nil
        }
    }
}
