import Foundation

extension ServerSettings {
    /// Judges all of it before anything is made.
    ///
    /// - Throws: ``StartFailure`` for what can't be, with what is expected.
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

    /// An origin as browsers write it (https://www.rfc-editor.org/rfc/rfc6454#section-6): in small letters, without the port that
    /// everybody has.
    ///
    /// - Throws: ``StartFailure`` for what is none.
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

    /// What one address may ask for.
    ///
    /// - Throws: ``StartFailure``.
    func rates() throws -> RateLimits.Rate {
        let text = rate ?? "200,20"
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard parts.count == 2, parts.allSatisfy({ $0 > 0 && $0.isFinite }), parts[0] >= RateLimits.dearest else {
            throw StartFailure(
                "--rate is '\(text)': expected two numbers, as 200,20, the first of them at least "
                    + "\(Int(RateLimits.dearest)), since that is what opening a match counts")
        }
        return RateLimits.Rate(most: parts[0], perSecond: parts[1])
    }
}
