import Foundation
import Hosting
import JetStreamLog
import Logging

/// Opens the log that the settings name.
struct LogOpener {
    let settings: ServerSettings
    let state: URL

    init(_ settings: ServerSettings, state: URL) { (self.settings, self.state) = (settings, state) }

    /// Opens the log.
    ///
    /// - Throws: ``StartFailure`` for a text that isn't the name of a log, and for a log that can't
    ///   be used.
    func open(_ logger: Logger) async throws -> any MatchLog {
        if settings.log == nil { try makeState() }
        let name = settings.log ?? "sqlite:" + state.appending(path: "matches.sqlite").path
        if name == "memory" {
            logger.notice("matches are stored only in memory, so they are lost when this process ends")
            return MemoryMatchLog()
        }
        let log = try await Self.lasting(name, replicas: settings.replicas)
        if let log = log as? JetStreamMatchLog { logger.notice("\(log.durability)") }
        return log
    }

    /// Checks the name of a log without opening it.
    ///
    /// - Throws: ``StartFailure`` for a text that isn't the name of a log.
    static func check(name: String) throws {
        guard isName(name) else {
            throw StartFailure("--log is '\(name)': expected memory, sqlite:FILE or nats://HOST:PORT")
        }
        guard name != "memory", path(of: name) == nil else { return }
        do {
            _ = try JetStreamConfiguration(url: name)
        } catch {
            throw StartFailure("\(error)")
        }
    }

    /// Returns whether a text has the form of a log's name.
    static func isName(_ name: String) -> Bool {
        name == "memory" || name.hasPrefix(file) && name != file
            || ["nats://", "tls://"].contains(where: name.hasPrefix)
    }

    private static let file = "sqlite:"

    /// Returns the path of a log that is a file; nil for another kind.
    static func path(of name: String) -> String? {
        // make the path absolute, because `:memory:` and `file:…` have a special meaning for SQLite
        name.hasPrefix(file) ? URL(fileURLWithPath: String(name.dropFirst(file.count))).path : nil
    }

    /// Opens a log whose matches outlive the process.
    ///
    /// - Throws: ``StartFailure`` for a log that can't be used.
    static func lasting(_ name: String, replicas: Int? = nil) async throws -> any MatchLog {
        do {
            if let path = path(of: name) { return try SQLiteMatchLog(path: path) }
            var configuration = try JetStreamConfiguration(url: name)
            if let replicas { configuration.replicas = replicas }
            return try await JetStreamMatchLog(configuration)
        } catch {
            throw StartFailure("\(error)")
        }
    }

    /// Creates the folder for the server's own files, which only the server can read.
    func makeState() throws {
        do {
            try FileManager.default.createDirectory(
                at: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StartFailure("\(state.path) can't be created. Name another folder with --state")
        }
    }
}
