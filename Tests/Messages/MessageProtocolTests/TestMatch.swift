import Values

@testable import MessageProtocol

/// A match for tests, with every seat's key. Keys and ids are fixed, so that failures can be
/// repeated.
struct TestMatch {
    let match: MatchIdentity
    let keys: [SeatKey]
    var log: SignedLog

    /// - Parameter names: One name for each seat.
    init(
        _ game: String = "sticks", options: [String: Value] = [:], names: [String] = ["Ana", "Bob"], id: UInt8 = 7,
        inviterSeat: Int = 1, isChained: Bool = false
    ) throws {
        keys = try names.indices.map { try SeatKey(secret: [UInt8](repeating: UInt8($0 + 1), count: 32)) }
        let matchID = try MatchID([UInt8](repeating: id, count: 16))
        let entry = SeatedPlayer(
            token: try DisplayName(names[inviterSeat - 1]), key: keys[inviterSeat - 1], in: matchID,
            isChained: isChained)
        let setup = try Setup(
            rulesVersion: 1, options: options, seats: names.count, inviterSeat: inviterSeat, inviter: entry)
        match = MatchIdentity(
            game: try GameID(game), script: try ScriptDigest(ToyLibrary.script),
            id: matchID, setup: setup)
        log = try SignedLog(inviting: match, key: keys[inviterSeat - 1])
    }

    /// Returns a match in which everybody has a seat.
    static func seated(
        _ game: String = "sticks", options: [String: Value] = [:], names: [String] = ["Ana", "Bob"],
        isChained: Bool = false
    ) throws -> TestMatch {
        var test = try TestMatch(game, options: options, names: names, isChained: isChained)
        if names.count == 2 {
            try test.add(2, .join(test.entry(2, names[1])))
        } else {
            try test.add(1, .start(test.joins(names)))
        }
        return test
    }

    func entry(_ seat: Int, _ name: String) throws -> SeatedPlayer {
        SeatedPlayer(token: try DisplayName(name), key: keys[seat - 1], in: match.id, isChained: match.isChained)
    }

    /// Returns the joins of all seats but the first.
    func joins(_ names: [String]) throws -> [SeatedJoin] {
        try (2...names.count).map { seat in
            try SeatedJoin(seat: seat, token: DisplayName(names[seat - 1]), key: keys[seat - 1], in: match)
        }
    }

    /// Returns the same match with further plies of a seat.
    func with(_ seat: Int, _ actions: Ply.Action..., placement: SignedLog.Placement = .end) throws -> TestMatch {
        var copy = self
        copy.log = try log.adding(actions, seat: seat, placement: placement, key: keys[seat - 1])
        return copy
    }

    mutating func add(_ seat: Int, _ actions: Ply.Action..., placement: SignedLog.Placement = .end) throws {
        log = try log.adding(actions, seat: seat, placement: placement, key: keys[seat - 1])
    }

    /// Returns a bet by a separate key, made of one byte.
    func bet(
        _ name: String = "Cai", on pool: Int, _ chips: Int, number: Int = 0, key: UInt8 = 90
    ) throws -> Bet {
        try Bet(
            on: pool, chips: chips, number: number, token: DisplayName(name),
            key: SeatKey(secret: [UInt8](repeating: key, count: 32)), in: match)
    }

    /// Returns the same match with a move that carries bets.
    func carrying(
        _ bets: Bet..., seat: Int, _ action: Ply.Action = .move(1), placement: SignedLog.Placement = .end
    ) throws -> TestMatch {
        var copy = self
        copy.log = try log.adding([action], bets: bets, seat: seat, placement: placement, key: keys[seat - 1])
        return copy
    }

    /// Returns a spectator's message with a bet.
    func url(offering bet: Bet) throws -> String {
        try MessageURLCoder().url(of: Envelope(log, sender: 0, standingDigest: stateDigest, bet: bet))
    }

