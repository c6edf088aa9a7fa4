import GameRules
import Testing

@testable import Conformance
@testable import Hosting

/// The properties that Parlor ensures for any script. The check of each property finds the mistake
/// in a version of Parlor that a test has broken.
struct BrokenHostTests {
    /// A small game with sealed moves.
    private let hideout = home.folder.appendingPathComponent("Tests/Games/hideout").path

    private func failed(_ game: String, _ change: (inout RuntimeUnderTest) -> Void) throws -> [String] {
        var runtime = RuntimeUnderTest()
        change(&runtime)
        let subject = GameUnderTest(try catalog().script(game), runtime: runtime)
        let checker = GameChecker(subject, CheckOptions(seed: 3, games: 4), progress: nil)
        return checker.report().findings.map(\.property.id)
    }

    @Test func nothingFailsOnAHostThatIsWhole() throws {
        #expect(try failed("rock-paper-scissors") { _ in } == [])
    }

    @Test func p2RejectsAPhoneThatMissesASeal() throws {
        let failed = try failed(hideout) { runtime in
            runtime.follow = { match, step, whole, viewer throws(GameError) in
                if whole.lastEntry(of: step.seat)?.secrecy != nil, step.seat != viewer { return }
                try match.follow(step, in: whole, for: viewer)
            }
        }
        #expect(failed == ["P2"])
    }

    @Test func p2RejectsAPhoneThatIsToldAnotherAnswer() throws {
        let failed = try failed(hideout) { runtime in
            runtime.follow = { match, step, whole, viewer throws(GameError) in
                guard viewer == nil, step.text == "miss" else {
                    return try match.follow(step, in: whole, for: viewer)
                }
                try match.play("hit", seat: step.seat)
            }
        }
        #expect(failed == ["P2"])
    }

    @Test func s5RejectsAReplayThatLosesAPly() throws {
        let failed = try failed("tic-tac-toe") { runtime in
            runtime.replay = { saved, script throws(GameError) in
                let match = try Match(replaying: saved, of: script)
                try match.undo()
                return match
            }
        }
        #expect(failed == ["S5"])
    }

    @Test func s3RejectsAnUndoThatGoesTooFar() throws {
        let failed = try failed("tic-tac-toe") { runtime in
            runtime.go = { match, ply throws(GameError) in try match.go(to: max(0, ply - 1)) }
        }
        #expect(failed == ["S3"])
    }

    @Test func s2RejectsALoadThatForgetsTheLastPly() throws {
        let failed = try failed("tic-tac-toe") { runtime in
            runtime.load = { bytes, script throws(GameError) in
                let match = try Match(loading: bytes, of: script)
                try match.undo()
                return match
            }
        }
        #expect(failed == ["S2"])
    }

    @Test func o2RejectsAMoveAfterTheEnd() throws {
        let failed = try failed("tic-tac-toe") { runtime in
            runtime.attempt = { match, step throws(GameError) in
                if try match.status.outcome == nil { try match.play(step) }
            }
        }
        #expect(failed == ["O2"])
    }

    @Test func m6RejectsARoundThatDependsOnWhoIsLast() throws {
        let failed = try failed("rock-paper-scissors") { runtime in
            runtime.attempt = { match, step throws(GameError) in
                let moves = try match.legalMoves(for: step.seat)
                let isLegal = moves.contains { .move(name: $0.name, argument: $0.argument) == step.action }
                if match.enteredInRound == 1, isLegal, let first = moves.first {
                    try match.play(Step(seat: step.seat, first))
                } else {
                    try match.play(step)
                }
            }
        }
        #expect(failed == ["M6"])
    }

    @Test func m4RejectsAHostThatTakesMovesOutOfTurn() throws {
        let failed = try failed("tic-tac-toe") { runtime in
            runtime.attempt = { match, step throws(GameError) in
                let status = try match.status
                if status.outcome == nil, !status.turn.contains(step.seat) { return }
                try match.play(step)
            }
        }
        #expect(failed == ["M4"])
    }

    @Test func p4RejectsAServerThatShowsTheDeal() throws {
        let failed = try failed("blackjack") { runtime in
            let visit = runtime.visit
            runtime.visit = { match, viewer throws(HostingError) in
                var view = try visit(match, viewer)
                if view.phase == "waiting" { view.words = (try? match.match.view(for: nil)).map { "\($0)" } ?? "" }
                return view
            }
        }
        #expect(failed == ["P4"])
    }
}
