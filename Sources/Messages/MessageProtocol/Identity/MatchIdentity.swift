/// Everything that identifies a match. Two messages belong to one match only if all these
/// properties are equal.
public struct MatchIdentity: Hashable, Sendable {
    /// The game.
    public let game: GameID
    /// The digest of the script. A match with another script is another match.
    public let script: ScriptDigest
    /// The random id that the inviting device chose.
    public let id: MatchID
    /// The choices of the inviter.
    public let setup: Setup

    /// Creates the identity of a new match, or of a match that was read. The identity determines the
    /// match's first ``Head``.
    public init(game: GameID, script: ScriptDigest, id: MatchID, setup: Setup) {
        self.game = game
        self.script = script
        self.id = id
        self.setup = setup
    }

    /// Whether the match has random draws that all seats contribute to. Each seat then has a hash
    /// chain, and its entry has the chain's anchor.
    package var isChained: Bool { setup.inviter.anchor != nil }
}

/// The id of a game, which is the name of its folder and the path of its message urls. It consists of
/// a lowercase letter, then lowercase letters, digits and `-`; at most 40 characters.
public struct GameID: Hashable, Sendable, CustomStringConvertible {
    /// The id as text, such as `tic-tac-toe`.
    public let name: String

    /// - Throws: ``WireError/malformed(part:problem:)`` for any other text.
    public init(_ name: String) throws(WireError) {
        guard let first = name.utf8.first, (97...122).contains(first), name.utf8.count <= WireLimits.gameID,
            name.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
        else {
            throw .malformed(
                part: "game id",
                problem: "expected a small letter and up to \(WireLimits.gameID - 1) small letters, digits or -")
        }
        self.name = name
    }

    /// The id without quotes.
    public var description: String { name }
}

/// The random id of a match: 16 bytes that the inviting device chose.
public struct MatchID: Hashable, Sendable, CustomStringConvertible {
    static let size = 16

    /// The 16 bytes.
    public let bytes: [UInt8]

    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 16 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "match id", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    private init(drawnFrom generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Returns a new random id.
    public static func random() -> MatchID {
        var generator = SystemRandomNumberGenerator()
        return MatchID(drawnFrom: &generator)
    }

    /// The bytes as 32 lowercase hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

/// The identity of a script: the first 16 bytes of a digest over the version of the host's rules and
/// over every file that the script can reach.
public struct ScriptDigest: Hashable, Sendable, CustomStringConvertible {
    static let size = 16

    /// The 16 bytes.
    public let bytes: [UInt8]

    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 16 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "script digest", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// The bytes as 32 lowercase hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

/// The names that scripts give to moves and options.
enum Names {
    /// Returns whether `text` is a lowercase letter, then lowercase letters, digits and `_`; at
    /// most 32 characters.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first), text.utf8.count <= WireLimits.name else {
            return false
        }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    }
}
