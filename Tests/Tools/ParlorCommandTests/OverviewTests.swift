import Testing

@testable import ParlorCommand

/// The page of `parlor` alone fits a screen, and every command on it exists.
@Suite struct OverviewTests {
    @Test func aScreenIsEnough() throws {
        let run = try runProgram([])
        #expect(run.status == 0 && run.errors == "")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 20 && lines.allSatisfy { $0.count < 60 }, "\(run.output)")
        #expect(run.output.contains("`parlor --help`"))
    }

    @Test func whatItNamesIsThere() {
        let lines = Overview.text.split(separator: "\n").filter { $0.hasPrefix("  parlor ") }
        #expect(lines.count > 8)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            #expect(CommandNames.all.contains(words[1]), "\(line)")
            for option in words where option.hasPrefix("--") {
                let name = option.split(separator: "=")[0]
                #expect(["--bot", "--hot-seat"].contains(name), "\(option)")
            }
        }
    }

    @Test func theWholeHelpHasNoTornLines() throws {
        let run = try runProgram(["--help"])
        #expect(run.status == 0 && !run.output.contains("\nids of games"), "\(run.output)")
        #expect(run.output.contains("SUBCOMMANDS:") && run.output.contains("--generate-completion-script zsh"))
    }

    @Test func flagsThatExcludeEachOtherAreNamed() throws {
        let run = try runProgram(["check", "tic-tac-toe", "--quick", "--full"])
        #expect(run.status == 2 && run.output == "")
        #expect(run.errors.hasPrefix("parlor: --quick and --full exclude each other: leave one out."), "\(run.errors)")
        #expect(FlagClash.sentence(for: "Error: Unknown option '--full'") == nil && FlagClash.sentence(for: "") == nil)
    }
}
