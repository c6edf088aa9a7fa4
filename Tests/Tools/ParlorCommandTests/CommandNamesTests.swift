import Testing

@testable import ParlorCommand

/// The error about an unknown command names the nearest command, or says how to list the commands.
@Suite struct CommandNamesTests {
    @Test(arguments: [
        (["ply", "tic-tac-toe"], "There is no command 'ply'. Did you mean 'play'?"),
        (
            ["help", "nosuch"],
            "There is no command 'nosuch'. `parlor play GAME` plays a game, `parlor --help` lists the commands."
        ),
        (["help", "shwo"], "Did you mean 'show'?"), (["tic-tac-toe"], "`parlor play GAME`"),
        (["a\nb\u{1B}[2J"], "There is no command 'a"),
    ])
    func aCommandThatIsNoneIsRefused(arguments: [String], words: String) throws {
        let run = try runProgram(arguments)
        #expect(run.status == 2 && run.output == "", "\(run.output)")
        #expect(run.errors.hasPrefix("parlor: ") && run.errors.contains(words), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1 && !run.errors.contains("\u{1B}"), "\(run.errors)")
    }

    @Test func everyCommandIsKnown() {
        for name in CommandNames.all {
            #expect(CommandNames.refusal(of: [name]) == nil && CommandNames.refusal(of: ["help", name]) == nil)
        }
        for arguments in [[], ["--help"], ["--version"], ["help"], ["help", "--help"], ["-h"]] {
            #expect(CommandNames.refusal(of: arguments) == nil, "\(arguments)")
        }
    }

    @Test func theVersionSaysWhatItCanRead() throws {
        let run = try runProgram(["--version"])
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output == "parlor \(Version.number) (messages of version 3, Lua 5.4)\n")
    }
}
