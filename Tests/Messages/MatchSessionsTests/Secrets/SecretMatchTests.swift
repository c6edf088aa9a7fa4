import GameRules
import MessageProtocol
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions

/// Two hosts that play a game with secrets only by urls. Neither host learns the other's sealed
/// moves before the end. After the end, the audit names a lie.
@Suite struct SecretMatchTests {
    /// Two hosts, a seat each.
    private final class Pair {
        let script: GameScript
        let hosts: [CorrespondenceMatch]
        /// The messages that were sent to the other host, by the sending seat.
        var sent: [[String]] = [[], []]
        var random: SplitMix64

        init(_ script: GameScript, options: [String: Value] = [:], seed: UInt64 = 1) throws {
            self.script = script
            random = SplitMix64(seed: seed)
            let ann = try CorrespondenceMatch(of: script, options: options)
            let invitation = try ann.message(from: 1).url
            let envelope = try ann.carrier.envelope(from: invitation)
            let bob = try #require(try CorrespondenceMatch.open(envelope, shelf: ScriptVersions(script)).match)
            hosts = [ann, bob]
            sent[0].append(invitation)
        }

        /// Plays the moves that `choose` returns while the seat is to move, and sends the message
        /// to the other host.
        func turn(_ seat: Int, choose: (([Move]) -> Move?)? = nil) throws {
            let host = hosts[seat - 1]
            for _ in 0..<200 {
                guard try host.match.status.turn == [seat] else { break }
                let moves = try host.match.legalMoves(for: seat)
                guard let move = choose?(moves) ?? moves.randomElement(using: &random) else { break }
                try host.match.play(move.text, seat: seat)
            }
            try tell(seat)
        }

        func tell(_ seat: Int) throws {
            guard let url = try? hosts[seat - 1].message(from: seat).url else { return }
            sent[seat - 1].append(url)
            let envelope = try hosts[0].carrier.envelope(from: url)
            let receipt = try hosts[2 - seat].receive(envelope)
            #expect(["adopt", "duplicate", "late"].contains(receipt.verdict.code), "\(receipt.verdict.code)")
            #expect(receipt.lost.isEmpty)
        }

        func play(mostTurns: Int = 1000) throws {
            var seat = 1
            for _ in 0..<mostTurns {
                try turn(seat)
                if try hosts.allSatisfy({ try $0.match.status.outcome != nil }) { break }
                seat = 3 - seat
            }
            for seat in [1, 2, 1] { try tell(seat) }
        }

        func digests() throws -> [String] { try hosts.map { "\(try $0.match.digest(public: true))" } }
    }

    private func hideoutScript() throws -> GameScript { try script(hideout) }

    // MARK: Honest matches

