import Synchronization

/// Goes up once, and is seen by every thread.
final class Flag: Sendable {
    private let up = Atomic(false)

    var isUp: Bool { up.load(ordering: .acquiring) }

    func raise() { up.store(true, ordering: .releasing) }
}
