/// A match as far as it went: what it is, its plies, and for each seat a signature over its last ply.
///
/// It has the form of the protocol: who sits where is known, the plies are in order. Whether the signatures fit is for
/// ``forgery(known:)`` to say, whether the plies are legal for the rules.
public struct SignedLog: Sendable {
    /// Which match it is.
    public let match: MatchIdentity
    /// The plies so far.
    public let log: Log
    /// In seat order; nil for a seat that has made no ply, except the inviter's.
    public let signatures: [SeatSignature?]
    /// Who sits where at the end of the log.
    public let roster: Roster
    /// The head before the first ply, and after each one.
    package let heads: [Head]

    /// - Throws: ``WireError/malformed(part:problem:)`` where the parts don't fit together.
    package init(match: MatchIdentity, log: Log, signatures: [SeatSignature?]) throws(WireError) {
        guard log.seats == match.setup.seats, signatures.count == log.seats else {
            throw .malformed(
                part: "signatures", problem: "expected one for each of \(match.setup.seats) seats, or null")
        }
        self.match = match
        self.log = log
        self.signatures = signatures
        roster = try Roster(match.setup, log)
        try log.checkLinks(isChained: match.isChained)
        heads = log.heads(of: match)
    }

    /// The match with other plies behind the first ones, or other signatures: the heads of what stays aren't worked out again.
    ///
    /// - Parameter log: One that begins with `shared` plies of the other's.
    private init(_ other: SignedLog, log: Log, sharing shared: Int, signatures: [SeatSignature?]) throws(WireError) {
        match = other.match
        self.log = log
        self.signatures = signatures
        let isSame = shared == log.plies.count && shared == other.log.plies.count
        roster = isSame ? other.roster : try Roster(match.setup, log)
        if !isSame { try log.checkLinks(isChained: match.isChained) }
        heads = log.heads(behind: other.heads[...shared])
    }

    /// The head after the last ply.
    public var head: Head { heads[heads.count - 1] }

    /// A match with nobody but the inviter.
    ///
    /// - Parameter key: The key whose public part the setup names.
    /// - Throws: ``WireError/malformed(part:problem:)`` for another key.
    public init(inviting match: MatchIdentity, key: SeatKey) throws(WireError) {
        let seat = match.setup.inviterSeat
        let log = try Log(seats: match.setup.seats)
        let unsigned = [SeatSignature?](repeating: nil, count: log.seats)
        self = try SignedLog(match: match, log: log, signatures: unsigned).signed(by: seat, key: key)
    }
}

extension SignedLog: Hashable {
    /// Whether match, plies and signatures are the same; without the signatures, compare ``head``.
    public static func == (left: SignedLog, right: SignedLog) -> Bool {
        left.head == right.head && left.signatures == right.signatures
    }

    /// Takes the head alone: logs that differ in signatures only share it.
    public func hash(into hasher: inout Hasher) { hasher.combine(head) }
}

extension SignedLog {
    /// Where new plies of a seat belong.
    public enum Placement: Hashable, Sendable {
        /// At the end, in turn or out of turn.
        case end
        /// As the first entry of a new simultaneous round.
        case newRound
        /// Into the round at the end of the log, by the order of the seats.
        case currentRound

        /// Where a ply stands that goes there.
        package var place: Ply.Place {
            switch self {
            case .end: .alone
            case .newRound: .beginsRound
            case .currentRound: .continuesRound
            }
        }
    }

