import Foundation
import Hosting
import JetStreamLog
import Logging

/// Opens the log that the settings name.
struct LogOpener {
    let settings: ServerSettings
    let state: URL

    init(_ settings: ServerSettings, state: URL) { (self.settings, self.state) = (settings, state) }

    /// - Throws: ``StartFailure`` for a name that is none, and for a log that can't be used.
    func open(_ logger: Logger) async throws -> any MatchLog {
        let name = settings.log ?? "sqlite:" + state.appending(path: "matches.sqlite").path
        if name == "memory" {
            logger.notice("matches are kept in memory: they end with this process")
            return MemoryMatchLog()
        }
        do {
            if name.hasPrefix("sqlite:") {
                if settings.log == nil { try makeState() }
                return try SQLiteMatchLog(path: String(name.dropFirst(7)))
            }
            if name.hasPrefix("nats://") || name.hasPrefix("tls://") {
                var configuration = try JetStreamConfiguration(url: name)
                if let replicas = settings.replicas { configuration.replicas = replicas }
                let log = try await JetStreamMatchLog(configuration)
                logger.notice("\(log.durability)")
                return log
            }
        } catch let error as MatchLogError {
            throw StartFailure("\(error)")
        }
        throw StartFailure("--log is '\(name)': expected memory, sqlite:FILE or nats://HOST:PORT")
    }

    /// The folder for the server's own files, which only it can read.
    func makeState() throws {
        do {
            try FileManager.default.createDirectory(
                at: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StartFailure("\(state.path) can't be made: name another folder with --state")
        }
    }
}
