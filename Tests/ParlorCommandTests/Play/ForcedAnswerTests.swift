import Parlor
import Testing

@testable import ParlorCommand

/// Where one answer is the true one, Enter alone gives it, and the prompt says so.
@Suite struct ForcedAnswerTests {
    private static let options: [String: Value] = ["size": 3]
    private static let lines = ["a3", "a2", "ready", "c1", "b3", "b2", "ready"]

    private func session(_ more: [String], interactive: Bool, bots: [String] = []) throws -> PlayedSession {
        try PlayedSession("battleship", Self.lines + more, bots: bots, options: Self.options, interactive: interactive)
    }

    @Test func enterAnswers() throws {
        let curtain = ["", "a3", "a2", "ready", "c1", "", "b3", "b2", "ready", ""]
        let played = try PlayedSession("battleship", curtain, options: Self.options, interactive: true)
        #expect(try played.moves.last == "miss")
        #expect(played.output.contains("say what c1 is: miss. Enter: answer 'miss'"), "\(played.output)")
        let before = try PlayedSession(
            "battleship", Array(curtain.dropLast()), options: Self.options, interactive: true)
        #expect(try before.moves.last == "ready")
    }

    @Test func aChoiceIsNeverMadeByIt() throws {
        let one = try counting("go = { choices = { 1 }, play = function(state) state.n = state.n + 1 end }")
        let played = try PlayedSession(one, ["", ""].map(InputLine.text), interactive: true)
        #expect(try played.moves.isEmpty && !played.output.contains("Enter:"), "one move that isn't forced is chosen")
    }

    @Test func aPipeAnswersInWords() throws {
        let played = try session([""], interactive: false)
        #expect(try played.moves.last == "ready")
        #expect(!played.output.contains("Enter: "))
    }

    @Test func onPhonesToo() throws {
        let run = try ChatRun(
            "battleship", ["scatter", "ready", "a10", ""], people: ["Ann", "Bob"], bots: ["Bob"], seed: 5)
        let screens = run.screens.map { $0.replacing("\n", with: " ") }
        // what is true goes in front of the next shot by itself
        #expect(screens[3].contains("Ann, shoot at a cell") && !screens[3].contains("Enter: answer"), "\(screens[3])")
    }

    /// Bob hides his fleet when a shot waits for him already: what is true of it goes into the same message.
    @Test func behindADraftToo() throws {
        let lines = ["scatter", "ready", "a10", "scatter", "ready"]
        let run = try ChatRun(
            "battleship", lines, people: ["Ann", "Bob"], isInteractive: false, seed: 5)
        func draft(_ run: ChatRun) throws -> Draft {
            let session = run.session
            return try #require(session.world.device("Bob").match(of: session.game, in: session.chat)?.record.draft)
        }
        let answered = try draft(run)
        #expect(answered.moves.last == "ready")
        #expect(answered.text.hasSuffix("ready, miss") || answered.text.hasSuffix("ready, hit"), "\(answered.text)")
        #expect(run.terminal.text.contains("Bob, shoot at a cell"), "\(run.terminal.text.suffix(600))")
        // it is taken back with what it followed from, and given anew
        let undone = try draft(
            try ChatRun(
                "battleship", lines + ["undo"], people: ["Ann", "Bob"], isInteractive: false, seed: 5))
        #expect(undone.moves.last != "ready" && !undone.text.contains("ready"))
        let again = try draft(
            try ChatRun(
                "battleship", lines + ["undo", "ready"], people: ["Ann", "Bob"], isInteractive: false, seed: 5))
        #expect(again.moves.last == "ready" && again.text.contains("ready, "), "\(again.text)")
        let shot = try ChatRun(
            "battleship", lines + ["j1"], people: ["Ann", "Bob"], isInteractive: false, seed: 5)
        let (ann, game) = (try shot.session.world.device("Ann"), shot.session.game)
        let log = try #require(ann.match(of: game, in: shot.session.chat)?.record.signedLog.log)
        // ready, the answer and the shot
        #expect(
            log.plies.suffix(3).allSatisfy { $0.seat == 2 && $0.isMove && !$0.isHidden }, "one message has them all")
    }
}
