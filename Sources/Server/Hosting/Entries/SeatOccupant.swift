import Crypto
import Values

/// The person or bot at a seat.
public struct SeatOccupant: Hashable, Sendable {
    /// The name that the others see: 1 to 24 characters.
    public let name: String
    /// SHA-256 of the occupant's seat token; nil for a bot.
    public let tokenHash: [UInt8]?

    /// Whether the server plays for the occupant.
    public var isBot: Bool { tokenHash == nil }

    /// The most characters of a name.
    public static let longestName = 24

    /// Creates an occupant.
    public init(name: String, tokenHash: [UInt8]?) {
        self.name = name
        self.tokenHash = tokenHash
    }

    /// Returns the name without invisible characters and spaces around it, cut to ``longestName``
    /// characters; nil if nothing visible is left.
    public static func cleanedName(_ text: String) -> String? {
        var followsSymbol = false
        let scalars = text.unicodeScalars.prefix(400).filter { scalar in
            // this selector turns a symbol into a picture, and is invisible after anything else
            if scalar == "\u{FE0F}" { return followsSymbol }
            followsSymbol = scalar.properties.isEmoji && scalar.value > 0x7F
            // fillers and the blank of Braille are invisible, too
            if scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}" { return false }
            return switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        var name = String(String.UnicodeScalarView(scalars))
        name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        name = String(name.prefix(longestName))
        // one character can consist of very many scalars, and the cut can leave a space at the end
        while name.utf8.count > 4 * longestName || name.last?.isWhitespace == true { name.unicodeScalars.removeLast() }
        return name.unicodeScalars.contains(where: isSeen) ? name : nil
    }

    /// Returns whether a scalar is visible on its own: false for spaces, and for marks that only
    /// change the character before them.
    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .spaceSeparator: false
        default: true
        }
    }

    /// Returns the name with `ending` after it, shortened so that both fit: `Ann (2)`.
    static func name(_ name: String, followedBy ending: String) -> String {
        var start = String(name.prefix(max(0, longestName - ending.count - 1)))
        while start.utf8.count + 1 + ending.utf8.count > 4 * longestName { start.removeLast() }
        return cleanedName("\(start) \(ending)") ?? ending
    }
}

/// The parameters of a hosted match, as its first entry stores them.
public struct MatchParameters: Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// The digest of the rules. The match keeps these rules until it ends.
    public var script: [UInt8]
    /// The number of seats.
    public var seats: Int
    /// The values of all options, defaults included.
    public var options: [String: Value]
    /// The key of all random draws, including the deal. It never leaves the server.
    public var seed: UInt64
    /// The seconds that a seat has for its turn; nil for no limit.
    public var turnLimit: Int?
    /// Whether the lobby shows the match.
    public var isPublic: Bool
    /// The match of which this one is the rematch.
    public var follows: HostedMatchID?

    /// Creates parameters with all fields.
    package init(
        game: String, script: [UInt8], seats: Int, options: [String: Value], seed: UInt64, turnLimit: Int?,
        isPublic: Bool, follows: HostedMatchID?
    ) {
        (self.game, self.script, self.seats, self.options, self.seed) = (game, script, seats, options, seed)
        (self.turnLimit, self.isPublic, self.follows) = (turnLimit, isPublic, follows)
    }
}
