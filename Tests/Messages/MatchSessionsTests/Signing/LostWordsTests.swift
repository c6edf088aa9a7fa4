import GameRules
import MessageProtocol
import MessagesTesting
import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// A seat signs only one ply over a head, even if the message with that ply was lost.
@Suite struct LostWordsTests {
    private struct Words {
        let keys: [Int: SeatKey]
        let start: SignedLog

        /// Creates a match with Ann and Bob in which a round is due.
        init() throws {
            let game = try script("rock-paper-scissors")
            keys = [1: SeatKey(), 2: SeatKey()]
            let ann = try SimulatedPerson("Ann", game)
            let match = try ann.table.begin(
                as: ann.token, chat: ann.chat, session: ann.session, key: #require(keys[1]), now: .zero)
            let invitation = try #require(ann.table.records[match]).signedLog
            let bob = SeatedPlayer(token: try DisplayName("Bob"), key: try #require(keys[2]).publicKey)
            start = try invitation.adding([.join(bob)], seat: 2, key: #require(keys[2]))
        }

        func with(
            _ log: SignedLog, _ seat: Int, _ action: Ply.Action, _ placement: SignedLog.Placement = .end
        ) throws -> SignedLog {
            try log.adding([action], seat: seat, placement: placement, key: #require(keys[seat]))
        }
    }

    /// Bob's ply is lost because Ann's entry wins. The test lists the plies that he may sign
    /// afterwards.
    @Test(arguments: ["claim", "resign", "entry", "other entry"], ["claim", "resign", "entry"])
    func nothingElseIsSignedOverAHead(_ lost: String, _ next: String) throws {
        let words = try Words()
        func said(_ kind: String, on log: SignedLog, _ placement: SignedLog.Placement) throws -> SignedLog {
            switch kind {
            case "claim": try words.with(log, 2, .claim(against: 1))
            case "resign": try words.with(log, 2, .resign)
            case "entry": try words.with(log, 2, .move(1), placement)
            default: try words.with(log, 2, .move(2), placement)
            }
        }
        let before = try said(lost, on: words.start, .newRound)
        let now = try words.with(words.start, 1, .move(1), .newRound)
        var ledger = EquivocationGuard()
        ledger.note(before, replacedBy: now, seats: [2])
        #expect(ledger.lostWords.count == 1)
        let signed = try said(next, on: now, .currentRound)
        // An entry is signed over the head at the start of its round. A claim and a resignation are
        // signed over the head after Ann's entry.
        let isSecond = next == "entry" && lost != "entry"
        #expect((ledger.refusal(of: signed, since: now) != nil) == isSecond, "\(lost), then \(next)")
        // lost plies of another seat aren't recorded, and a ply that is in the log isn't lost
        var others = EquivocationGuard()
        others.note(before, replacedBy: now, seats: [1])
        others.note(words.start, replacedBy: now, seats: [1, 2])
        #expect(others.lostWords.isEmpty)
    }

    /// The rule also holds for several consecutive plies: a seat may sign more plies after them,
    /// but no other plies in their place.
    @Test func aRunMayGrow() throws {
        let words = try Words()
        let word = { (plies: [UInt8]) in
            SignedWord(seat: 2, head: words.start.head, isRound: false, plies: plies.map { [$0] })
        }
        #expect(word([5]).agrees(with: word([5, 6])) && word([5, 6]).agrees(with: word([5])))
        #expect(!word([5]).agrees(with: word([6, 5])) && !word([5, 7]).agrees(with: word([5, 6])))
    }

    /// Lost plies are stored with the match.
    @Test func lostWordsAreKept() throws {
        let words = try Words()
        let now = try words.with(words.start, 1, .move(1), .newRound)
        var record = MatchRecord(
            MatchSession(now, keys: [try #require(words.keys[2])]), chat: .init("chat"), session: .init(.init()))
        record.match.sent.note(
            try words.with(words.start, 2, .claim(against: 1)), replacedBy: now, seats: [2])
        let again = try MatchRecord(record.stored(MessageURLCoder()), key: words.keys[2], carrier: MessageURLCoder())
        #expect(again.sent == record.sent && !again.sent.lostWords.isEmpty)
    }

    /// A seat that owes a move can't claim. If its claim at the start of a round were lost to
    /// another seat's entry, the seat could no longer enter that round.
    @Test func whoOwesAMoveClaimsNothing() throws {
        let game = try script("rock-paper-scissors")
        let (ann, bob) = (try SimulatedPerson("Ann", game), try SimulatedPerson("Bob", game))
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        bob.read(try ann.act(.invite, in: match), from: ann)
        ann.read(try bob.act(.join, in: match), from: bob)
        #expect(throws: SessionError.self) { try bob.act(.claim(1), in: match) }
        _ = try bob.play("rock", in: match)
        _ = try bob.act(.claim(1), in: match)
    }
}
