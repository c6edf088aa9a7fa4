import MessageProtocol
import Parlor

@testable import ParlorCommand

/// Messages for tests, made with the public API. Keys and ids are fixed, so that failures can be
/// repeated.
enum MessageSamples {
    static func key(_ seat: Int) throws -> SeatKey {
        try SeatKey(secret: [UInt8](repeating: UInt8(seat), count: 32))
    }

    static func entry(_ seat: Int, _ name: String) throws -> SeatedPlayer {
        SeatedPlayer(token: try DisplayName(name), key: try key(seat).publicKey)
    }

    static func identity(
        seats: Int = 2, name: String = "Ana", options: [String: Value] = [:]
    ) throws -> MatchIdentity {
        let setup = try Setup(rulesVersion: 3, options: options, seats: seats, inviter: try entry(1, name))
        return MatchIdentity(
            game: try GameID("sticks"), script: try ScriptDigest([UInt8](repeating: 0xAB, count: 16)),
            id: try MatchID([UInt8](repeating: 7, count: 16)), setup: setup)
    }

    static func invitation(
        seats: Int = 2, name: String = "Ana", options: [String: Value] = [:]
    ) throws -> SignedLog {
        try SignedLog(inviting: try identity(seats: seats, name: name, options: options), key: try key(1))
    }

    /// Returns a match of Ana and Bob, in which Bob resigns.
    static func duel() throws -> SignedLog {
        try invitation(options: ["sticks": 30])
            .adding([.join(try entry(2, "Bob")), .move(300)], seat: 2, key: try key(2))
            .adding([.move(2), .move(.typed(name: "guess", argument: ["word": "crane"]))], seat: 1, key: try key(1))
            .adding([.resign], seat: 2, key: try key(2))
    }

    /// Returns a match of three with a round, in which one seat is overdue.
    static func trio() throws -> SignedLog {
        let match = try identity(seats: 3)
        let joins = try [(2, "Bob"), (3, "Cy")].map { seat, name in
            try SeatedJoin(seat: seat, token: try DisplayName(name), key: try key(seat), in: match)
        }
        return try SignedLog(inviting: match, key: try key(1))
            .adding([.start(joins)], seat: 1, key: try key(1))
            .adding([.move(2)], seat: 3, placement: .newRound, key: try key(3))
            .adding([.move(1)], seat: 1, placement: .currentRound, key: try key(1))
            .adding([.claim(against: 2)], seat: 3, key: try key(3))
    }

    /// Returns the duel with a move that Bob never made.
    static func forged() throws -> SignedLog {
        let duel = try duel()
        var plies = duel.log.plies
        plies[1] = Ply(seat: 2, action: .move(4))
        return try SignedLog(
            match: duel.match, log: try Log(seats: 2, plies: plies), signatures: duel.signatures)
    }

    static func url(_ log: SignedLog, sender: Int, join: SeatedJoin? = nil, base: String? = nil) throws -> String {
        let envelope = try Envelope(
            log, sender: sender, standingDigest: [1, 2, 3, 4, 5, 6, 7, 0xFF], join: join)
        return try MessageURLCoder(base: base ?? MessageURLCoder.defaultBase).url(of: envelope)
    }
}
