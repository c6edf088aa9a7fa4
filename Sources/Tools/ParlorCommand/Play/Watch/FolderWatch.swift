import Foundation
import Parlor
import Synchronization

/// Looks at a game's folder again and again: a change is told once it has been quiet for one look, so that a file isn't read
/// while it is written.
///
/// Polling, since that sees files that are renamed over others on every system; a look at a small folder takes some 20 µs.
final class FolderWatch: Sendable {
    private struct State {
        var told: FolderFingerprint
        var before: FolderFingerprint
        var hasChanged = false
        var isOver = false
    }

    private let folder: URL
    private let state: Mutex<State>

    init(_ folder: URL) {
        self.folder = folder
        let look = FolderFingerprint(folder)
        state = Mutex(State(told: look, before: look))
    }

    /// Looks at the folder now. True if there is a change that nobody took yet.
    @discardableResult
    func look() -> Bool {
        let now = FolderFingerprint(folder)
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

/// What a game's files look like from outside, without reading them. Two looks differ if a file was written, replaced, added or
/// removed, whichever way an editor saves.
struct FolderFingerprint: Equatable {
    /// More entries aren't looked at: no game may have them.
    private static let mostEntries = 4096

    private struct Mark: Equatable {
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
        let file: UInt64
    }

    private var files: [String: Mark] = [:]

    /// Looks at the Lua files of a folder, and at the pictures that lie in its `assets` itself: what else editors put there changes
    /// nothing that is drawn.
    init(_ folder: URL) {
        look(at: folder, "") { $0.hasSuffix(".lua") }
        look(at: folder.appendingPathComponent("assets"), "assets/") { name in
            [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
        }
    }

    private mutating func look(at folder: URL, _ prefix: String, _ counts: (String) -> Bool) {
        guard let stream = opendir(folder.path) else { return }
        defer { closedir(stream) }
        var count = 0
        while let entry = readdir(stream), count < Self.mostEntries {
            count += 1
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var facts = stat()
            guard counts(name), !name.hasPrefix("."), fstatat(dirfd(stream), name, &facts, 0) == 0 else {
                continue
            }
            #if canImport(Darwin)
                let time = facts.st_mtimespec
            #else
                let time = facts.st_mtim
            #endif
            files[prefix + name] = Mark(
                size: Int64(facts.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec,
                file: UInt64(facts.st_ino))
        }
    }
}

extension Catalog {
    /// Reads a game's script again while it is played.
    ///
    /// - Throws: also where another game lies there now, such as behind a link that was put in the folder's place: a match belongs
    ///   to its game, and couldn't go on.
    func script(_ name: String, again known: GameScript) throws(GameError) -> GameScript {
        let fresh = try script(name)
        guard fresh.id == known.id else {
            throw .request("Another game lies there now: \(fresh.id), not \(known.id). Leave this one to play it.")
        }
        return fresh
    }
}

/// What went wrong with a script that was read again while it is played: it is told with the text that failed, not with the one that
/// the match goes on under.
struct RereadError: Error, CustomStringConvertible {
    let error: GameError
    /// The files of that text, by name.
    let files: [String: String]

    /// - Parameters:
    ///   - fresh: The script that was read, as far as it could be loaded.
    ///   - known: The one before.
    init(_ error: GameError, of fresh: GameScript?, known: GameScript) {
        self.error = error
        files = fresh?.folder.files ?? known.folder.url.flatMap { try? GameFolder(at: $0).files } ?? known.folder.files
    }

    var description: String { error.description }
}

/// The thread that waits for what is typed. Interrupting it ends that, as Ctrl-C does: see ``Interrupts``.
struct WaitingThread: @unchecked Sendable {
    private let thread = pthread_self()

    /// Only while that thread lives.
    func interrupt() { pthread_kill(thread, SIGINT) }
}
