import GameApps
import MatchSessions
import MessageProtocol
import Testing
import Values

@testable import Conformance

@Suite struct DeliveryCheckTests {
    @Test(arguments: MessageMaterial.bundled) func w3HoldsForBundledGames(_ game: String) throws {
        let run = try MessageMaterial.runBundled(game)
        #expect(finding(of: DeliveryCheck(), run) == nil)
        #expect(run.counts[.w3] == 4)
    }

    @Test func w3HoldsForAGroup() throws {
        let run = try MessageMaterial.run(MessageMaterial.bundled("blackjack"), seats: 3)
        #expect(finding(of: DeliveryCheck(), run) == nil)
        #expect(run.counts[.w3] == 6)
    }

    @Test func w3HoldsForTypedMoves() throws {
        let run = try MessageMaterial.run(MessageMaterial.typed())
        #expect(finding(of: DeliveryCheck(), run) == nil)
        #expect(run.counts[.w3] == 4)
    }

    @Test func w3HoldsInFull() throws {
        let script = try MessageMaterial.bundled("rock-paper-scissors")
        let run = try MessageMaterial.run(script, effort: .full, options: ["rounds": 1])
        #expect(finding(of: DeliveryCheck(), run) == nil)
        #expect(run.counts[.w3] == 120)
    }

    /// A network that loses every message of one person.
    @Test func w3RejectsANetworkThatForgets() throws {
        var check = DeliveryCheck()
        check.carries = { $0.sender != "P2" }
        let run = try MessageMaterial.run(MessageMaterial.bundled("tic-tac-toe"))
        let found = try #require(finding(of: check, run))
        #expect(found.property == .w3 && found.setup != nil)
        #expect(found.sentence.contains("isn't over with the same log on all phones"), "\(found)")
    }

    /// A session that keeps its own log when another one differs.
    @Test func w3RejectsATableThatKeepsItsOwnLog() throws {
        var check = DeliveryCheck()
        check.reader = { person, url, sender in
            if let theirs = try? MessageURLCoder().envelope(from: url).signedLog,
                let own = person.table.records[theirs.match.id]?.signedLog,
                !theirs.heads.contains(own.head), !own.heads.contains(theirs.head)
            {
                return nil
            }
            return person.read(url, from: sender)
        }
        let run = try MessageMaterial.run(MessageMaterial.bundled("rock-paper-scissors"))
        let found = try #require(finding(of: check, run))
        #expect(found.property == .w3)
        #expect(found.sentence.contains("isn't over with the same log on all phones"), "\(found)")
    }
}
