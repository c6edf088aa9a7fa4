import Foundation
import Parlor
import Synchronization

/// Polls a game's folder. A change is reported when two looks in a row are equal, so that no file
/// is read while it is written.
///
/// Polling also notices files that are renamed over others, on every system. A look at a small
/// folder takes some 20 µs.
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

    /// Looks at the folder now. Returns whether there is a change that ``take()`` hasn't returned
    /// yet.
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

    /// Whether there is a change that ``take()`` hasn't returned yet.
    var hasChanged: Bool { state.withLock { $0.hasChanged } }

    /// Returns whether there was a change since the last call.
    func take() -> Bool {
        state.withLock { state in
            defer { state.hasChanged = false }
            return state.hasChanged
        }
    }

    /// Polls the folder on a separate thread until ``stop()``. Each change interrupts the wait for
    /// a line.
    func start(interrupting lines: any LineSource) {
        (lines as? FullScreen)?.hasNews = { [weak self] in self?.hasChanged == true }
        let reader = WaitingThread()
        start { reader.interrupt() }
    }

    /// Polls the folder on a separate thread until ``stop()``, and calls `tell` after each change.
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

/// The sizes, times and numbers of a game's files. Two looks differ if a file was written,
/// replaced, added or removed, in whichever way an editor saves.
struct FolderFingerprint: Equatable {
    /// The most entries to look at; no game may have more.
    private static let mostEntries = 4096

    private struct Mark: Equatable {
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
        let file: UInt64
    }

    private var files: [String: Mark] = [:]

    /// Looks at the Lua files of a folder and the pictures directly in its `assets`. No other file
    /// changes the game.
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

extension GameCatalog {
    /// Reads a game's script again while it is played.
    ///
    /// - Throws: An error also if another game is there now, for example after the folder was
    ///   replaced by a link. A match can't continue with another game.
    func script(_ name: String, again known: GameScript) throws(GameError) -> GameScript {
        let fresh = try script(name)
        guard fresh.id == known.id else {
            throw .request("The folder now holds another game: \(fresh.id), not \(known.id). Quit to play it.")
        }
        return fresh
    }
}

/// An error in a script that was read again during play. It is shown with the text that failed, not
/// with the text that the match continues with.
struct RereadError: Error, CustomStringConvertible {
    let error: GameError
    /// The files of the failed text, by name.
    let files: [String: String]

    /// - Parameters:
    ///   - fresh: The script that was read, if it could be loaded.
    ///   - known: The script before.
    init(_ error: GameError, of fresh: GameScript?, known: GameScript) {
        self.error = error
        files = fresh?.folder.files ?? known.folder.url.flatMap { try? GameFolder(at: $0).files } ?? known.folder.files
    }

    var description: String { error.description }
}

/// The thread that waits for a typed line. Like Ctrl-C, ``interrupt()`` ends the wait: see
/// ``Interrupts``.
struct WaitingThread: @unchecked Sendable {
    private let thread = pthread_self()

    /// Interrupts the wait. Call this only while the thread lives.
    func interrupt() { pthread_kill(thread, SIGINT) }
}
