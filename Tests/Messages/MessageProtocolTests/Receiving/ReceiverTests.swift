import Testing
import Values

@testable import MessageProtocol

/// The table of verdicts in the protocol, row by row.
@Suite struct ReceiverTests {
    private static func played(_ counts: [Int] = [1, 2]) throws -> TestMatch {
        var test = try TestMatch.seated()
        try test.takeSticks(counts)
        return test
    }

    @Test func whatIsNoMessageIsMalformed() throws {
        let verdict = try Self.played().verdict(on: "https://parlor.games/sticks#Aw")
        #expect(verdict.code == "malformed")
    }

    @Test func whatIsTooLargeIsRefused() throws {
        let verdict = try Self.played().verdict(on: String(repeating: "x", count: 5001))
        #expect(verdict.code == "too_large")
    }

    @Test func anotherVersionOfTheProtocol() throws {
        #expect(try Self.played().verdict(on: "https://parlor.games/sticks#BA") == .unsupportedVersion(4))
        #expect(try Self.played().verdict(on: "https://parlor.games/sticks#AQ") == .unsupportedVersion(1))
    }

    @Test func aMissingGameIsNamed() throws {
        let chess = try TestMatch("chess")
        let envelope = try Envelope(chess.log, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8))
        let url = try MessageURLCoder().url(of: envelope)
        #expect(chess.verdict(on: url) == .unknownGame(try GameID("chess")))
    }

    /// A message of a known match may need another script. Its url is kept until the script is
    /// available.
    @Test func anotherScriptIsNeeded() throws {
        let test = try Self.played()
        let script = try ScriptDigest([UInt8](repeating: 1, count: 16))
        let other = MatchIdentity(game: test.match.game, script: script, id: test.match.id, setup: test.match.setup)
        let log = try SignedLog(inviting: other, key: test.keys[0])
        let envelope = try Envelope(log, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8))
        #expect(test.verdict(on: try MessageURLCoder().url(of: envelope)) == .needsVersion(test.match.game, script))
    }

    /// A known match arrives under the name of another game, which may be unavailable. The verdict
    /// says that the known match belongs to another game.
    @Test(arguments: ["chess", "pick"]) func aKnownMatchUnderAnotherGamesName(_ game: String) throws {
        let test = try Self.played()
        let url = try test.url().replacing("/sticks#", with: "/\(game)#")
        #expect(test.verdict(on: url) == .otherMatch(test.match.id))
    }

    @Test func anotherBeginningIsAnotherMatch() throws {
        let test = try Self.played()
        let other = try TestMatch(options: ["sticks": 22])
        #expect(try test.verdict(on: other) == .otherMatch(test.match.id))
    }

    @Test func aSignatureThatDoesNotFitIsForged() throws {
        let test = try Self.played()
        var signatures = try test.with(1, .move(1)).log.signatures
        signatures[1] = SeatSignature(ply: 3, signature: try Signature([UInt8](repeating: 5, count: 64)))
        let log = try SignedLog(match: test.match, log: try test.with(1, .move(1)).log.log, signatures: signatures)
        let envelope = try Envelope(log, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8))
        #expect(test.verdict(on: try MessageURLCoder().url(of: envelope)) == .forged(.signature(seat: 2)))
    }

    @Test func theSenderHasSignedTheEnd() throws {
        let test = try Self.played()
        #expect(test.log.log.plies.last?.seat == 2)
        #expect(test.verdict(on: try test.url(sender: 1)) == .forged(.sender(seat: 1)))
        #expect(test.verdict(on: try test.url(sender: 2)) == .duplicate)
        let invitation = try TestMatch()
        #expect(test.verdict(on: try invitation.url(sender: 2)) == .forged(.sender(seat: 2)))
        // in a round, any seat that entered can be the sender
        let round = try TestMatch.seated("pick").entering(2, 1, new: true).entering(1, 1)
        for seat in [1, 2] { #expect(round.verdict(on: try round.url(sender: seat)) == .duplicate) }
    }

    @Test func theSameHeadIsADuplicate() throws {
        let test = try Self.played()
        for seat in 0...2 { #expect(try test.verdict(of: seat, on: test) == .duplicate) }
    }

    @Test func anEarlierMessageIsLate() throws {
        let first = try Self.played([1])
        let second = try Self.played([1, 2])
        let third = try Self.played([1, 2, 3])
        // Bob's earlier message: Ana has moved since, and Bob may not have seen her move
        #expect(try third.verdict(of: 1, on: second) == .late(senderLacksOurPlies: true))
        #expect(try third.verdict(of: 2, on: second) == .late(senderLacksOurPlies: false))
        #expect(try third.verdict(of: 0, on: second) == .late(senderLacksOurPlies: false))
        // Ana's earlier message arrives at Bob, who has answered it, and Ana has answered Bob
        #expect(try third.verdict(of: 2, on: first) == .late(senderLacksOurPlies: false))
        #expect(try second.verdict(of: 2, on: first) == .late(senderLacksOurPlies: true))
        #expect(try third.verdict(of: 1, on: first) == .late(senderLacksOurPlies: false))
        #expect(try third.verdict(of: 1, on: TestMatch()) == .late(senderLacksOurPlies: false))
    }

    /// A log that isn't a beginning of our log, but whose entries of a round are all in our log.
    @Test func aPartOfOurRoundIsLate() throws {
        let start = try TestMatch.seated("pick")
        let theirs = try start.entering(2, 1, new: true)
        let ours = try theirs.entering(1, 1)
        #expect(try ours.verdict(of: 1, on: theirs) == .late(senderLacksOurPlies: true))
        #expect(try ours.verdict(of: 2, on: theirs) == .late(senderLacksOurPlies: false))
        let further = try ours.entering(1, 2, new: true)
        #expect(try further.verdict(of: 1, on: theirs) == .late(senderLacksOurPlies: true))
    }

    @Test func theRulesRefuseAPly() throws {
        let test = try Self.played()
        guard case .illegalTransition(ply: 4, seat: 1, _) = try test.verdict(on: test.with(1, .move(9))) else {
            Issue.record("expected ply 4 of seat 1 to be named")
            return
        }
    }

    @Test func aLimitHereIsNobodysFault() throws {
        let test = try Self.played()
        let library = ToyLibrary()
        library.meters.failsFrom = 1
        let url = try test.with(1, .move(1)).url()
        #expect(test.verdict(on: url, library: library) == .cannotReplay(reason: "out of time"))
        // the known plies were not replayed
        #expect(library.meters.replayed == 1)
    }

    @Test func copiesThatDisagreeAreFound() throws {
        let test = try Self.played()
        let library = ToyLibrary()
        library.meters.disagrees = true
        #expect(test.verdict(on: try test.with(1, .move(1)).url(), library: library) == .corrupted)
    }

    @Test func aNewMatchIsAdopted() throws {
        for test in [try TestMatch(), try Self.played()] {
            let verdict = Receiver(library: ToyLibrary()).verdict(on: try test.url()) { _ in nil }
            #expect(verdict == .adopt(Adoption(signedLog: test.log, cause: .new, known: 0, superseded: [])))
        }
    }

    @Test func whatGoesOnFromOursIsAdopted() throws {
        let test = try Self.played()
        let longer = try test.with(1, .move(1))
        let expected = Adoption(signedLog: longer.log, cause: .longer, known: 3, superseded: [])
        for seat in 0...2 { #expect(try test.verdict(of: seat, on: longer) == .adopt(expected)) }
    }

    /// A restored device gets back plies that it had signed and lost.
    @Test func ownPliesThatWereForgottenAreAdopted() throws {
        let test = try Self.played()
        let later = try test.with(1, .move(1)).with(2, .move(1))
        #expect(try test.verdict(of: 1, on: later).adopted == later.log)
        #expect(try TestMatch().verdict(of: 1, on: later).adopted == later.log)
    }

    @Test func forksAreDecided() throws {
        let test = try Self.played()
        let moved = try test.with(1, .move(1))
        let claimed = try test.with(2, .claim(against: 1))
        #expect(try moved.verdict(of: 1, on: claimed) == .kept(.builtOn))
        let adoption = try #require(try claimed.verdict(of: 2, on: moved).adoption)
        #expect(adoption.cause == .fork(.builtOn) && adoption.signedLog == moved.log && adoption.known == 3)
        #expect(adoption.superseded == [Ply(seat: 2, action: .claim(against: 1))])
    }

    /// A union that the rules reject isn't adopted.
    @Test func aUnionIsReplayedToo() throws {
        let start = try TestMatch.seated("pick", names: ["Ana", "Bob", "Cat"])
        let ours = try start.entering(1, 1, new: true)
        let theirs = try start.entering(2, 1, new: true)
        let library = ToyLibrary()
        // their log has one move, and the union would have two
        library.meters.failsFrom = 3
        #expect(ours.verdict(of: 1, on: try theirs.url(), library: library) == .kept(.lowerSeat))
        #expect(try ours.verdict(of: 1, on: theirs).adoption?.cause == .union)
    }

    /// The order of the table's rows decides: a message that fits two rows gets the verdict of the
    /// first.
    @Test func theFirstRowThatFitsCounts() throws {
        let test = try Self.played()
        // another setup, and forged as well
        let other = try TestMatch(options: ["sticks": 22])
        let digest = [UInt8](repeating: 0, count: 8)
        let forged = try SignedLog(match: other.match, log: other.log.log, signatures: [nil, nil])
        let envelope = try Envelope(forged, sender: 1, standingDigest: digest)
        #expect(test.verdict(on: try MessageURLCoder().url(of: envelope)).code == "other_match")
        // forged, and known already
        let twice = try SignedLog(match: test.match, log: test.log.log, signatures: [nil, nil])
        #expect(
            test.verdict(on: try MessageURLCoder().url(of: Envelope(twice, sender: 2, standingDigest: digest))).code
                == "forged")
        // known already, with a different state check
        let same = try Envelope(test.log, sender: 2, standingDigest: digest)
        #expect(test.verdict(on: try MessageURLCoder().url(of: same)).code == "duplicate")
        // illegal, with a different state check
        let illegal = try Envelope(try test.with(1, .move(9)).log, sender: 1, standingDigest: digest)
        #expect(test.verdict(on: try MessageURLCoder().url(of: illegal)).code == "illegal_transition")
        // a fork that loses, with a different state check
        let moved = try test.with(1, .move(1))
        let claim = try Envelope(try test.with(2, .claim(against: 1)).log, sender: 2, standingDigest: digest)
        #expect(moved.verdict(on: try MessageURLCoder().url(of: claim)).code == "corrupted")
    }

    /// The same message gets the same verdict, and an adopted message is a duplicate from then on.
    @Test func receivingIsIdempotent() throws {
        var test = try Self.played()
        let url = try test.with(1, .move(1)).url()
        let adopted = try #require(test.verdict(on: url).adopted)
        #expect(test.verdict(on: url).adopted == adopted)
        test.log = adopted
        #expect(test.verdict(on: url) == .duplicate)
    }
}
