/// Play chips that a spectator puts on how a match ends, signed by a key of the bettor's own, made for this match.
///
/// It travels outside the log until a seat's ply carries it. Whether it counts is for the ``BetBook`` to say.
public struct Bet: Hashable, Sendable {
    /// The chips that each bettor has in a match.
    public static let chipsOfBettor = 100
    /// The most bets that one ply carries, and of one key in a match.
    public static let mostOfMatch = 16

    /// The bytes that all bets of a match may take in its log, together: five with the longest names. So nobody can fill a url up with
    /// invented bettors, and a match always has room to go on and to end.
    public static let mostBytesOfMatch = 640

    /// How many bytes it takes in a log.
    var size: Int {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes.count
    }

    /// Who bets: the name shown, and the key that signs.
    public let bettor: SeatEntry
    /// The seat that is to win; 0 for nobody.
    public let pool: Int
    /// What is put on the pool, at least 1.
    public let chips: Int
    /// Made with the bettor's key over the match, the bet's number (which isn't sent), pool, chips and bettor.
    public let signature: Signature

    init(bettor: SeatEntry, pool: Int, chips: Int, signature: Signature) throws(WireError) {
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

    /// Makes a bet.
    ///
    /// - Parameters:
    ///   - pool: The seat that is to win; 0 for nobody.
    ///   - number: How many bets of this key count before this one, from 0: so nobody can have it count twice.
    ///   - key: The bettor's, made for this match; no seat's.
    /// - Throws: ``WireError/malformed(part:problem:)`` for a pool that can't exist, or no chips.
    public init(
        on pool: Int, chips: Int, number: Int, token: DisplayName, key: SeatKey, in match: MatchIdentity
    ) throws(WireError) {
        let bettor = SeatEntry(token: token, key: key.publicKey)
        guard (0..<Self.mostOfMatch).contains(number) else {
            throw .malformed(
                part: "bet", problem: "expected at most \(Self.mostOfMatch) bets of a match, found number \(number)")
        }
        let payload = Self.payload(bettor, pool: pool, chips: chips, number: number, firstHead: Head(of: match))
        try self.init(bettor: bettor, pool: pool, chips: chips, signature: try key.signature(over: payload))
    }

    /// Was it signed by the key that it names, for the match that begins with this head, as that key's bet number `number`?
    package func isSigned(for firstHead: Head, number: Int) -> Bool {
        let payload = Self.payload(bettor, pool: pool, chips: chips, number: number, firstHead: firstHead)
        return signature.isValid(over: payload, by: bettor.key)
    }

    /// The number that it was signed with; nil if it isn't signed for the match that begins with this head.
    package func number(signedFor firstHead: Head) -> Int? {
        (0..<Self.mostOfMatch).first { isSigned(for: firstHead, number: $0) }
    }

    static func payload(
        _ bettor: SeatEntry, pool: Int, chips: Int, number: Int, firstHead: Head
    ) -> [UInt8] {
        var fields = HashFields("parlor-bet-1")
        fields.append(firstHead.bytes)
        fields.append([UInt8(truncatingIfNeeded: number)])
        fields.append([UInt8(truncatingIfNeeded: pool)])
        fields.append(stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: chips >> $0) })
        fields.append(bettor.token.bytes)
        fields.append(bettor.key.bytes)
        // Reserved, as in a join.
        fields.append([])
        return fields.bytes
    }
}

extension Bet {
    /// As a log and a message hold it.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Reads what `bytes` wrote.
    ///
    /// - Throws: ``WireError`` for anything else.
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
        let bettor = try SeatEntry(from: &reader)
        let pool = try reader.readNumber("the pool of a bet")
        let chips = try reader.readNumber("the chips of a bet")
        try self.init(
            bettor: bettor, pool: pool, chips: chips,
            signature: try Signature(try reader.readBytes(Signature.size, "a signature")))
    }
}

/// Why a bet can't count where it stands.
public enum BetRefusal: Hashable, Sendable {
    /// A seat is open yet.
    case tooEarly
    /// The match is over.
    case over
    /// The next move closes the pools, and carries none.
    case closing
    /// Another bet of the key has the number that it is signed with.
    case placeTaken
    /// Every seat that hasn't left has made two moves, or makes its second with the ply that carries the bet.
    case tooLate
    /// The bettor's key sits.
    case seated(Int)
    /// The match has no such seat.
    case unknownPool(Int, seats: Int)
    /// The bettor has fewer chips left.
    case overBalance(chips: Int, left: Int)
    /// The match has no room for it: see ``Bet/mostBytesOfMatch``.
    case tooMany
}

extension BetRefusal: CustomStringConvertible {
    /// For people: what is wrong with the bet, without a capital and a full stop.
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
