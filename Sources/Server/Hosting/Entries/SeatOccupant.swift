import Crypto
import Values

/// Who sits at a seat.
public struct SeatOccupant: Hashable, Sendable {
    /// What the others call it: 1 to 24 characters.
    public let name: String
    /// SHA-256 of the token that proves it; nil for a bot.
    public let tokenHash: [UInt8]?

    /// Does the server play for it?
    public var isBot: Bool { tokenHash == nil }

    /// The most characters of a name.
    public static let longestName = 24

    /// Somebody.
    public init(name: String, tokenHash: [UInt8]?) {
        self.name = name
        self.tokenHash = tokenHash
    }

    /// A name as people may write it: nothing that can't be seen, no space around it, not too long; nil if nothing is left.
    public static func cleanedName(_ text: String) -> String? {
        var followsSymbol = false
        let scalars = text.unicodeScalars.prefix(400).filter { scalar in
            // it makes a picture of a symbol, and is nothing anywhere else
            if scalar == "\u{FE0F}" { return followsSymbol }
            followsSymbol = scalar.properties.isEmoji && scalar.value > 0x7F
            // fillers and the blank of Braille look like nothing, too
            if scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}" { return false }
            return switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        var name = String(String.UnicodeScalarView(scalars))
        name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        name = String(name.prefix(longestName))
        // one character may be made of very many scalars; and what is cut may end behind a space
        while name.utf8.count > 4 * longestName || name.last?.isWhitespace == true { name.unicodeScalars.removeLast() }
        return name.unicodeScalars.contains(where: isSeen) ? name : nil
    }

    /// Not what only changes the character before it.
    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .spaceSeparator: false
        default: true
        }
    }

    /// The name with something behind it, shortened so that both fit: `Ann (2)`.
    static func name(_ name: String, followedBy ending: String) -> String {
        var start = String(name.prefix(max(0, longestName - ending.count - 1)))
        while start.utf8.count + 1 + ending.utf8.count > 4 * longestName { start.removeLast() }
        return cleanedName("\(start) \(ending)") ?? ending
    }
}

/// What a hosted match begins with: its first entry.
public struct MatchParameters: Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// The digest of its rules: the match ends under the rules it began with.
    public var script: [UInt8]
    /// How many seats.
    public var seats: Int
    /// All options, defaults included.
    public var options: [String: Value]
    /// Keys the draws, the deal among them. It never leaves the server.
    public var seed: UInt64
    /// How many seconds a seat has for its turn; nil for as long as it likes.
    public var turnLimit: Int?
    /// Does the lobby show it?
    public var isPublic: Bool
    /// The match that this one is the rematch of.
    public var follows: HostedMatchID?

    /// What a match begins with, all of it.
    package init(
        game: String, script: [UInt8], seats: Int, options: [String: Value], seed: UInt64, turnLimit: Int?,
        isPublic: Bool, follows: HostedMatchID?
    ) {
        (self.game, self.script, self.seats, self.options, self.seed) = (game, script, seats, options, seed)
        (self.turnLimit, self.isPublic, self.follows) = (turnLimit, isPublic, follows)
    }
}
