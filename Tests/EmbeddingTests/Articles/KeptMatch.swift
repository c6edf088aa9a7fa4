import Parlor

/// A person's match on a device that stores nothing but bytes.
struct KeptMatch {
    private(set) var bytes: [UInt8]
    let name: DisplayName

    /// Begins a match, and returns the url of the invitation.
    static func invite(_ script: GameScript, as name: DisplayName) throws -> (match: KeptMatch, url: String) {
        let rules = SessionRules(ScriptVersions(script))
        var session = try MatchSession.begun(as: name, using: rules)
        let url = try session.act(.invite, as: name, using: rules).url
        _ = session.send(now: .zero, using: rules)
        return (KeptMatch(bytes: try session.bytes(), name: name), url)
    }

    /// Opens the match of another person's url; nil if the match isn't adopted.
    static func open(_ url: String, _ script: GameScript, as name: DisplayName) throws -> KeptMatch? {
        let opened = MatchSession.opened(by: url, now: .zero, using: SessionRules(ScriptVersions(script)))
        return try opened.session.map { KeptMatch(bytes: try $0.bytes(), name: name) }
    }

    /// Receives a message.
    mutating func receive(_ url: String, _ script: GameScript) throws -> Verdict {
        var session = try MatchSession(bytes: bytes)
        let verdict = session.receive(url, now: .zero, using: SessionRules(ScriptVersions(script)))
        bytes = try session.bytes()
        return verdict
    }

    /// Plays a move, and returns the url of the message.
    mutating func play(_ move: String, _ script: GameScript) throws -> String {
        let rules = SessionRules(ScriptVersions(script))
        var session = try MatchSession(bytes: bytes)
        let url = try session.play(.text(move), as: name, using: rules).url
        _ = session.send(now: .zero, using: rules)
        bytes = try session.bytes()
        return url
    }
}
