import ArgumentParser
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// Every option of every command either applies or is rejected with a reason.
@Suite struct OptionScopeTests {
    /// The parser's own description of its options.
    private struct Dump: Decodable {
        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
            let arguments: [Argument]?
        }

        struct Argument: Decodable {
            struct Name: Decodable { let name: String }

            let kind: String
            let names: [Name]?
            let valueName: String?

            var typed: [String] {
                kind == "positional" ? ["<\(valueName ?? "")>"] : (names ?? []).map { "--\($0.name)" }
            }
        }

        let command: Command
    }

    private static func tables<C: ScopedCommand>(_: C.Type) -> [String] { C.scopes.flatMap(\.names) }

    @Test func everyOptionStandsInItsCommandsTable() throws {
        let run = try runProgram(["--experimental-dump-help"])
        let dump = try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8))
        let commands = ParlorCommand.configuration.subcommands
        for command in dump.command.subcommands ?? [] where command.commandName != "help" {
            let type = try #require(commands.first { $0._commandName == command.commandName })
            let scoped = try #require(type as? any ScopedCommand.Type, "\(command.commandName) has no table")
            let known = (command.arguments ?? []).flatMap(\.typed).filter {
                !["--h", "--help", "--version"].contains($0)
            }
            #expect(Self.tables(scoped).sorted() == known.sorted(), "\(command.commandName)")
        }
    }

    /// A mode that rejects some option: the arguments that select the mode, and its input.
    private struct Way {
        let arguments: [String]
        var input = ""
    }

    private static let samples: [String: [String]] = [
        "--slow": ["--slow"], "--store": ["--store", "/nonexistent/a.parlor"], "--turn-limit": ["--turn-limit", "5"],
        "--profile": ["--profile", "modern"], "--without": ["--without", "Bob"], "--desktop": ["--desktop", "Bob"],
        "<game>": ["tic-tac-toe"], "--seed": ["--seed", "1"], "--games": ["--games", "1"], "--quick": ["--quick"],
        "--format": ["--format", "json"], "--explain": ["--explain", "S2"], "--seats": ["--seats", "2"],
        "--option": ["--option", "x=1"], "--states": ["--states", "5"], "--budget": ["--budget", "write"],
        "--output": ["--output", "/nonexistent/a"], "--workers": ["--workers", "1"], "--keep": ["--keep", "kept"],
        "--held": ["--held", "3"], "--base": ["--base", "https://example.org/"], "--json": ["--json"],
        "--step": ["--step"], "--ascii": ["--ascii"], "--plain": ["--plain"], "--words": ["--words"],
        "--list": ["--list"], "--game": ["--game", "tic-tac-toe"], "<source>": ["tic-tac-toe"],
        "--seat": ["--seat", "1"],
        "--style": ["--style", "compact"], "--exhaustive": ["--exhaustive"],
        "--watch": ["--watch"],
    ]
    /// The options that select a mode themselves.
    private static let making: Set<String> = ["--list", "--explain", "--exhaustive"]

    private func walk<C: ScopedCommand>(_: C.Type, _ ways: [C.Mode: Way]) throws {
        for mode in C.Mode.allCases {
            let refused = C.scopes.filter { !$0.modes.contains(mode) && !Self.making.contains($0.names[0]) }
            if refused.isEmpty { continue }
            let way = try #require(ways[mode], "no way into \(mode) is known, which refuses options")
            for scope in refused {
                let sample = try #require(Self.samples[scope.names[0]], "no sample of \(scope.names)")
                let run = try runProgram([C._commandName] + way.arguments + sample, input: way.input)
                #expect(run.status == 2 && run.output == "", "\(mode) \(scope.names): \(run)")
                #expect(run.errors.contains(scope.names[0]) && run.errors.contains(mode.reason), "\(run.errors)")
            }
        }
    }

    @Test func noModeIgnoresAnOption() throws {
        try withTemporaryFolder { folder in
            let alone = folder.appendingPathComponent("alone")
            try FileManager.default.createDirectory(at: alone, withIntermediateDirectories: true)
            let source = """
                return require "parlor".game { title = "Alone", seats = 1, setup = function() return {} end,
                  moves = { go = { play = print } }, outcome = function() end }
                """
            try Data(source.utf8).write(to: alone.appendingPathComponent("game.lua"))
            try walk(
                PlayCommand.self,
                [
                    .phones: Way(arguments: ["tic-tac-toe"], input: "quit\n"),
                    .hotSeat: Way(arguments: ["tic-tac-toe", "--hot-seat"], input: "quit\n"),
                    .hotSeatOfBots: Way(arguments: ["tic-tac-toe", "--hot-seat"]),
                    .alone: Way(arguments: [alone.path], input: "quit\n"),
                    .phonesOfBots: Way(arguments: ["tic-tac-toe"]),
                ])
            let kept = home.folder.appendingPathComponent("games/tic-tac-toe/playthroughs/diagonal.play").path
            try walk(ReplayCommand.self, [.elsewhere: Way(arguments: [kept])])
            let target = folder.appendingPathComponent("a.play").path
            try walk(
                RecordCommand.self,
                [
                    .random: Way(arguments: ["tic-tac-toe", target, "--random"]),
                    .lines: Way(arguments: ["tic-tac-toe", target, "--unfinished"], input: "1 b2\n"),
                ])
            #expect(!FileManager.default.fileExists(atPath: target))
        }
        try walk(ListCommand.self, [.ids: Way(arguments: ["--ids"])])
        try walk(ShowCommand.self, [.game: Way(arguments: ["tic-tac-toe"]), .all: Way(arguments: ["--all"])])
        try walk(BenchCommand.self, [:])
        try walk(RulesCommand.self, [:])
        try walk(DecodeCommand.self, [:])
        try walk(AuditCommand.self, [:])
        try walk(DriveCommand.self, [:])
        try walk(NewCommand.self, [:])
        try walk(TestCommand.self, [:])
        try walk(GuideCommand.self, [:])
        try walk(
            CheckCommand.self,
            [
                .check: Way(arguments: ["tic-tac-toe", "--games", "1"]), .list: Way(arguments: ["--list"]),
                .verify: Way(arguments: ["tic-tac-toe", "--budget", "verify"]),
                .exhaustive: Way(arguments: ["tic-tac-toe", "--exhaustive"]),
                .explain: Way(arguments: ["--explain", "S2"]),
            ])
    }

    /// The error about a value is shown without the usage of another command.
    @Test(arguments: [
        (["--profile", "nonsense"], "no host profile 'nonsense'"),
        (["--without", "Zed"], "--without: there is no Zed"),
        (["--desktop", "Zed"], "--desktop: there is no Zed"), (["--turn-limit=-1"], "--turn-limit is a number"),
        (["--turn-limit", "99999999999"], "--turn-limit is a number"), (["--seats", "2", "--bot", "3"], "no seat '3'"),
    ])
    func aWrongValueIsToldInASentence(arguments: [String], words: String) throws {
        let run = try runProgram(["play", "tic-tac-toe"] + arguments, input: "quit\n")
        #expect(run.status == 2 && run.output == "", "\(run)")
        #expect(run.errors.contains(words) && !run.errors.contains("Usage"), "\(run.errors)")
    }

    /// A stored conversation records which people have the game, so the options must not contradict
    /// the record.
    @Test(arguments: ["--without", "--desktop"])
    func aKeptConversationRefusesOtherPhones(option: String) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.parlor").path
            let begun = ["play", "tic-tac-toe", "--seats", "Ann,Bob,Cai", "--store", path]
            #expect(try runProgram(begun + [option, "Cai"], input: "b2\n").status == 0)
            #expect(
                try runProgram(["play", "tic-tac-toe", "--store", path, option, "cai"], input: "quit\n").status == 0)
            let run = try runProgram(["play", "tic-tac-toe", "--store", path, option, "Bob"], input: "quit\n")
            #expect(run.status == 2 && run.errors.contains("(Cai): leave out \(option)"), "\(run)")
        }
    }
}
