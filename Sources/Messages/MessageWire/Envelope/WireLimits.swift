import Values

/// How large a message and its parts may be. Each limit is checked before memory is taken for what would exceed it.
public struct WireLimits: Hashable, Sendable {
    /// Characters of a url. A host may allow more or less than the 5,000 of the documented profile.
    public var url = 5000
    /// Plies of a log.
    public var plies = 4096

    /// What a host allows; what is left out is the default.
    public init(url: Int = 5000, plies: Int = 4096) {
        self.url = url
        self.plies = plies
    }

    /// Seats of a match.
    public static let seats = 2...16
    /// Bytes of a game's id.
    static let gameID = 40
    /// Bytes of a token, the name a seat shows.
    static let token = 24
    /// Bytes of the name of a move or an option.
    static let name = 32
    /// Bytes of a move that is sealed for a round, as a log has it once it is opened: each seal keeps room for that.
    package static let sealedMove = 64
    /// Bytes of a move that is sealed for longer and opened by another move: with its salt it takes hardly more than its commitment did.
    package static let hiddenMove = 24
    /// Values of an argument that can't be listed.
    static let argument = ValueLimits(bytes: 1024, depth: 8, items: 128)
    /// Values of all options.
    static let options = ValueLimits(bytes: 1024, depth: 8, items: 128)

    /// Values of an envelope: no bytes beyond what the url's characters can hold.
    var envelope: ValueLimits {
        ValueLimits(bytes: url / 4 * 3 + 3, depth: Self.options.depth + 3, items: Self.options.items + 128)
    }
}
