import Foundation

/// The thread that waits for what is typed. Interrupting it ends that, as Ctrl-C does: see ``Interrupts``.
struct WaitingThread: @unchecked Sendable {
    private let thread = pthread_self()

    /// Only while that thread lives.
    func interrupt() { pthread_kill(thread, SIGINT) }
}
