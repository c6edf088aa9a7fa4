import Parlor
import Testing

@testable import ParlorCommand

/// If only one answer is true, Enter alone gives it, and the prompt says so.
@Suite struct ForcedAnswerTests {
    private static let options: [String: Value] = ["size": 3]
    private static let lines = ["a3", "a2", "ready", "b3", "b2", "ready", "c1"]

    private func session(_ more: [String], interactive: Bool, bots: [String] = []) throws -> PlayedSession {
        try PlayedSession("battleship", Self.lines + more, bots: bots, options: Self.options, interactive: interactive)
    }

    @Test func enterAnswers() throws {
        let curtain = ["", "a3", "a2", "ready", "", "b3", "b2", "ready", "", "c1", "", ""]
        let played = try PlayedSession("battleship", curtain, options: Self.options, interactive: true)
        #expect(try played.moves.last == "miss")
        #expect(played.output.contains("say what c1 is: miss. Enter: answer 'miss'"), "\(played.output)")
        let before = try PlayedSession(
            "battleship", Array(curtain.dropLast()), options: Self.options, interactive: true)
        #expect(try before.moves.last == "c1")
    }

    @Test func aChoiceIsNeverMadeByIt() throws {
        let one = try counting("go = { choices = { 1 }, play = function(state) state.n = state.n + 1 end }")
        let played = try PlayedSession(one, ["", ""].map(InputLine.text), interactive: true)
        #expect(try played.moves.isEmpty && !played.output.contains("Enter:"), "one move that isn't forced is chosen")
    }

    @Test func aPipeAnswersInWords() throws {
        let played = try session([""], interactive: false)
        #expect(try played.moves.last == "c1")
        #expect(!played.output.contains("Enter: "))
    }

    @Test func onPhonesToo() throws {
        let run = try ChatRun(
            "battleship", ["scatter", "ready", "a10", ""], people: ["Ann", "Bob"], bots: ["Bob"], seed: 5)
        let screens = run.screens.map { $0.replacing("\n", with: " ") }
        // the true answer comes before the next shot automatically
        #expect(screens[3].contains("Ann, shoot at a cell") && !screens[3].contains("Enter: answer"), "\(screens[3])")
    }

    /// Bob hides a number when a guess already waits for it.
    private static func guessing() throws -> GameScript {
        try counting(
            """
            guess = { prompt = 'Guess', choices = { 1, 2 }, play = function(state, _, number)
              state.n, state.guess = state.n + 1, number
            end },
            hide = { choices = { 1, 2 }, secret = 'match', play = function(state, seat, number)
              state.secret[seat].number = number
            end },
            ready = { play = function(state) state.ready = true end },
            answer = {
              choices = { 'hit', 'miss' },
              forced = function(state, seat) return state.secret[seat].number == state.guess and 'hit' or 'miss' end,
              play = function(state) state.told = true end,
            }
            """,
            more: """
                turn = function(state, match)
                  if state.n ~= 1 then return state.n % 2 + 1, 'guess' end
                  if match.sealed[2] == 0 then return 2, 'hide' end
                  return 2, not state.ready and 'ready' or not state.told and 'answer' or 'guess'
                end,
                """)
    }

    /// The true answer about Bob's number is part of the message that hides it.
    @Test(arguments: [("1", "hit"), ("2", "miss")]) func behindADraftToo(_ number: String, _ answer: String) throws {
        let lines = ["1", number, "ready"]
        func run(_ more: [String] = []) throws -> ChatRun {
            try ChatRun(Self.guessing(), lines + more, people: ["Ann", "Bob"], isInteractive: false)
        }
        func draft(_ run: ChatRun) throws -> Draft {
            let context = run.session.context
            return try #require(context.world.device("Bob").match(of: context.game, in: context.chat)?.record.draft)
        }
        let first = try run()
        let answered = try draft(first)
        #expect(answered.moves.last == "ready")
        #expect(answered.text.hasSuffix("ready, \(answer)"), "\(answered.text)")
        #expect(first.terminal.text.contains("Bob, guess"), "\(first.terminal.text.suffix(600))")
        // the answer is undone together with the move that caused it, and then given again
        let undone = try draft(try run(["undo"]))
        #expect(undone.moves.last != "ready" && !undone.text.contains("ready"))
        let again = try draft(try run(["undo", "ready"]))
        #expect(again.moves.last == "ready" && again.text.contains("ready, "), "\(again.text)")
        let guess = try run(["1"])
        let (ann, game) = (try guess.session.context.world.device("Ann"), guess.session.context.game)
        let log = try #require(ann.match(of: game, in: guess.session.context.chat)?.record.signedLog.log)
        // the last three plies are `ready`, the answer and the guess
        #expect(
            log.plies.suffix(3).allSatisfy { $0.seat == 2 && $0.isMove && !$0.isHidden }, "one message has them all")
    }
}