    /// Returns the match with one more entry, in the round at the end of the log or in a new round.
    func entering(_ seat: Int, _ index: Int, new: Bool = false) throws -> TestMatch {
        try with(seat, .move(.index(index)), placement: new ? .newRound : .currentRound)
    }

    /// Returns the match with one more closing. All closings form one round.
    func closing(_ seat: Int) throws -> TestMatch {
        try with(seat, .close(nil), placement: log.log.plies.last?.isClosing == true ? .currentRound : .newRound)
    }

    /// Plays moves in `sticks` for the seat in turn.
    mutating func takeSticks(_ counts: [Int]) throws {
        for count in counts {
            var replay = try Replay(log, known: 0, library: ToyLibrary())
            _ = try replay.run()
            let seat = try replay.standing().seats.first ?? 1
            try add(seat, .move(.index(count)))
        }
    }

    var stateDigest: [UInt8] {
        get throws {
            var replay = try Replay(log, known: 0, library: ToyLibrary())
            return try replay.run()
        }
    }

    /// Returns the message of the seat that made the last ply.
    func envelope(sender: Int? = nil) throws -> Envelope {
        let sender = sender ?? log.log.plies.last?.seat ?? match.setup.inviterSeat
        // a log that the rules reject has no state, so a cheat sends any digest
        return try Envelope(
            log, sender: sender, standingDigest: (try? stateDigest) ?? [UInt8](repeating: 0, count: 8))
    }

    func url(sender: Int? = nil) throws -> String {
        try MessageURLCoder().url(of: try envelope(sender: sender))
    }

    /// Returns the match as a seat's device knows it; for seat 0, as a spectator's device knows it.
    func known(by seat: Int = 0) -> KnownMatch {
        KnownMatch(log, ownKey: keys.indices.contains(seat - 1) ? keys[seat - 1].publicKey : nil)
    }

    /// Returns the verdict of a seat's device on a message.
    func verdict(of seat: Int = 0, on url: String, library: ToyLibrary = ToyLibrary()) -> Verdict {
        Receiver(library: library).verdict(on: url) { $0 == match.id ? known(by: seat) : nil }
    }

    func verdict(of seat: Int = 0, on other: TestMatch) throws -> Verdict {
        verdict(of: seat, on: try other.url())
    }
}

extension Verdict {
    /// The log that is adopted.
    var adopted: SignedLog? {
        if case .adopt(let adoption) = self { adoption.signedLog } else { nil }
    }

    var adoption: Adoption? {
        if case .adopt(let adoption) = self { adoption } else { nil }
    }
}

func hex(_ bytes: some Sequence<UInt8>) -> String { hexadecimal(bytes) }

/// Returns the bytes of hexadecimal digits, up to the first invalid pair.
func bytes(_ hex: String) -> [UInt8] {
    var digits = hex.filter { $0 != " " && $0 != "\n" }[...]
    var bytes: [UInt8] = []
    while let byte = UInt8(digits.prefix(2), radix: 16) {
        bytes.append(byte)
        digits = digits.dropFirst(2)
    }
    return bytes
}

/// Returns the kind of a thrown ``WireError``, so that a test can compare it.
func code(of body: () throws -> some Any) -> String {
    do {
        _ = try body()
        return "none"
    } catch let error as WireError {
        return Verdict(error).code
    } catch {
        return "\(error)"
    }
}

extension Fork {
    /// Returns the decision of a device with one log on the other; nil if one log is the beginning
    /// of the other.
    static func decision(
        _ ours: SignedLog, _ theirs: SignedLog, library: some RulesProvider = ToyLibrary()
    ) throws -> Decision? {
        guard let index = index(ours, theirs) else { return nil }
        func side(_ log: SignedLog) throws -> ForkBranch {
            var replay = try Replay(log, known: index, library: library)
            _ = try replay.run()
            return ForkBranch(log: log, course: replay.course)
        }
        let fork = try Fork(ours: side(ours), theirs: side(theirs))
        return fork?.decision { union in
            guard var replay = try? Replay(union, known: index, library: library) else { return false }
            return (try? replay.run()) != nil
        }
    }
}
