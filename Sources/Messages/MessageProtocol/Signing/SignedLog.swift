/// A match up to some ply: its identity, its plies, and a signature of each seat over its last ply.
///
/// A signed log has the form of the protocol: the plies are in order, and the person on each taken
/// seat is known. ``forgery(known:)`` checks the signatures, and the rules check whether the plies
/// are legal.
public struct SignedLog: Sendable {
    /// The identity of the match.
    public let match: MatchIdentity
    /// The plies so far.
    public let log: Log
    /// The signatures in seat order; nil for a seat that has made no ply, unless it is the inviter's
    /// seat.
    public let signatures: [SeatSignature?]
    /// The persons on the seats at the end of the log.
    public let roster: Roster
    /// The head before the first ply and the head after each ply.
    package let heads: [Head]

    /// - Throws: ``WireError/malformed(part:problem:)`` if the parts don't fit together.
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

    /// Creates the match with other plies after the first `shared` ones, or with other signatures.
    /// Reuses the heads of the shared plies.
    ///
    /// - Parameter log: A log that begins with the first `shared` plies of `other`.
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

    /// Creates a match that only the inviter has joined.
    ///
    /// - Parameter key: The private key of the inviter in the setup.
    /// - Throws: ``WireError/malformed(part:problem:)`` if `key` isn't the inviter's key.
    public init(inviting match: MatchIdentity, key: SeatKey) throws(WireError) {
        let seat = match.setup.inviterSeat
        let log = try Log(seats: match.setup.seats)
        let unsigned = [SeatSignature?](repeating: nil, count: log.seats)
        self = try SignedLog(match: match, log: log, signatures: unsigned).signed(by: seat, key: key)
    }
}

extension SignedLog: Hashable {
    /// Returns whether match, plies and signatures are equal. To ignore the signatures, compare
    /// ``head``.
    public static func == (left: SignedLog, right: SignedLog) -> Bool {
        left.head == right.head && left.signatures == right.signatures
    }

    /// Hashes only the head, so logs that differ only in signatures have the same hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(head) }
}

extension SignedLog {
    /// The position of new plies of a seat.
    public enum Placement: Hashable, Sendable {
        /// At the end of the log, in turn or out of turn.
        case end
        /// The first entry of a new simultaneous round.
        case newRound
        /// An entry of the round at the end of the log, in seat order.
        case currentRound

        /// The place of a ply at this position.
        package var place: Ply.Place {
            switch self {
            case .end: .alone
            case .newRound: .beginsRound
            case .currentRound: .continuesRound
            }
        }
    }

    /// Returns the match with further plies of a seat, signed with the seat's key.
    ///
    /// ```swift
    /// let answer = try received.adding([.join(me), .move(3)], seat: 2, key: key)
    /// ```
    /// - Parameters:
    ///   - actions: The actions of the seat, in order; exactly one for an entry of a round.
    ///   - bets: The bets that the last action carries. If there are any, that action must be a move.
    ///   - key: The seat's key.
    /// - Throws: ``WireError`` if the plies don't fit, or if `key` isn't the seat's key.
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

    /// Returns the match with further plies of any seats, in order. The key of each seat signs the
    /// seat's last ply, and with it all earlier plies.
    ///
    /// - Parameters:
    ///   - further: The new plies. Leading plies that continue a round enter the round at the end
    ///     of the log, in seat order.
    ///   - keys: The key of each seat that has a ply in `further`.
    /// - Throws: ``WireError`` for plies that don't fit, or for a missing or wrong key.
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

    /// Returns a longer log with the signatures of this one. If a round grew, plies of other seats
    /// have moved, so their signatures get new ply numbers.
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
    /// Returns the entries of a round in seat order, each with its place.
    package static func round(of entries: [Ply]) -> [Ply] {
        entries.sorted { $0.seat < $1.seat }.enumerated().map { index, entry in
            entry.placed(index == 0 ? .beginsRound : .continuesRound)
        }
    }
}
