import Values

/// The form of a message: `https://<base>/<game-id>#<payload>`.
///
/// What follows the `#` never leaves a browser, so a tapped link tells no web server the match. The payload is base64url
/// without padding (RFC 4648 §5) of one byte for the version and the bytes of an envelope.
///
/// ```swift
/// let carrier = MessageURLCoder()
/// let url = try carrier.url(of: envelope)
/// let same = try carrier.envelope(from: url)
/// ```
public struct MessageURLCoder: Hashable, Sendable {
    /// The version of the protocol. Version 1 had other rules for claims and closings, version 2 for forks, and its messages said
    /// nothing of turn and outcome: logs of both aren't read.
    public static let version = 3
    /// What urls begin with where the host names nothing else.
    public static let defaultBase = "https://parlor.games/"

    /// What every url begins with; it ends in `/`.
    public let base: String
    /// How many characters a url may have, and how many plies one that is read.
    public let limits: WireLimits

    /// The form with ``defaultBase`` and the default limits.
    public init() {
        base = Self.defaultBase
        limits = WireLimits()
    }

    /// - Parameters:
    ///   - base: `https://host/` or `http://host/`, with a path or without; it ends in `/`.
    ///   - limits: What the host allows.
    /// - Throws: ``WireError/malformed(part:problem:)`` for another base.
    public init(base: String = Self.defaultBase, limits: WireLimits = WireLimits()) throws(WireError) {
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

    /// The url of a message, which ``envelope(from:)`` reads.
    ///
    /// - Throws: ``WireError/tooLarge(_:)`` beyond the host's limits: of plies, or of characters, with the largest part.
    public func url(of envelope: Envelope) throws(WireError) -> String {
        let payload = Base64URL.encode([UInt8(Self.version)] + (try envelope.bytes()))
        let url = "\(base)\(envelope.signedLog.match.game)#\(payload)"
        try check(url, of: envelope)
        WorkCounter.add(.urlsEncoded)
        return url
    }

    /// Reads a url from any source.
    ///
    /// - Throws: ``WireError``: `malformed`, `tooLarge`, `unsupportedVersion` or `unsupported`.
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

    /// Refuses a message beyond the limits, with the room that its log has to leave for the match to end.
    private func check(_ url: String, of envelope: Envelope) throws(WireError) {
        let log = envelope.signedLog
        let plies = limits.plies - RoomToEnd.plies(behind: log)
        guard log.log.plies.count <= plies else {
            throw .tooLarge(.init("log", size: log.log.plies.count, limit: plies, unit: "plies"))
        }
        // who asks for a seat, or bets, adds nothing to the log
        let isOffer = envelope.join != nil || envelope.bet != nil
        let characters = limits.url - (isOffer ? 0 : RoomToEnd.characters(behind: log))
        guard url.utf8.count <= characters else {
            throw .tooLarge(
                .init(
                    "url", size: url.utf8.count, limit: characters, unit: "characters",
                    largest: envelope.shares.first))
        }
    }

    /// Why what stands behind the # is no payload. What people paste was often shortened by a program that showed it to them.
    private static func problem(of text: some Collection<UInt8>) -> String {
        let isCutOff = text.isEmpty || text.allSatisfy(Base64URL.hasDigit)
        let isShortened = ["\u{2026}", "..."].contains { mark in text.reversed().starts(with: mark.utf8.reversed()) }
        return isCutOff || isShortened ? WireError.cutOff : "expected base64url without padding after the #"
    }
}
