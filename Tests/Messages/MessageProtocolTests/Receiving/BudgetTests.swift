import Testing
import Values

@testable import MessageProtocol

/// The size of messages.
@Suite struct BudgetTests {
    /// Returns 80 moves between two seats, without draws.
    private static func match(moves: [Int], game: String = "battleship") throws -> TestMatch {
        var test = try TestMatch.seated(game, options: [:])
        // one signature of each seat is enough: a message contains only the last signature of a
        // seat
        var plies = test.log.log.plies
        for (number, index) in moves.enumerated() {
            plies.append(Ply(seat: number % 2 + 1, action: .move(.index(index))))
        }
        let last = plies.removeLast()
        let before = plies.removeLast()
        let log = try Log(seats: 2, plies: plies)
        let placeholder = SeatSignature(ply: 0, signature: try Signature([UInt8](repeating: 0, count: 64)))
        test.log = try SignedLog(match: test.match, log: log, signatures: [placeholder, placeholder])
        try test.add(before.seat, before.action)
        try test.add(last.seat, last.action)
        return test
    }

    /// The whole url of an ordinary match has 510 characters, of which keys and signatures take
    /// 256.
    @Test func eightyMovesOfTwoSeatsFit560Characters() throws {
        let test = try Self.match(moves: (0..<80).map { $0 * 7 % 100 + 1 })
        #expect(test.log.log.plies.count == 81)
        let envelope = try Envelope(test.log, sender: 2, standingDigest: [UInt8](repeating: 9, count: 32))
        let url = try MessageURLCoder().url(of: envelope)
        #expect(url.hasPrefix("https://parlor.games/battleship#"))
        #expect(url.utf8.count == 510)
        #expect(url.utf8.count <= 560)
        #expect(test.log.forgery() == nil)
        let read = try MessageURLCoder().envelope(from: url)
        #expect(read.signedLog == test.log)
    }

    @Test func anEmptyInvitationIsShort() throws {
        let url = try TestMatch("battleship").url()
        #expect(url.utf8.count < 300)
    }

    /// In a game in which each turn consists of an answer and a move, each answer and each move
    /// takes at most one byte.
    @Test func answersAndMovesCostAByteEach() throws {
        var plies = [Ply(seat: 1, action: .move(3))]
        for turn in 0..<40 {
            let seat = turn % 2 == 0 ? 2 : 1
            plies += [Ply(seat: seat, action: .move(1)), Ply(seat: seat, action: .move(9))]
        }
        #expect(try Log(seats: 2, plies: plies).bytes.count == plies.count + 2)
    }
}
