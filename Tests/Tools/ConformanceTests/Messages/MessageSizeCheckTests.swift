import Effort
import MessageProtocol
import Testing
import Values

@testable import Conformance

@Suite struct MessageSizeCheckTests {
    @Test(arguments: MessageMaterial.bundled) func w1HoldsForBundledGames(_ game: String) throws {
        let run = try MessageMaterial.runBundled(game)
        #expect(finding(of: MessageSizeCheck(), run) == nil)
        #expect(run.counts[.w1] ?? 0 > 4)
        #expect((300...5000).contains(run.figures.longestURL ?? 0))
    }

    @Test func w1HoldsForAGroup() throws {
        let run = try MessageMaterial.run(MessageMaterial.bundled("blackjack"), seats: 4)
        #expect(finding(of: MessageSizeCheck(), run) == nil)
        #expect(run.figures.longestURL ?? 0 > 800)
    }

    /// A message contains the whole text of a typed move.
    @Test func w1RejectsAGameWhoseMovesAreLong() throws {
        let script = try MessageMaterial.typed(String(repeating: "words ", count: 150), goal: 10)
        let found = try #require(finding(of: MessageSizeCheck(), MessageMaterial.run(script)))
        #expect(found.property == .w1)
        #expect(found.sentence.contains("of 10 plies has 1"), "\(found)")
        #expect(found.steps.count == 10 && found.setup != nil)
    }

    /// Players may type other texts than the examples.
    @Test func w1RejectsAGameThatTakesLongTexts() throws {
        let script = try MessageMaterial.typed(goal: 12)
        let found = try #require(finding(of: MessageSizeCheck(), MessageMaterial.run(script)))
        #expect(found.property == .w1 && found.sentence.contains("of 12 plies has 1"), "\(found)")
        let short = try MessageMaterial.run(MessageMaterial.typed(goal: 2))
        #expect(finding(of: MessageSizeCheck(), short) == nil)
        #expect(short.figures.longestURL ?? 0 > 2500, "two texts of 1,000")
    }

    @Test func w1IsNotNotedWithoutGamesForTwo() throws {
        let script = try MessageMaterial.bundled("blackjack")
        let run = try MessageMaterial.run(script, seats: 1)
        #expect(finding(of: MessageSizeCheck(), run) == nil)
        #expect(run.counts.isEmpty && run.figures.longestURL == nil)
    }

    /// A seat leaves, in the middle of a round or of a group's game.
    @Test(arguments: [("rock-paper-scissors", 2, 3), ("blackjack", 3, 2), ("battleship", 2, 5)])
    func aGameThatSomebodyLeavesReadsAsAMatch(_ game: String, _ seats: Int, _ ply: Int) throws {
        let script = try MessageMaterial.bundled(game)
        let run = try MessageMaterial.run(script, seats: seats)
        let played = try #require(run.games.first)
        let gone = PlayedGame(
            setup: played.setup, steps: Array(played.steps.prefix(ply)) + [Step(leaving: 2)])
        var random = run.generator(.w1)
        let signed = try SignedGame(gone, of: run.subject, .w1, using: &random)
        #expect(signed.plies.contains { $0.action == .resign })
        let receiver = try TableReceiver(signed, of: script)
        let verdict = receiver.read(try signed.url(signed.plies.count))
        #expect(verdict.code == "adopt", "\(verdict)")
    }

    /// The messages are like the messages of a real match: a device can read each of them.
    @Test(arguments: [("rock-paper-scissors", 2), ("battleship", 2), ("blackjack", 2), ("blackjack", 3)])
    func aSignedGameReadsAsAMatch(_ game: String, _ seats: Int) throws {
        let script = try MessageMaterial.bundled(game)
        let run = try MessageMaterial.run(script, seats: seats, options: TestEffort.options(of: game))
        var random = run.generator(.w1)
        let played = try #require(run.games.first)
        let signed = try SignedGame(played, of: run.subject, .w1, using: &random)
        let receiver = try TableReceiver(signed, of: script)
        for count in 0...signed.plies.count {
            let verdict = receiver.read(try signed.url(count))
            let log = try signed.log(count)
            #expect(receiver.standing[signed.identity.id]?.signedLog == log, "\(game), ply \(count): \(verdict)")
        }
    }
}
