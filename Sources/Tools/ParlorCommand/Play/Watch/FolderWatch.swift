import Foundation
import Synchronization

/// Looks at a game's folder again and again: a change is told once it has been quiet for one look, so that a file isn't read
/// while it is written.
///
/// Polling, since that sees files that are renamed over others on every system; a look at a small folder takes some 20 µs.
final class FolderWatch: Sendable {
    private struct State {
        var told: FolderLook
        var before: FolderLook
        var hasChanged = false
        var isOver = false
    }

    private let folder: URL
    private let state: Mutex<State>

    init(_ folder: URL) {
        self.folder = folder
        let look = FolderLook(folder)
        state = Mutex(State(told: look, before: look))
    }

    /// Looks at the folder now. True if there is a change that nobody took yet.
    @discardableResult
    func look() -> Bool {
        let now = FolderLook(folder)
        return state.withLock { state in
            if now == state.before, now != state.told {
                state.told = now
                state.hasChanged = true
            }
            state.before = now
            return state.hasChanged
        }
    }

    /// Is there a change that nobody took yet?
    var hasChanged: Bool { state.withLock { $0.hasChanged } }

    /// Was there a change since this was last asked?
    func take() -> Bool {
        state.withLock { state in
            defer { state.hasChanged = false }
            return state.hasChanged
        }
    }

    /// Looks at the folder on a thread of its own until ``stop()``, and ends the waiting for a line after each change.
    func start(interrupting lines: any LineSource) {
        (lines as? FullScreen)?.hasNews = { [weak self] in self?.hasChanged == true }
        let reader = WaitingThread()
        start { reader.interrupt() }
    }

    /// Looks at the folder on a thread of its own until ``stop()``, and calls `tell` after each change.
    func start(every interval: TimeInterval = 0.2, tell: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [weak self] in
            while true {
                Thread.sleep(forTimeInterval: interval)
                guard let self, !self.state.withLock({ $0.isOver }) else { return }
                let hadChanged = self.state.withLock { $0.hasChanged }
                if self.look(), !hadChanged { tell() }
            }
        }
    }

    func stop() { state.withLock { $0.isOver = true } }
}
