import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Testing

@testable import GameApps
@testable import MatchSessions

/// Operations that a correspondence match must refuse or repair. The tests of `parlor drive` play
/// whole games.
struct CorrespondenceMatchTests {
    private func envelope(_ match: CorrespondenceMatch, from seat: Int) throws -> Envelope {
        try match.carrier.envelope(from: match.message(from: seat).url)
    }

    @Test func anotherGamesScriptIsNotPlayed() throws {
        let match = try CorrespondenceMatch(of: script("tic-tac-toe"))
        let message = try envelope(match, from: 1)
        #expect(try CorrespondenceMatch.open(message, shelf: nil).verdict.code == "unknown_game")
        let other = try ScriptVersions(script("connect-four"))
        #expect(try CorrespondenceMatch.open(message, shelf: other).verdict.code == "unknown_game")
        let own = try ScriptVersions(script("tic-tac-toe"))
        #expect(try CorrespondenceMatch.open(message, shelf: own).match?.id == match.id)
    }

    @Test func anInvitationToAGameOfChanceDrawsNothingYet() throws {
        let game = try script("blackjack")
        let match = try CorrespondenceMatch(of: game, seats: 2)
        let message = try envelope(match, from: 1)
        let copy = try #require(try CorrespondenceMatch.open(message, shelf: ScriptVersions(game)).match)
        #expect(try copy.match.digest() == match.match.digest())
        #expect(try copy.match.awaitsSetup && match.match.awaitsSetup && match.match.status.turn.isEmpty)
        #expect(throws: SessionError.self) { try CorrespondenceMatch(of: game, seats: 2, seed: 1).message(from: 1) }
    }

    @Test func aMessageThatSaysNothingNewChangesNothing() throws {
        let game = try script("tic-tac-toe")
        let match = try CorrespondenceMatch(of: game)
        try match.match.play("b2", seat: 1)
        let early = try envelope(match, from: 1)
        try match.match.play("a1", seat: 2)
        let late = try envelope(match, from: 2)
        try match.match.play("a2", seat: 1)
        let copy = try #require(try CorrespondenceMatch.open(late, shelf: ScriptVersions(game)).match)
        #expect(try copy.receive(early).verdict.code == "late")
        #expect(try copy.receive(late).verdict == .duplicate)
        #expect(try match.receive(late).verdict == .duplicate)
        #expect(try match.match.status.ply == 3, "what isn't signed yet stays")
        #expect(try match.message(from: 1).held == 0)
    }

    /// A waiting entry is played when the other seat's message ends the round. It counts even if
    /// nobody can move after it, because refusing it would reveal the other seat's entry. A seat
    /// can still leave.
    @Test(arguments: ["if state.stop then error('no choices') end", "if state.stop then return {} end"])
    func anEntryCountsEvenIfNobodyCanGoOn(choices: String) throws {
        let game = try GameScript(
            GameFolder(
                id: "dead-end",
                game: """
                    return require "parlor".game {
                      title = "Dead End", seats = 2, setup = function() return { list = { "x" } } end,
                      turn = function() return { 1, 2 } end,
                      moves = { m = {
                        choices = function(state) \(choices) return { "good", "bad" } end,
                        play = function(state, seat, what) if what == "bad" then state.stop = true end end } },
                      outcome = function(state, match) if match.ply >= 6 then return require "parlor".draw() end end,
                    }
                    """), library: GameCatalog(home: home).library)
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        try ann.match.play("bad", seat: 1)
        try bob.match.play("good", seat: 2)
        let receipt = try ann.receive(envelope(bob, from: 2))
        #expect(receipt.verdict.code == "adopt" && receipt.lost.isEmpty)
        #expect(try bob.receive(envelope(ann, from: 1)).verdict.code == "adopt")
        #expect(try bob.match.status.ply == 2)
        try bob.resign(seat: 2)
        #expect(try ann.receive(envelope(bob, from: 2)).verdict.code == "adopt")
        #expect(try ann.match.status.outcome == .win([1]))
    }