    /// The match with further plies of a seat, signed by it.
    ///
    /// ```swift
    /// let answer = try received.adding([.join(me), .move(3)], seat: 2, key: key)
    /// ```
    /// - Parameters:
    ///   - actions: What the seat does, in order; one only where it enters a round.
    ///   - bets: What the last of them carries, a move.
    ///   - key: The seat's.
    /// - Throws: ``WireError`` for plies that don't fit or another key.
    public func adding(
        _ actions: [Ply.Action], bets: [Bet] = [], seat: Int, placement: Placement = .end, key: SeatKey
    ) throws(WireError) -> SignedLog {
        var plies = log.plies
        func made(_ place: Ply.Place) -> [Ply] {
            actions.enumerated().map { index, action in
                Ply(seat: seat, action: action, place: place, bets: index == actions.count - 1 ? bets : [])
            }
        }
        switch placement {
        case .end: plies += made(.alone)
        case .newRound: plies += try Self.single(made(.beginsRound))
        case .currentRound:
            guard let round = log.runs.last, round.kind == .round else {
                throw .malformed(part: "log", problem: "expected a round at the end of the log")
            }
            let entry = try Self.single(made(.continuesRound))
            plies = Array(plies[..<round.range.lowerBound]) + Log.round(of: Array(plies[round.range]) + entry)
        }
        return try growing(to: opening(plies, keys: [seat: key])).signed(by: seat, key: key)
    }

    /// The match with further plies of any seats, in order; the last one of each seat is signed by its key, and covers all
    /// before it.
    ///
    /// - Parameters:
    ///   - further: Those at the front that continue a round enter the one at the end of the log, by the order of the seats.
    ///   - keys: The key of each seat that has a ply among them.
    /// - Throws: ``WireError`` for plies that don't fit, or a key that is missing or another.
    public func adding(_ further: [Ply], keys: [Int: SeatKey]) throws(WireError) -> SignedLog {
        var plies = log.plies
        let entries = further.prefix { $0.place == .continuesRound }
        if !entries.isEmpty {
            guard let round = log.runs.last, round.kind == .round else {
                throw .malformed(part: "log", problem: "expected a round at the end of the log")
            }
            plies = Array(plies[..<round.range.lowerBound]) + Log.round(of: Array(plies[round.range]) + entries)
        }
        var result = try growing(to: opening(plies + further[entries.endIndex...], keys: keys))
        for seat in Set(further.map(\.seat)).sorted() {
            guard let key = keys[seat] else {
                throw .malformed(part: "seat key", problem: "expected the key of seat \(seat), found none")
            }
            result = try result.signed(by: seat, key: key)
        }
        return result
    }

    /// A longer log with the signatures of this one. The plies of other seats moved where a round grew, and with them the
    /// numbers in their signatures.
    private func growing(to plies: [Ply]) throws(WireError) -> SignedLog {
        let log = try Log(seats: log.seats, plies: plies)
        let shared = zip(plies, self.log.plies).prefix { $0 == $1 }.count
        let moved = signatures.enumerated().map { index, signature in
            signature.map { SeatSignature(ply: (log.lastPly(of: index + 1) ?? -1) + 1, signature: $0.signature) }
        }
        return try SignedLog(self, log: log, sharing: shared, signatures: moved)
    }

    private static func single(_ entries: [Ply]) throws(WireError) -> [Ply] {
        guard entries.count == 1 else {
            throw .malformed(part: "log", problem: "expected one entry of the seat in a round, found \(entries.count)")
        }
        return entries
    }

    private func signed(by seat: Int, key: SeatKey) throws(WireError) -> SignedLog {
        guard roster[seat]?.key == key.publicKey else {
            throw .malformed(part: "seat key", problem: "expected the key of seat \(seat), found another")
        }
        let last = log.lastPly(of: seat)
        let payload = SigningPayload.bytes(of: log, heads: heads, seat: seat, upTo: last)
        var signatures = signatures
        signatures[seat - 1] = SeatSignature(
            ply: last.map { $0 + 1 } ?? 0, signature: try key.signature(over: payload))
        return try SignedLog(self, log: log, sharing: log.plies.count, signatures: signatures)
    }
}

extension Log {
    /// Entries of a round, in whatever order: in that of their seats, each in its place.
    package static func round(of entries: [Ply]) -> [Ply] {
        entries.sorted { $0.seat < $1.seat }.enumerated().map { index, entry in
            entry.placed(index == 0 ? .beginsRound : .continuesRound)
        }
    }
}
