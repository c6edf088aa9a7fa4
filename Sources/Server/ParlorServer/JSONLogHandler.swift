import Foundation
import Hosting
import Logging

/// Log messages as lines of JSON on standard error: `{"level":"info","message":"…","time":"…"}`.
struct JSONLogHandler: LogHandler {
    private struct Line: Encodable {
        let time, level, logger, message: String
        let metadata: [String: String]?
    }

    let label: String
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = Line(
            time: Instant.now.text, level: event.level.rawValue, logger: label, message: event.message.description,
            metadata: all.isEmpty ? nil : all.mapValues { "\($0)" })
        // whoever reads the lines may have gone
        try? FileHandle.standardError.write(contentsOf: Data(JSONBytes.of(line) + [10]))
    }
}