    @Test(arguments: [1, 2, 3] as [UInt64]) func whatIsSealedIsOpenedAtTheEnd(_ seed: UInt64) throws {
        for game in [try hideoutScript(), try script("battleship")] {
            let options: [String: Value] = game.id == "battleship" ? ["size": 3] : [:]
            let pair = try Pair(game, options: options, seed: seed)
            try pair.play()
            let outcome = try #require(try pair.hosts[0].match.status.outcome)
            #expect(try pair.hosts[1].match.status.outcome == outcome)
            #expect(try Set(pair.digests()).count == 1)
            #expect(pair.hosts[0].signedLog?.head == pair.hosts[1].signedLog?.head)
            for host in pair.hosts {
                let audit = try #require(try host.audit())
                #expect(audit.verdict == .final, "\(game.id), seed \(seed): \(audit)")
                #expect(audit.opened == (game.id == "battleship" ? [1, 2] : [1]))
                #expect(audit.line { "seat \($0)" }?.hasPrefix("fair: ") == true)
                #expect(!host.match.log.contains { $0.choice == .sealed }, "all is known now")
            }
            // a third host gets the same result from the last message alone
            let last = try #require(pair.sent.compactMap(\.last).max { $0.utf8.count < $1.utf8.count })
            let envelope = try pair.hosts[0].carrier.envelope(from: last)
            let stranger = try #require(
                try CorrespondenceMatch.open(envelope, shelf: ScriptVersions(game)).match)
            #expect(try stranger.audit()?.verdict == .final)
        }
    }

    /// Before the end, nothing that reached the other host contains a ship: not the log, not a
    /// view. The urls of two matches that differ only in the ships have the same size.
    @Test func nothingTellsOfTheShipsBeforeTheEnd() throws {
        var sizes: Set<[Int]> = []
        for ships in [["a1", "c3"], ["b2", "b1"], ["c1", "a3"]] {
            let pair = try Pair(hideoutScript())
            var wanted = ships
            try pair.turn(1) { moves in
                guard !wanted.isEmpty else { return nil }
                let next = wanted.removeFirst()
                return moves.first { $0.text == next }
            }
            let bob = pair.hosts[1]
            #expect(bob.match.log.map(\.choice) == [.sealed, .sealed])
            #expect(bob.signedLog?.log.plies.filter(\.isHidden).count == 2)
            let view = try bob.match.view(for: nil)
            #expect(view["secret"]?.element(at: .int(1)) == nil)
            #expect(try bob.match.view(for: 2)["secret"]?.element(at: .int(1)) == nil)
            #expect(try bob.match.history(for: nil).allSatisfy { $0.text == nil || $0.text == "sealed" })
            #expect(try bob.audit()?.verdict == .provisional)
            sizes.insert(pair.sent[0].map(\.utf8.count))
            // a curious opponent without the key couldn't compute the commitment
            let log = try #require(bob.signedLog)
            for index in log.log.hidden(by: 1) {
                let place = CommitmentContext(of: 1, inRoundAt: index, of: log)
                for move in 1...9 {
                    let salt = CommitmentKey(of: SeatKey()).salt(of: .index(move), at: place)
                    #expect(Commitment(to: .index(move), salt: salt, at: place) != log.log.plies[index].hidden)
                }
            }
        }
        #expect(sizes.count == 1, "\(sizes)")
    }

    // MARK: Lies

    /// Returns a match with a changed app that answers `lie` to the first shot that requires
    /// another answer.
    private func liar(_ lie: String) throws -> (pair: Pair, ply: Int) {
        let pair = try Pair(hideoutScript())
        var ships = ["a1", "b1"]
        try pair.turn(1) { moves in
            guard !ships.isEmpty else { return nil }
            let next = ships.removeFirst()
            return moves.first { $0.text == next }
        }
        let target = lie == "miss" ? "a1" : "c3"
        try pair.turn(2) { $0.first { $0.text == target } }
        let ann = pair.hosts[0]
        let (log, key) = (try #require(ann.signedLog), try #require(ann.keys[1]))
        let told = try log.adding([.move(.index(lie == "hit" ? 1 : 2))], seat: 1, key: key)
        // the rules of her changed app accept her answer, and so do the rules of the other app
        let changed = try MatchRules(told.match, of: pair.script, after: told.log.plies[...])
        let envelope = try Envelope(told, sender: 1, standingDigest: changed.standingDigest())
        #expect(try pair.hosts[1].receive(envelope).verdict.code == "adopt", "nobody can tell yet")
        ann.session?.signedLog = told
        return (pair, told.log.plies.count)
    }

    /// A changed app tells the others the place of its ship. No device accepts that move as an open
    /// move, so all devices get the same match.
    @Test func aSealedMoveIsNotToldOpenly() throws {
        let pair = try Pair(hideoutScript())
        let (ann, bob) = (pair.hosts[0], pair.hosts[1])
        try pair.tell(2)
        let (log, key) = (try #require(ann.signedLog), try #require(ann.keys[1]))
        #expect(log.log.plies.count == 1, "Bob has joined")
        let told = try log.adding([.move(.index(1))], seat: 1, key: key)
        let envelope = try Envelope(told, sender: 1, standingDigest: [UInt8](repeating: 0, count: 32))
        let verdict = try bob.receive(envelope).verdict
        #expect(verdict.code != "adopt" && "\(verdict)".contains("seals this move"), "\(verdict)")
    }

    @Test(arguments: ["miss", "hit"]) func aFalseAnswerIsNamed(_ lie: String) throws {
        let (pair, ply) = try liar(lie)
        let (ann, bob) = (pair.hosts[0], pair.hosts[1])
        // Bob resigns, so that the match ends by the plies of the seats, and Ann reveals
        try bob.match.leave(seat: 2, why: .resigned)
        let resigned = try bob.carrier.envelope(from: try bob.message(from: 2).url)
        let log = resigned.signedLog
        let hidden = log.log.hidden(by: 1)
        let moves = hidden.compactMap { log.log.plies[$0].hidden.flatMap { ann.secrets[$0]?.move } }
        let disclosure = Disclosure(key: CommitmentKey(of: try #require(ann.keys[1])), moves: moves)
        let closed = try log.adding(
            [.close(disclosure)], seat: 1, placement: .newRound, key: try #require(ann.keys[1]))
        let rules = try MatchRules(closed.match, of: pair.script, after: closed.log.plies[...])
        let envelope = try Envelope(closed, sender: 1, standingDigest: rules.standingDigest())
        #expect(try bob.receive(envelope).verdict.code == "adopt")
        let audit = try #require(try bob.audit())
        guard case .cheated(let fault) = audit.verdict else { return #expect(Bool(false), "\(audit)") }
        #expect(fault.seat == 1 && fault.ply == ply)
        let truth = lie == "hit" ? "miss" : "hit"
        #expect(fault.reason == "the answer was '\(lie)'; the truth is '\(truth)'")
        #expect(audit.line { "seat \($0)" } == "seat 1 played by other rules. Ply \(ply): \(fault.reason)")
        #expect(try bob.match.status.outcome == .win([1]), "an audit changes no result")
    }

    /// The app of the seat that hid its ships never closes the match. The audit reports only that
    /// its sealed moves weren't revealed.
    @Test func silenceIsNoAccusation() throws {
        let pair = try Pair(hideoutScript())
        try pair.turn(1)
        let bob = pair.hosts[1]
        try bob.match.leave(seat: 2, why: .resigned)
        _ = try bob.message(from: 2)
        let audit = try #require(try bob.audit())
        #expect(audit.verdict == .unopened([1]))
        #expect(
            audit.line { "seat \($0)" } == "seat 1 left sealed moves unopened, so nobody can check them")
    }

    /// The commitment fixes the ships, so the seat can't reveal other ships.
    @Test func shipsCantBeMovedAfterwards() throws {
        let pair = try Pair(hideoutScript())
        try pair.turn(1)
        let (ann, bob) = (pair.hosts[0], pair.hosts[1])
        try bob.match.leave(seat: 2, why: .resigned)
        let log = try bob.carrier.envelope(from: try bob.message(from: 2).url).signedLog
        let key = try #require(ann.keys[1])
        let truth = log.log.hidden(by: 1).compactMap {
            log.log.plies[$0].hidden.flatMap { ann.secrets[$0]?.move }
        }
        for other in 1...8 where LoggedMove.index(other) != truth[0] {
            let lie = Disclosure(key: CommitmentKey(of: key), moves: [.index(other), truth[1]])
            let closed = try log.adding([.close(lie)], seat: 1, placement: .newRound, key: key)
            let envelope = try Envelope(closed, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8))
            let verdict = try bob.receive(envelope).verdict
            #expect(verdict == .forged(.opening(ply: closed.log.plies.count, seat: 1)))
        }
    }

    /// A seat that was put out by claims may come back, so nobody discloses sealed moves.
    @Test func anEndByClaimsOpensNothing() throws {
        let pair = try Pair(hideoutScript())
        try pair.turn(1)
        try pair.tell(2)  // joins
        let (ann, bob) = (pair.hosts[0], pair.hosts[1])
        try ann.claim(by: 1, against: 2)
        let envelope = try ann.carrier.envelope(from: try ann.message(from: 1).url)
        #expect(!envelope.signedLog.log.plies.contains { $0.isClosing })
        #expect(try bob.receive(envelope).verdict.code == "adopt")
    }
}
