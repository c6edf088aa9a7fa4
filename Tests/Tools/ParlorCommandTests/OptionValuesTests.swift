import ArgumentParser
import Foundation
import Testing

@testable import ParlorCommand

/// Option values are checked before the parser could ignore an error.
@Suite struct OptionValuesTests {
    private func refusal(_ line: String) -> String? {
        OptionValues.refusal(of: line.split(separator: " ").map(String.init))?.description
    }

    @Test(arguments: [
        ("play tic-tac-toe --seats -1", "--seats is a number of people from 1 to 16, or their names, not '-1'."),
        ("play tic-tac-toe --seed -1", "--seed is a whole number from 0 to 18446744073709551615, not '-1'."),
        ("play tic-tac-toe --seed=1.5", "--seed is a whole number from 0 to 18446744073709551615, not '1.5'."),
        (
            "play tic-tac-toe --turn-limit 1e300",
            "--turn-limit is a number of seconds from 0 to 3162240000, not '1e300'."
        ),
        ("check tic-tac-toe --workers 0", "--workers is a whole number from 1 to 256, not '0'."),
        ("record nim --seats 17", "--seats is a whole number from 1 to 16, not '17'."),
        ("show x --seat x", "--seat is a whole number from 1 to 16, not 'x'."),
        ("bench --seconds nan", "--seconds is a number of seconds above 0, at most 3600, not 'nan'."),
    ])
    func numbersOutOfRangeAreRefusedWithTheRange(line: String, said: String) {
        #expect(refusal(line) == said)
    }

    /// Every command with an option of these names has a range for it.
    @Test func theTableKnowsItsCommands() throws {
        for (command, ranges) in OptionValues.ranges {
            let type = try #require(ParlorCommand.configuration.subcommands.first { $0._commandName == command })
            let help = ParlorCommand.helpMessage(for: type, includeHidden: true, columns: 200)
            for (name, range) in ranges {
                #expect(help.contains("\(name) <"), "\(command) \(name)")
                #expect(!range.holds("-1") && !range.said.isEmpty, "\(command) \(name)")
            }
        }
    }

    @Test(arguments: [
        "play tic-tac-toe --seed 1 --seed 2", "play tic-tac-toe --seed=1 --seats 2 --seed 1",
        "show x --as svg --as text",
        "check x --format json --format tap", "new x --like cards --like dice",
    ])
    func anOptionOfOneValueIsTypedOnce(line: String) {
        #expect(refusal(line)?.hasSuffix("was typed twice, but takes one value. Leave one out.") == true, "\(line)")
    }

    @Test(arguments: [
        "play x --bot 1 --bot 2", "play x --option a=1 --option b=2", "play x --slow --slow", "play x --seats Ana,Bob",
        "play x --without A --without B --desktop C --desktop D", "play x --seed 18446744073709551615", "list",
        "play x --seed 1 -- --seed 2", "--version", "play x --turn-limit 0",
    ])
    func whatIsMeantIsTaken(line: String) {
        #expect(refusal(line) == nil)
    }

    @Test func theProgramSaysIt() throws {
        for arguments in [
            ["play", "tic-tac-toe", "--seed", "1", "--seed", "2"], ["play", "tic-tac-toe", "--desktop", "Zed"],
            ["check", "--games", "-1"],
        ] {
            let run = try runProgram(arguments)
            #expect(run.status == 2 && run.output.isEmpty, "\(arguments): \(run)")
            if arguments.contains("Zed") {
                #expect(
                    run.errors
                        == "parlor: --desktop: there is no Zed who could be at a desktop. Expected one of: Bob.\n")
            }
        }
    }

    /// Options that make play impossible on devices without the game are rejected, never ignored.
    @Test(arguments: [
        ("--desktop Ann", "--desktop: Ann starts the match, and needs a phone with the game. Expected one of: Bob."),
        ("--without ann", "--without: Ann starts the match, and needs a phone with the game. Expected one of: Bob."),
        (
            "--desktop Bob --without Bob",
            "--without: Bob is at a desktop (--desktop), which runs no games anyway. Name Bob only once."
        ),
        (
            "--desktop Bob --bot 2=random",
            "--bot: no bot can play for Bob, who doesn't have the game because of --desktop."
        ),
        ("--without Bob --bot 2", "--bot: no bot can play for Bob, who doesn't have the game because of --without."),
        ("--without Bob", "There is no input, so bots play by themselves. They need 2 phones with the game"),
    ])
    func devicesWithoutTheGame(line: String, words: String) throws {
        let run = try runProgram(["play", "tic-tac-toe"] + line.split(separator: " ").map(String.init))
        #expect(run.status == 2 && run.output == "" && run.errors.hasPrefix("parlor: \(words)"), "\(run.errors)")
    }

    @Test func aThirdPersonAtADesktopIsNoHindrance() throws {
        let run = try runProgram(["play", "tic-tac-toe", "--seats", "Ann,Bob,Cy", "--desktop", "Cy"])
        #expect(run.status == 0, "\(run.errors)")
    }
}