    /// A local variable of the script counts moves, and `outcome` reads the variable. Both hosts
    /// still have the same winner.
    @Test func bothHaveOneWinner() throws {
        let game = try GameScript(
            GameFolder(
                id: "twowins",
                game: """
                    local parlor, plays = require "parlor", 0
                    return parlor.game {
                      title = "Two Winners", seats = 2, chance = true, setup = function() return { n = 0 } end,
                      moves = { go = { choices = { "a", "b" }, play = function(state)
                        plays = plays + 1
                        state.n = state.n + 1
                      end } },
                      outcome = function(state) if state.n >= 3 then return parlor.win(plays % 2 + 1) end end,
                    }
                    """), library: GameCatalog(home: home).library)
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        _ = try ann.receive(envelope(bob, from: 2))
        for (seat, host, other) in [(1, ann, bob), (2, bob, ann), (1, ann, bob)] {
            try host.play("a", seat: seat)
            #expect(try other.receive(envelope(host, from: seat)).verdict.code == "adopt")
        }
        #expect(try ann.match.status.outcome == .win([1]) && bob.match.status.outcome == .win([1]))
    }

    /// A second device with the same key has sealed another entry for the round. The entry in the
    /// log counts. It counts after the message that ends the round, after our own message that
    /// reveals it, and after the match was saved and loaded.
    @Test(arguments: [nil, "paper"]) func theEntryInTheLogStands(drafted: String?) throws {
        let game = try script("rock-paper-scissors")
        let versions = ScriptVersions(game)
        let ann = try CorrespondenceMatch(of: game, options: ["rounds": 1])
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: versions).match)
        _ = try ann.receive(envelope(bob, from: 2))
        let saved = try #require(try CorrespondenceMatch.Saved(bob.save()))
        let second = try CorrespondenceMatch(saved, shelf: versions)
        try second.play("rock", seat: 2)
        _ = try ann.receive(envelope(second, from: 2))
        try ann.play("scissors", seat: 1)
        if let drafted { try bob.play(drafted, seat: 2) }
        let receipt = try bob.receive(envelope(ann, from: 1))
        #expect(receipt.verdict.code == "adopt" && receipt.lost.map(\.text) == (drafted.map { [$0] } ?? []))
        #expect(try bob.match.status.outcome == .win([2]))
        let told = try envelope(bob, from: 2)
        #expect(try bob.match.status.outcome == .win([2]) && bob.match.legalMoves(for: 2).isEmpty)
        #expect(try ann.receive(told).verdict.code == "adopt")
        #expect(try ann.match.standingDigest() == bob.match.standingDigest())
        let loaded = try CorrespondenceMatch(#require(try CorrespondenceMatch.Saved(bob.save())), shelf: versions)
        #expect(try loaded.match.standingDigest() == bob.match.standingDigest())
    }

    /// A move crossed a resignation, and the message with the resignation can still arrive at any
    /// time. If the seat played on, it would lose when that message arrives.
    @Test func whoResignedStandsByIt() throws {
        let game = try script("tic-tac-toe")
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        try bob.match.leave(seat: 2, why: .resigned)
        let old = try envelope(bob, from: 2)
        try ann.match.play("a3", seat: 1)
        let receipt = try bob.receive(envelope(ann, from: 1))
        #expect(receipt.lost.count == 1 && receipt.verdict.line.contains("resign again"))
        #expect(throws: SessionError.self) { try bob.checkStandsByResignation(2) }
        #expect(throws: SessionError.self) { try bob.claim(by: 2, against: 1) }
        try bob.checkStandsByResignation(1)
        try bob.match.play("b2", seat: 2)
        #expect(throws: SessionError.self) { try bob.message(from: 2) }
        try bob.go(to: 1)
        try bob.match.leave(seat: 2, why: .resigned)
        try bob.checkStandsByResignation(2)  // a sent resignation is for the rules to reject
        _ = try ann.receive(envelope(bob, from: 2))
        #expect(try ann.match.status.outcome == .win([1]))
        #expect(try ann.receive(old).verdict.code != "adopt")
    }

    /// The next signed move carries a bet. If no move can carry a bet any more, the bet is
    /// rejected.
    @Test func aMoveCarriesTheBetsThatWereOffered() throws {
        let game = try script("tic-tac-toe")
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        _ = try ann.receive(envelope(bob, from: 2))
        let cai = try SimulatedPerson("Cai", game, seed: 3)
        cai.read(try bob.message(from: 2).url, from: nil)
        let match = try #require(ann.id)
        for chips in [20, 30] {
            let offer = try ann.carrier.envelope(from: cai.act(.bet(pool: 1, chips: chips), in: match))
            #expect(try ann.receive(offer).verdict.code == "bet")
            #expect(try ann.receive(offer).verdict.code == "bet", "once more: nothing changes")
        }
        try ann.match.play("b2", seat: 1)
        let told = try ann.message(from: 1)
        #expect(told.bets == 2)
        let log = try #require(ann.signedLog)
        #expect(BetBook(of: log).entries.map(\.bet.chips) == [20, 30] && log.forgery() == nil)
        #expect(try bob.receive(ann.carrier.envelope(from: told.url)).verdict.code == "adopt")
        #expect(try ann.message(from: 1).bets == 0)
        cai.read(told.url, from: nil)
        let late = try ann.carrier.envelope(from: cai.act(.bet(pool: 2, chips: 5), in: match))
        for move in [("a1", 2), ("a2", 1)] {
            let player = move.1 == 1 ? ann : bob
            try player.match.play(move.0, seat: move.1)
            let next = try envelope(player, from: move.1)
            _ = try (player === ann ? bob : ann).receive(next)
        }
        #expect(try bob.receive(late).verdict.code == "bet_refused")
        try bob.match.play("a3", seat: 2)
        #expect(try bob.message(from: 2).bets == 0)
    }

    /// A lost entry is signed again, with the bets that it carried.
    @Test func anEntryIsSignedAgainWithItsBets() throws {
        let game = try openRounds()
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        let joined = try bob.message(from: 2).url
        _ = try ann.receive(ann.carrier.envelope(from: joined))
        let (cai, dee) = (try SimulatedPerson("Cai", game, seed: 3), try SimulatedPerson("Dee", game, seed: 4))
        for seat in [cai, dee] { seat.read(joined, from: nil) }
        let match = try #require(ann.id)
        func offer(_ seat: SimulatedPerson, _ chips: Int) throws -> Envelope {
            try ann.carrier.envelope(from: seat.act(.bet(pool: 1, chips: chips), in: match))
        }
        #expect(try bob.receive(offer(cai, 20)).verdict.code == "bet")
        try bob.match.play("paper", seat: 2)
        #expect(try bob.message(from: 2).bets == 1)
        try ann.match.play("rock", seat: 1)
        _ = try ann.message(from: 1)
        try ann.claim(by: 1, against: 2)
        let receipt = try bob.receive(envelope(ann, from: 1))
        #expect(receipt.lost.isEmpty && receipt.enteredAgain.count == 1)
        #expect(try bob.receive(offer(dee, 7)).verdict.code == "bet")
        #expect(try bob.message(from: 2).bets == 1)
        let log = try #require(bob.signedLog)
        #expect(BetBook(of: log).entries.map(\.bet.chips) == [20] && log.forgery() == nil)
        #expect(try ann.receive(envelope(bob, from: 2)).verdict.code == "adopt")
    }

    /// Nobody can join a match that is over, whichever seat's message is requested.
    @Test(arguments: ["tic-tac-toe", "rock-paper-scissors"]) func nobodyJoinsBehindTheEnd(_ id: String) throws {
        let game = try script(id)
        let ann = try CorrespondenceMatch(of: game)
        let invitation = try envelope(ann, from: 1)
        try ann.match.leave(seat: 1, why: .resigned)
        let over = try envelope(ann, from: 1)
        let bob = try #require(try CorrespondenceMatch.open(over, shelf: ScriptVersions(game)).match)
        #expect(throws: SessionError.self) { try bob.message(from: 2) }
        #expect(bob.signedLog?.head == over.signedLog.head)
        // a join before the end stays: the two logs fork, and nothing else happens
        let cai = try #require(try CorrespondenceMatch.open(invitation, shelf: ScriptVersions(game)).match)
        let joined = try envelope(cai, from: 2)
        #expect(try cai.receive(over).verdict.code == "kept")
        #expect(try ann.receive(joined).verdict.code == "adopt")
        #expect(ann.signedLog?.head == cai.signedLog?.head)
        // the same on phones
        let phone = try SimulatedPerson("Dee", game, seed: 3)
        phone.read(try ann.carrier.url(of: over), from: nil)
        let match = over.signedLog.match.id
        #expect(throws: SessionError.self) { try phone.act(.join, in: match) }
        #expect(throws: SessionError.self) { try phone.play(id == "tic-tac-toe" ? "b2" : "rock", in: match) }
    }

    /// A late message with only the entry doesn't undo a resignation that follows the round.
    @Test func aLateEntryUndoesNoResignation() throws {
        let game = try openRounds()
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        _ = try ann.receive(envelope(bob, from: 2))
        try bob.match.play("paper", seat: 2)
        let late = try envelope(bob, from: 2)
        try ann.match.play("rock", seat: 1)
        _ = try bob.receive(envelope(ann, from: 1))
        try bob.match.leave(seat: 2, why: .resigned)
        try bob.checkStandsByResignation(2)  // a sent resignation is for the rules to reject
        _ = try ann.receive(envelope(bob, from: 2))
        #expect(try ann.match.status.outcome == .win([1]))
        #expect(try ann.receive(late).verdict.code == "late")
        #expect(try ann.match.status.outcome == .win([1]))
    }

    /// A claim doesn't move an entry to another round, so each seat has one choice. Ann chooses and
    /// claims, and Bob's entry crosses Ann's entry and claim. Bob's entry is entered again
    /// unchanged, and the match continues.
    @Test func anEntryThatWasLostStandsAgain() throws {
        let game = try openRounds()
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        _ = try ann.receive(envelope(bob, from: 2))
        try ann.match.play("paper", seat: 1)
        try ann.claim(by: 1, against: 2)
        let claimed = try envelope(ann, from: 1)
        try bob.match.play("paper", seat: 2)
        let crossed = try envelope(bob, from: 2)
        let receipt = try bob.receive(claimed)
        #expect(receipt.verdict.code == "adopt" && receipt.lost.isEmpty)
        #expect(receipt.enteredAgain.map(\.seat) == [2])
        #expect(try bob.match.status.ply == 2, "both have chosen")
        #expect(try ann.receive(crossed).verdict.code == "adopt")
        #expect(try ann.receive(envelope(bob, from: 2)).verdict.code == "late", "the same entries, around a claim")
        #expect(try ann.match.digest() == bob.match.digest())
        #expect(try ann.match.status.ply == 2)
        let again = try bob.receive(claimed)
        #expect(again.enteredAgain.isEmpty)
    }

    /// Ann chooses and claims. Bob's entry crosses hers, and his device has united the round before
    /// her claim arrives. Ann's device unites the round, too, because it can renew her signature
    /// over her entry, which the claim had replaced.
    @Test func aClaimDoesNotKeepACrossingEntryOut() throws {
        let game = try openRounds()
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        _ = try ann.receive(envelope(bob, from: 2))
        try ann.match.play("paper", seat: 1)
        let entry = try envelope(ann, from: 1)
        try bob.match.play("scissors", seat: 2)
        let crossed = try envelope(bob, from: 2)
        try ann.claim(by: 1, against: 2)
        let claimed = try envelope(ann, from: 1)
        _ = try bob.receive(entry)
        _ = try bob.receive(claimed)
        #expect(try ann.receive(crossed).verdict.code == "adopt")
        #expect(ann.award == nil && bob.award == nil)
        #expect(try ann.match.digest() == bob.match.digest())
        #expect(ann.signedLog?.head == bob.signedLog?.head)
    }

    /// One seat chooses and resigns, the other seat's entry crosses both messages, and a watcher's
    /// device has united the entries. The resignation stays and ends the match on all devices,
    /// whichever messages they read again.
    @Test(arguments: [1, 2]) func aResignationThatAnEntryCrossedStands(_ leaver: Int) throws {
        let game = try openRounds()
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        _ = try ann.receive(envelope(bob, from: 2))
        let dee = try #require(try CorrespondenceMatch.open(envelope(bob, from: 2), shelf: ScriptVersions(game)).match)
        try ann.match.play("paper", seat: 1)
        try bob.match.play("scissors", seat: 2)
        let (mover, other) = leaver == 1 ? (ann, bob) : (bob, ann)
        let (entry, crossed) = (try envelope(mover, from: leaver), try envelope(other, from: 3 - leaver))
        _ = try dee.receive(entry)
        _ = try dee.receive(crossed)
        #expect(try dee.match.status.ply == 2)
        try mover.match.leave(seat: leaver, why: .resigned)
        let resigned = try envelope(mover, from: leaver)
        #expect(try other.receive(resigned).verdict.code == "adopt")
        #expect(try mover.receive(crossed).verdict.code == "kept")
        for device in [ann, bob, dee] {
            for message in [entry, crossed, resigned, entry, crossed] { _ = try device.receive(message) }
            #expect(try device.match.status.outcome == .win([3 - leaver]))
            #expect(device.signedLog?.head == mover.signedLog?.head)
        }
    }

    /// A seat that resigned after the other seat's entry can't enter the round any more.
    @Test func noEntryTakesAResignationBack() throws {
        let game = try openRounds()
        let ann = try CorrespondenceMatch(of: game)
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        _ = try ann.receive(envelope(bob, from: 2))
        try bob.match.play("paper", seat: 2)
        let chosen = try envelope(bob, from: 2)
        _ = try ann.receive(chosen)
        let cheat = try #require(try CorrespondenceMatch.open(chosen, shelf: ScriptVersions(game)).match)
        cheat.session?.keys.hold(try #require(ann.keys[1]))
        try ann.match.leave(seat: 1, why: .resigned)
        #expect(try bob.receive(envelope(ann, from: 1)).verdict.code == "adopt")
        #expect(try bob.match.status.outcome == .win([2]))
        try cheat.match.play("scissors", seat: 1)
        #expect(try bob.receive(envelope(cheat, from: 1)).verdict.code == "kept")
        #expect(try bob.match.status.outcome == .win([2]))
    }

    /// A seat that resigns after it has sent its entry sends the entry again with the resignation,
    /// whether or not the other seat has entered.
    @Test(arguments: [false, true])
    func aResignationBehindAnEntryIsSent(_ annHasChosen: Bool) throws {
        let game = try openRounds()
        let ann = try CorrespondenceMatch(of: game)
        if annHasChosen { try ann.match.play("rock", seat: 1) }
        let bob = try #require(try CorrespondenceMatch.open(envelope(ann, from: 1), shelf: ScriptVersions(game)).match)
        try bob.match.play("paper", seat: 2)
        let entry = try bob.message(from: 2).url
        try bob.match.leave(seat: 2, why: .resigned)
        #expect(try bob.match.status.outcome == .win([1]))
        let resigned = try bob.message(from: 2).url
        #expect(resigned != entry)
        _ = try ann.receive(ann.carrier.envelope(from: resigned))
        #expect(try ann.match.status.outcome == .win([1]))
        #expect(ann.signedLog?.head == bob.signedLog?.head)
    }

    @Test func aRoundHasOneChoice() throws {
        let game = try openRounds()
        let ann = try CorrespondenceMatch(of: game)
        let invitation = try ann.message(from: 1).url
        // two phones of one cheating person, with the same key
        let phones = [try SimulatedPerson("Bob", game, seed: 2), try SimulatedPerson("Bob", game, seed: 2)]
        for phone in phones { phone.read(invitation, from: nil) }
        let match = try #require(ann.id)
        let joined = try phones[0].act(.join, in: match)
        _ = try phones[1].act(.join, in: match)  // the same key, and the same ply
        func receive(_ url: String) throws -> String { try ann.receive(ann.carrier.envelope(from: url)).verdict.code }
        #expect(try receive(joined) == "adopt")
        let key = try SimulatedPerson("Bob", game, seed: 2).newKey()
        let log = try #require(phones[0].table.records[match]).signedLog
        let claim = try Envelope(
            log.adding([.claim(against: 1)], seat: 2, key: key), sender: 2,
            standingDigest: ann.match.standingDigest())
        #expect(try receive(ann.carrier.url(of: claim)) == "adopt")
        try ann.match.play("paper", seat: 1)
        _ = try ann.message(from: 1)
        #expect(try receive(phones[1].play("scissors", in: match)) == "adopt")
        #expect(try ann.match.status.ply == 2, "her paper stands again")
        try ann.go(to: 0)
        try ann.match.play("rock", seat: 1)
        #expect(throws: SessionError.self) { try ann.message(from: 1) }
        try ann.go(to: 0)
        try ann.match.play("paper", seat: 1)
        #expect(try ann.message(from: 1).held == 0)
    }

    @Test func noPlyIsBeforeTheFirst() throws {
        func words(_ match: CorrespondenceMatch) -> String {
            do { try match.go(to: -1) } catch { return "\(error)" }
            return "nothing failed"
        }
        let match = try CorrespondenceMatch(of: script("tic-tac-toe"))
        #expect(words(match) == "There is no ply -1: plies are counted from 0, the beginning.")
        _ = try envelope(match, from: 1)  // an invitation is signed, but no ply
        #expect(words(match) == "There is no ply -1: plies are counted from 0, the beginning.")
    }
}
