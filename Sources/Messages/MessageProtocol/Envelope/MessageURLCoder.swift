import Values

/// The coder of message urls: `https://<base>/<game-id>#<payload>`.
///
/// A browser doesn't send the text after the `#`, so tapping a url doesn't show the match to a web
/// server. The payload is base64url without padding (RFC 4648 §5) of one byte for the version and
/// the bytes of an envelope.
///
/// ```swift
/// let carrier = MessageURLCoder()
/// let url = try carrier.url(of: envelope)
/// let same = try carrier.envelope(from: url)
/// ```
public struct MessageURLCoder: Hashable, Sendable {
    /// The version of the protocol. Logs of versions 1 and 2 aren't read. Version 1 had other rules
    /// for claims and closings. Version 2 had other rules for forks, and its messages said nothing
    /// about turn and outcome.
    public static let version = 3
    /// The default ``base``.
    public static let defaultBase = "https://parlor.games/"

    /// The start of every url; it ends in `/`.
    public let base: String
    /// The most characters of a url, and the most plies of a log.
    public let limits: WireLimits

    /// Creates the coder with ``defaultBase``.
    ///
    /// - Parameter limits: The limits of the host.
    public init(limits: WireLimits = WireLimits()) {
        base = Self.defaultBase
        self.limits = limits
    }

    /// - Parameters:
    ///   - base: `https://host/` or `http://host/`, with or without a path; it ends in `/`.
    ///   - limits: The limits of the host.
    /// - Throws: ``WireError/malformed(part:problem:)`` for another base.
    public init(base: String, limits: WireLimits = WireLimits()) throws(WireError) {
        let rest = ["https://", "http://"].first(where: base.hasPrefix).map { base.utf8.dropFirst($0.utf8.count) }
        let forbidden = Array("#?%\\\"<>".utf8)
        guard let rest, rest.last == UInt8(ascii: "/"), rest.first != UInt8(ascii: "/"),
            rest.allSatisfy({ (0x21...0x7e).contains($0) && !forbidden.contains($0) })
        else {
            throw .malformed(part: "base", problem: "expected https://host/ in ASCII, ending in /")
        }
        self.base = base
        self.limits = limits
    }

    /// Returns the url of a message, which ``envelope(from:)`` reads.
    ///
    /// - Throws: ``WireError/tooLarge(_:)`` if the message exceeds the host's limit of plies or of
    ///   characters. If there are too many characters, the error names the largest part.
    public func url(of envelope: Envelope) throws(WireError) -> String {
        let payload = Base64URL.encode([UInt8(Self.version)] + (try envelope.bytes()))
        let url = "\(base)\(envelope.signedLog.match.game)#\(payload)"
        try check(url, of: envelope)
        WorkCounter.add(.urlsEncoded)
        return url
    }

    /// Reads a url from any source.
    ///
    /// - Throws: ``WireError``: `malformed`, `tooLarge`, `unsupportedVersion` or `tooLong`.
    public func envelope(from url: String) throws(WireError) -> Envelope {
        guard url.utf8.count <= limits.url else {
            throw .tooLarge(.init("url", size: url.utf8.count, limit: limits.url, unit: "characters"))
        }
        guard url.utf8.starts(with: base.utf8) else {
            throw .malformed(part: "url", problem: "expected it to begin with \(base)")
        }
        let rest = url.utf8.dropFirst(base.utf8.count)
        guard let hash = rest.firstIndex(of: UInt8(ascii: "#")) else {
            throw .malformed(part: "url", problem: "expected # and a message after the game's id")
        }
        let game = try GameID(String(decoding: rest[..<hash], as: UTF8.self))
        let text = rest[rest.index(after: hash)...]
        guard let payload = Base64URL.decode(text), let version = payload.first else {
            throw .malformed(part: "url", problem: Self.problem(of: text))
        }
        guard version == UInt8(Self.version) else { throw .unsupportedVersion(Int(version)) }
        WorkCounter.add(.urlsDecoded)
        let envelope = try Envelope(bytes: Array(payload.dropFirst()), game: game, limits: limits)
        try check(url, of: envelope)
        return envelope
    }

    /// Rejects a message that exceeds the limits, or whose log leaves too little room for the match
    /// to end.
    private func check(_ url: String, of envelope: Envelope) throws(WireError) {
        let log = envelope.signedLog
        let plies = limits.plies - RoomToEnd.plies(behind: log)
        guard log.log.plies.count <= plies else {
            throw .tooLarge(.init("log", size: log.log.plies.count, limit: plies, unit: "plies"))
        }
        // a request for a seat, or a bet, isn't part of the log and may use the room
        let digest = [UInt8](repeating: 0, count: Envelope.stateCheckSize)
        let isOffer = envelope.join != nil || envelope.bet != nil
        let bytes = try isOffer ? Envelope(log, sender: 0, standingDigest: digest).bytes() : envelope.bytes()
        let prefix = base.utf8.count + log.match.game.name.utf8.count + 1
        // the payload is the base64 of the version, the envelope and the room
        let needed = prefix + ((1 + bytes.count + RoomToEnd.bytes(behind: log)) * 4 + 2) / 3
        guard needed <= limits.url, url.utf8.count <= limits.url else {
            let room = isOffer ? 0 : needed - url.utf8.count
            throw .tooLarge(
                .init(
                    "url", size: url.utf8.count, limit: limits.url - room, unit: "characters",
                    largest: envelope.shares.first))
        }
    }

    /// Returns why the text after the # isn't a payload. Programs that show a url often shorten it,
    /// and people paste the shortened text.
    private static func problem(of text: some Collection<UInt8>) -> String {
        let isCutOff = text.isEmpty || text.allSatisfy(Base64URL.hasDigit)
        let isShortened = ["\u{2026}", "..."].contains { mark in text.reversed().starts(with: mark.utf8.reversed()) }
        return isCutOff || isShortened ? WireError.cutOff : "expected base64url without padding after the #"
    }
}
