/// Play chips that a spectator puts on the result of a match. The bettor signs with a key made for
/// this match.
///
/// A bet travels outside the log until a seat's ply carries it. The ``BetBook`` decides whether it
/// counts.
public struct Bet: Hashable, Sendable {
    /// The chips that each bettor has in a match.
    public static let chipsOfBettor = 100
    /// The most bets that one ply carries, and the most bets of one key in a match.
    public static let mostOfMatch = 16

    /// The most bytes of all bets together in the log of a match: five bets with the longest names.
    /// The limit stops anybody from filling a url with invented bettors, so a match always has room
    /// to continue and to end.
    public static let mostBytesOfMatch = 640

    /// The size in a log, in bytes.
    var size: Int {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes.count
    }

    /// The bettor: the display name and the public key.
    public let bettor: SeatedPlayer
    /// The seat that the bet backs; 0 for nobody.
    public let pool: Int
    /// The chips on the pool, at least 1.
    public let chips: Int
    /// The signature of the bettor's key over the match, the bet's number (which isn't sent), pool,
    /// chips and bettor.
    public let signature: Signature

    init(bettor: SeatedPlayer, pool: Int, chips: Int, signature: Signature) throws(WireError) {
        guard (0...WireLimits.seats.upperBound).contains(pool) else {
            throw .malformed(
                part: "bet",
                problem: "expected a seat from 1 to \(WireLimits.seats.upperBound), or 0 for nobody, found \(pool)")
        }
        guard (1..<ByteWriter.endOfNumbers).contains(chips) else {
            throw .malformed(part: "bet", problem: "expected at least 1 chip, found \(chips)")
        }
        self.bettor = bettor
        self.pool = pool
        self.chips = chips
        self.signature = signature
    }

    /// Creates a bet.
    ///
    /// - Parameters:
    ///   - pool: The seat that the bet backs; 0 for nobody.
    ///   - number: The number of bets of this key that count before this one. The number keeps a bet
    ///     from counting twice.
    ///   - key: The bettor's key, made for this match. It must not be a seat's key.
    /// - Throws: ``WireError/malformed(part:problem:)`` for a pool that can't exist, for no chips,
    ///   or for a number out of range.
    public init(
        on pool: Int, chips: Int, number: Int, token: DisplayName, key: SeatKey, in match: MatchIdentity
    ) throws(WireError) {
        let bettor = SeatedPlayer(token: token, key: key.publicKey)
        guard (0..<Self.mostOfMatch).contains(number) else {
            throw .malformed(
                part: "bet", problem: "expected at most \(Self.mostOfMatch) bets of a match, found number \(number)")
        }
        let payload = Self.payload(bettor, pool: pool, chips: chips, number: number, firstHead: Head(of: match))
        try self.init(bettor: bettor, pool: pool, chips: chips, signature: try key.signature(over: payload))
    }

    /// Returns whether the bettor's key signed the bet with this number, for the match with this
    /// first head.
    package func isSigned(for firstHead: Head, number: Int) -> Bool {
        let payload = Self.payload(bettor, pool: pool, chips: chips, number: number, firstHead: firstHead)
        return signature.isValid(over: payload, by: bettor.key)
    }

    /// Returns the number that the bet was signed with; nil if it isn't signed for the match with
    /// this first head.
    package func number(signedFor firstHead: Head) -> Int? {
        (0..<Self.mostOfMatch).first { isSigned(for: firstHead, number: $0) }
    }

    static func payload(
        _ bettor: SeatedPlayer, pool: Int, chips: Int, number: Int, firstHead: Head
    ) -> [UInt8] {
        var fields = HashFields("parlor-bet-1")
        fields.append(firstHead.bytes)
        fields.append([UInt8(truncatingIfNeeded: number)])
        fields.append([UInt8(truncatingIfNeeded: pool)])
        fields.append(stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: chips >> $0) })
        fields.append(bettor.token.bytes)
        fields.append(bettor.key.bytes)
        // Reserved. A join has its anchor here.
        fields.append([])
        return fields.bytes
    }
}

extension Bet {
    /// The form in a log and in a message.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Reads the form that `bytes` wrote.
    ///
    /// - Throws: ``WireError`` for any other bytes.
    package init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes, part: "bet")
        try self.init(from: &reader)
        guard reader.isAtEnd else { throw reader.problem("expected the end, found more") }
    }

    func write(to writer: inout ByteWriter) {
        bettor.write(to: &writer)
        writer.append(number: pool)
        writer.append(number: chips)
        writer.append(signature.bytes)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let bettor = try SeatedPlayer(from: &reader)
        let pool = try reader.readNumber("the pool of a bet")
        let chips = try reader.readNumber("the chips of a bet")
        try self.init(
            bettor: bettor, pool: pool, chips: chips,
            signature: try Signature(try reader.readBytes(Signature.size, "a signature")))
    }
}

/// The reason that a bet can't count.
public enum BetRefusal: Hashable, Sendable {
    /// A seat is still free.
    case tooEarly
    /// The match is over.
    case over
    /// Every move that can follow closes the pools, and such a move carries no bets.
    case closing
    /// Another bet of the same key already counts with this number.
    case placeTaken
    /// Every seat that hasn't left has made two moves, or makes its second with the ply that
    /// carries the bet.
    case tooLate
    /// The bettor's key has a seat.
    case seated(Int)
    /// The match has no such seat.
    case unknownPool(Int, seats: Int)
    /// The bettor has fewer chips left than the bet needs.
    case overBalance(chips: Int, left: Int)
    /// The match has no room for the bet: see ``Bet/mostBytesOfMatch``.
    case tooMany
}

extension BetRefusal: CustomStringConvertible {
    /// The reason for people, without a capital letter and a full stop.
    public var description: String {
        switch self {
        case .tooEarly: "the bet is too early: expected all seats to be taken"
        case .over: "the match is over"
        case .closing: "the bet is too late: no move can carry it before every seat has made two"
        case .placeTaken: "another bet of the same person has its place"
        case .tooLate: "the bet is too late: every seat has made two moves"
        case .seated(let seat): "the bettor plays: expected a key that has no seat, found that of seat \(seat)"
        case .unknownPool(let pool, let seats):
            "the bet is on seat \(pool): expected one from 1 to \(seats), or 0 for nobody"
        case .overBalance(let chips, let left) where left < 1:
            "the bet is over the balance: the bettor has no chips left, found \(chips)"
        case .overBalance(let chips, let left):
            "the bet is over the balance: expected at most \(left) chips, found \(chips)"
        case .tooMany: "the match has as many bets as it has room for: no more count"
        }
    }
}
