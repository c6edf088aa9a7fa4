import GameRules
import MessageProtocol
import Testing
import Values

@testable import Conformance

@Suite struct TamperCheckTests {
    @Test(arguments: MessageMaterial.bundled) func w2HoldsForBundledGames(_ game: String) throws {
        for seed in 1...2 as ClosedRange<UInt64> {
            let run = try MessageMaterial.runBundled(game, seed: seed)
            #expect(finding(of: TamperCheck(), run) == nil, "seed \(seed)")
            #expect(run.counts[.w2] ?? 0 > 100, "seed \(seed)")
        }
    }

    @Test func w2HoldsForAGroup() throws {
        let run = try MessageMaterial.run(MessageMaterial.bundled("blackjack"), seats: 3)
        #expect(finding(of: TamperCheck(), run) == nil)
    }

    @Test func w2HoldsInFull() throws {
        let run = try MessageMaterial.run(MessageMaterial.bundled("rock-paper-scissors"), effort: .full)
        var check = TamperCheck()
        check.forgeries = { _ in 800 }
        #expect(finding(of: check, run) == nil)
        #expect(run.counts[.w2] ?? 0 > 600)
    }

    /// A receiver that accepts everything that it can decode.
    private final class Careless: MessageReceiver {
        private var log: SignedLog?

        func read(_ url: String) -> Verdict {
            do throws(WireError) {
                let envelope = try MessageURLCoder().envelope(from: url)
                log = envelope.signedLog
                return .duplicate
            } catch {
                return Verdict(error)
            }
        }

        var standing: [MatchID: MatchStanding] {
            guard let log else { return [:] }
            return [
                log.match.id: MatchStanding(
                    signedLog: log, url: nil, changed: .zero, joins: [], draft: nil, superseded: nil, dispute: nil,
                    seat: nil)
            ]
        }
    }

    @Test func w2RejectsAReceiverThatAdoptsWhateverDecodes() throws {
        var check = TamperCheck()
        check.receiver = { _, _, _ in Careless() }
        let found = try #require(finding(of: check, MessageMaterial.run(MessageMaterial.bundled("tic-tac-toe"))))
        #expect(found.property == .w2 && found.setup != nil)
        #expect(found.sentence.contains("changed the match"), "\(found)")
    }

    /// A receiver that stops reading after the first message that it rejects.
    private final class Offended: MessageReceiver {
        private let table: TableReceiver
        private var isOffended = false

        init(_ table: TableReceiver) { self.table = table }

        func read(_ url: String) -> Verdict {
            if isOffended { return .duplicate }
            let verdict = table.read(url)
            if case .adopt = verdict {} else { isOffended = true }
            return verdict
        }

        var standing: [MatchID: MatchStanding] { table.standing }
    }

    @Test func w2RejectsAReceiverThatAForgeryPutsOff() throws {
        var check = TamperCheck()
        check.receiver = { game, script, isInviter in
            Offended(try TableReceiver(game, of: script, isInviter: isInviter))
        }
        let found = try #require(finding(of: check, MessageMaterial.run(MessageMaterial.bundled("tic-tac-toe"))))
        #expect(found.property == .w2)
        #expect(found.sentence.contains("the genuine one wasn't adopted"), "\(found)")
    }
}
