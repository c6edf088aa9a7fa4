import Synchronization

/// How many event streams are open, and how many may be.
final class StreamGate: Sendable {
    private let open = Mutex(0)
    let most: Int

    init(most: Int) { self.most = most }

    var count: Int { open.withLock { $0 } }

    /// False where there are too many.
    func enter() -> Bool {
        open.withLock { open in
            guard open < most else { return false }
            open += 1
            return true
        }
    }

    func leave() { open.withLock { $0 -= 1 } }
}
