import ArgumentParser
import Foundation

/// The settings of a server, given as options or in the environment.
struct ServerSettings: ParsableArguments {
    @Option(help: "The address to listen on (default: 127.0.0.1, only this machine).")
    var host: String?

    @Option(help: "The port to listen on. 0 is any free port (default: 8080).")
    var port: Int?

    @Option(
        help:
            "The log that stores the matches: memory, sqlite:FILE, or nats://HOST:PORT[,HOST:PORT…] (default: sqlite in --state)."
    )
    var log: String?

    @Option(
        help: "The folder for the server's own files (default: .parlor in the working folder).", completion: .directory)
    var state: String?

    @Option(
        help:
            "The file with the server's key of 32 bytes. A missing file is created. All servers of a cluster need the same key (default: secret in --state)."
    )
    var secret: String?

    @Option(help: "The server's address for browsers, such as https://games.example (default: the request's host).")
    var origin: String?

    @Option(
        help: "A folder of game folders, in addition to the bundled games; may be repeated.",
        completion: .directory)
    var games: [String] = []

    @Option(help: "The folder with the page (default: found beside the program).", completion: .directory)
    var web: String?

    @Flag(help: "Take the client's address from the last X-Forwarded-For entry, for a server behind a proxy.")
    var trustProxy = false

    @Option(help: "The most open event streams (default: 5000).")
    var streams: Int?

    @Option(help: "The most open connections of one address, and its most event streams (default: 500 each).")
    var connections: Int?

    @Option(help: "The most public matches of one address that wait for players (default: 10).")
    var open: Int?

    @Option(help: "The most matches cached in memory (default: 500).")
    var tables: Int?

    @Option(help: "The requests that one address may make at once, and per second (default: 200,20).")
    var rate: String?

    @Option(help: "The format of the server's log lines: json or text (default: text on a terminal, otherwise json).")
    var logFormat: String?

    @Option(
        help:
            "The number of servers of a cluster that store an entry: 1, 3 or 5 (default: 3 if three servers or more are named, otherwise 1)."
    )
    var replicas: Int?

    @Option(help: "The time before a bot moves, in milliseconds (default: 600).")
    var botPause: Int?

    /// Returns the settings. If an option isn't given, its value is taken from the environment.
    func withEnvironment(_ environment: [String: String]) throws -> ServerSettings {
        func text(_ name: String) -> String? { environment["PARLOR_SERVER_\(name)"].flatMap { $0.isEmpty ? nil : $0 } }
        func number(_ name: String) throws -> Int? {
            guard let text = text(name) else { return nil }
            guard let number = Int(text) else {
                throw StartFailure("PARLOR_SERVER_\(name) is '\(text)': expected a whole number.")
            }
            return number
        }
        func flag(_ name: String) throws -> Bool {
            switch text(name)?.lowercased() {
            case "1", "true", "yes", "on": return true
            case nil, "0", "false", "no", "off": return false
            case let other?:
                throw StartFailure("PARLOR_SERVER_\(name) is '\(other)': expected 1 or 0.")
            }
        }
        var all = self
        all.host = host ?? text("HOST")
        all.port = try port ?? number("PORT")
        all.log = log ?? text("LOG")
        all.state = state ?? text("STATE")
        all.secret = secret ?? text("SECRET")
        all.origin = try (origin ?? text("ORIGIN")).map(Self.plain)
        if games.isEmpty, let folders = text("GAMES") { all.games = folders.split(separator: ":").map(String.init) }
        all.web = web ?? text("WEB")
        all.trustProxy = try trustProxy || flag("TRUST_PROXY")
        all.streams = try streams ?? number("STREAMS")
        all.connections = try connections ?? number("CONNECTIONS")
        all.open = try open ?? number("OPEN")
        all.tables = try tables ?? number("TABLES")
        all.rate = rate ?? text("RATE")
        all.logFormat = logFormat ?? text("LOG_FORMAT")
        all.replicas = try replicas ?? number("REPLICAS")
        all.botPause = try botPause ?? number("BOT_PAUSE")
        try all.check()
        return all
    }
}

extension ServerSettings {
    /// Checks all settings before anything is created.
    ///
    /// - Throws: ``StartFailure`` for a setting that isn't allowed. The error states the allowed
    ///   values.
    func check() throws {
        try check("port", port, 0...65_535)
        try check("streams", streams, 1...1_000_000)
        try check("connections", connections, 1...1_000_000)
        try check("open", open, 0...1_000_000)
        try check("tables", tables, 1...1_000_000)
        try check("bot-pause", botPause, 0...60_000)
        if let replicas, ![1, 3, 5].contains(replicas) {
            throw StartFailure("--replicas is \(replicas): expected 1, 3 or 5")
        }
        if let logFormat, !["json", "text"].contains(logFormat) {
            throw StartFailure("--log-format is '\(logFormat)': expected json or text")
        }
        if let log { try LogOpener.check(name: log) }
        _ = try rates()
        for folder in games where !FileManager.default.fileExists(atPath: folder) {
            throw StartFailure("--games is '\(folder)': there is no such folder")
        }
        if let web, !FileManager.default.fileExists(atPath: web + "/index.html") {
            throw StartFailure("--web is '\(web)': expected the folder with index.html")
        }
    }

    private func check(_ option: String, _ number: Int?, _ range: ClosedRange<Int>) throws {
        guard let number, !range.contains(number) else { return }
        throw StartFailure("--\(option) is \(number): expected \(range.lowerBound) to \(range.upperBound)")
    }

    /// Returns an origin as browsers write it (https://www.rfc-editor.org/rfc/rfc6454#section-6):
    /// in lower case, without the default port.
    ///
    /// - Throws: ``StartFailure`` for a text that isn't an origin.
    static func plain(origin: String) throws -> String {
        let text = origin.lowercased()
        if let parts = URLComponents(string: text), let scheme = parts.scheme, ["http", "https"].contains(scheme),
            let host = parts.host, host.wholeMatch(of: /[a-z0-9.-]+|\[[0-9a-f:.]+\]/) != nil,
            parts.port.map({ (1...65_535).contains($0) }) ?? true
        {
            var plain = URLComponents()
            (plain.scheme, plain.host, plain.port) = (scheme, host, parts.port)
            if plain.string == text {
                if plain.port == (scheme == "https" ? 443 : 80) { plain.port = nil }
                return plain.string ?? text
            }
        }
        let shown = origin.prefix(100).map { $0.isNewline ? " " : String($0) }.joined()
        throw StartFailure("--origin is '\(shown)': expected something like https://games.example")
    }

    /// Returns the rate limit of one address.
    ///
    /// - Throws: ``StartFailure``.
    func rates() throws -> RateLimits.Rate {
        let text = rate ?? "200,20"
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard parts.count == 2, parts.allSatisfy({ $0 > 0 && $0.isFinite }), parts[0] >= RateLimits.dearest else {
            throw StartFailure(
                "--rate is '\(text)': expected two numbers, such as 200,20. The first is at least "
                    + "\(Int(RateLimits.dearest)), because opening a match counts that much")
        }
        return RateLimits.Rate(most: parts[0], perSecond: parts[1])
    }
}
