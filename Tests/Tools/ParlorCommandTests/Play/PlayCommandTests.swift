import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The built program, seen from outside and without a terminal.
@Suite struct PlayCommandTests {
    @Test func playsPipedMoves() throws {
        let run = try runProgram(["play", "--hot-seat", "tic-tac-toe"], input: "b2\nquit\n")
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("Seat 1 played b2."))
        #expect(run.output.contains("2 | . |<X>| . |"), "without a locale, in ASCII")
        #expect(run.output.utf8.allSatisfy { $0 < 128 && ($0 >= 32 || $0 == 10) })
        #expect(!run.output.contains("> \n"))
    }

    @Test func endsWithOneAfterARefusedMove() throws {
        let run = try runProgram(["play", "--hot-seat", "tic-tac-toe"], input: "zz\nb2\n")
        #expect(run.status == 1)
        #expect(run.errors.contains("'zz' is no move of this game."))
        #expect(run.output.contains("Seat 1 played b2."))
        #expect(try runProgram(["play", "--hot-seat", "tic-tac-toe"], input: "b2").status == 0)
        #expect(try runProgram(["play", "--hot-seat", "tic-tac-toe"], input: "\n").status == 0)
    }

    @Test(arguments: [
        "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
        "rock-paper-scissors",
    ])
    func demonstratesWithoutInput(game: String) throws {
        let arguments = ["play", "--hot-seat", game] + shortMatch(of: game)
        let run = try runProgram(arguments)
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("parlor play \(game) --hot-seat --seed 1"))
        #expect(run.output.contains(" wins") || run.output.contains("drawn") || run.output.contains("is over"))
        #expect(try runProgram(arguments).output == run.output)
    }

    /// No phone may hold a deck that nobody may see. The refusal says what to do, also if the game
    /// is added to a conversation.
    @Test func aGameThatAHostDealsIsntPlayedOnPhones() throws {
        let sentence =
            "Crazy Eights is dealt from a deck that nobody may see, and in a conversation every phone would have"
        for (arguments, input) in [
            ([], "draw\n"), (["--slow"], "open\n"), (["--seats", "Ana,Bob,Cai"], "draw\n"), ([], ""),
        ] {
            let run = try runProgram(["play", "crazy-eights"] + arguments, input: input)
            #expect(run.status == 2 && run.output == "", "\(arguments)")
            #expect(run.errors.contains(sentence) && run.errors.contains("parlor play crazy-eights --hot-seat"))
        }
        let taken = try runProgram(["play", "tic-tac-toe"], input: "game crazy-eights\nb2\n")
        #expect(taken.status == 1 && taken.errors.replacing("\n", with: " ").contains(sentence), "\(taken.errors)")
        #expect(taken.output.contains("Ann played b2"), "the match at hand goes on")
        let seats = try runProgram(["play", "crazy-eights", "--hot-seat", "--seed", "1"], input: "draw\n")
        #expect(seats.status == 0 && seats.output.contains("played draw"), "\(seats.errors)")
    }

    @Test func takesSeatsBotsOptionsAndWords() throws {
        let run = try runProgram(
            [
                "play", hideout, "--hot-seat", "--seats", "Ana,Bob", "--bot", "Bob=random", "--seed", "4",
                "--option", "size=5",
                "--option", "ships=1", "--words",
            ], input: "e5\nhistory\n")
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("1 Ana, 2 Bob (bot)"))
        #expect(run.output.contains("Board, 5 by 5."))
        #expect(run.output.contains("1. Ana e5  2. Bob "))
    }

    @Test func aBotOnAPhoneIsNamedAsItsPersonIs() throws {
        let run = try runProgram(["play", "tic-tac-toe", "--bot", "Bob=random", "--seed", "4"], input: "b2\n")
        #expect(run.status == 0 && run.errors == "" && run.output.contains("Bob played"), "\(run.errors)")
        let unknown = try runProgram(["play", "tic-tac-toe", "--bot", "Bobb"], input: "b2\n")
        #expect(
            unknown.status == 2 && unknown.errors.contains("1 Ann, 2 Bob. Did you mean 'Bob'?"), "\(unknown.errors)")
    }

    @Test func saysWhatDoesNotFit() throws {
        let cases: [([String], Int32, String)] = [
            (["battleshp"], 2, "Did you mean 'battleship'?"),
            (["tic-tac-toe", "--seats", "5"], 2, "for 2 seats, not 5"),
            (["tic-tac-toe", "--seats", "Ana,Ana"], 2, "same name"), (["tic-tac-toe", "--bot", "3"], 2, "no seat '3'"),
            ([hideout, "--option", "size"], 2, "name=value"),
            ([hideout, "--option", "size=2"], 2, "3 to 10"),
            ([hideout, "--option", "sise=3"], 2, "Did you mean 'size'?"),
            ([hideout, "--option", "ships=9"], 1, "sea"), (["/nonexistent"], 2, "no game"),
        ]
        for (arguments, status, words) in cases {
            let run = try runProgram(["play", "--hot-seat"] + arguments, input: "quit\n")
            #expect(run.status == status && run.errors.contains(words), "\(arguments): \(run.errors)")
            #expect(run.output == "")
        }
    }

    @Test func playsAGameThatIsBeingWritten() throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("my-game")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            func write(_ moves: String) throws {
                let source = """
                    local parlor = require "parlor"
                    return parlor.game {
                      title = "Mine", setup = function() print("hello author") return {} end,
                      moves = { \(moves) }, outcome = function() end,
                    }
                    """
                try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            }
            try write("go = { play = print }")
            let run = try runProgram(["play", "--hot-seat", place.path], input: "go\nreload\n")
            #expect(run.status == 0 && run.output.contains("print (setup): hello author"))
            #expect(run.output.contains("Reloaded; 1 ply was played again."))
            try write("go = { plya = print }, 3")
            let wrong = try runProgram(["play", "--hot-seat", place.path], input: "go\n")
            #expect(wrong.status == 1 && wrong.output == "")
            #expect(wrong.errors.contains("did you mean 'play'?") && wrong.errors.contains("moves.1"))
            try write("go = { play = = }")
            #expect(try runProgram(["play", "--hot-seat", place.path], input: "go\n").errors.contains("game.lua:4"))
        }
    }

    @Test func showsWhereASetupFails() throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("broken")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let source = """
                local parlor = require "parlor"
                return parlor.game {
                  title = "Broken", moves = { go = { play = print } }, outcome = function() end,
                  setup = function() return nothing.at.all end,
                }
                """
            try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            let run = try runProgram(["play", "--hot-seat", place.path], input: "go\n")
            #expect(run.status == 1 && run.output == "")
            #expect(run.errors.contains("The script failed in setup"))
            #expect(run.errors.contains("> 4 |   setup = function()"))
        }
    }
}
