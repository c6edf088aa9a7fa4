import Foundation
import GameRules
import LuaRuntime
import Testing
import Values

@testable import Conformance

/// If something wasn't seen or measured, a report says so with the reason, and never presents it as
/// a fact about the script.
@Suite struct AbsenceTests {
    private static func source(_ changes: [String: String] = [:]) -> String {
        func at(_ place: String) -> String { changes[place] ?? "" }
        return """
            local parlor = require "parlor"
            return parlor.game {
              title = "Steps", summary = "Steps.", \(at("definition"))
              setup = function() \(at("setup")) return { count = 0 } end,
              moves = { step = { choices = { 1, 2 },
                play = function(state) \(at("play")) state.count = state.count + 1 end } },
              outcome = function(state) if state.count == 4 then return parlor.draw() end end,
            }
            """
    }

    private static func report(
        _ source: String, _ options: CheckOptions = CheckOptions(seed: 3, games: 2, workers: 1),
        _ budget: CheckBudget? = nil
    ) throws -> GameReport {
        let script = try GameScript(
            GameFolder(id: "steps", game: source), library: try ScriptSource(folder: home.sdk))
        return LuaThread.run { GameChecker(GameUnderTest(script), options, budget: budget).report() }
    }

    private static func pretty(_ report: GameReport) -> String {
        let pretty = PrettyReport(columns: 120)
        let game = CheckedGame(report)
        return (pretty.lines(game) + pretty.summary([game])).joined(separator: "\n")
    }

    private static func json(_ report: GameReport) throws -> Value {
        try #require(try Value(json: JSONReport([CheckedGame(report)]).text())["games"]?[0])
    }

    private static func cells(_ report: GameReport) -> [String] {
        let row = FigureTable(text: ReportText(hasUnicode: true, hasColour: false, columns: 120)).summary([report])[1]
        return row.split(separator: /\s\s+/).map(String.init)
    }

    private static func reason(_ report: GameReport, _ property: Property) -> String {
        if case .notJudged(let reason) = report[property] { return reason }
        return "\(report[property])"
    }

    /// Expects that without a played game, nothing is stated about lines, calls and messages.
    private static func expectNothingCollected(_ report: GameReport, because words: String) throws {
        let text = Self.pretty(report)
        #expect(!text.contains("Never ran"), "\(text)")
        #expect(!text.contains("100 %") && !text.contains(" 0 %"), "\(text)")
        #expect(text.contains("wasn't recorded"), "\(text)")
        #expect(Self.cells(report).suffix(5) == ["–", "–", "–", "–", "–"], "\(Self.cells(report))")
        let json = try Self.json(report)
        for key in ["covered", "executable", "missing"] { #expect(json["coverage"]?[key] == .null, "\(key)") }
        #expect(json["coverage"]?["reason"]?.stringValue?.contains(words) == true, "\(json["coverage"] ?? .null)")
        #expect(json["figures"]?["branching"] == .null && json["figures"]?["longest_url"] == .null)
    }

    @Test func aBudgetThatRanOutIsNoFactAboutTheLines() throws {
        let source = Self.source(["setup": Busywork.lasting(0.01)])
        let report = try Self.report(
            source, CheckOptions(seed: 3, games: 4, workers: 1), CheckBudget(whole: 0.02, part: .infinity))
        #expect(report.findings.isEmpty && report.figures.games == 0)
        try Self.expectNothingCollected(report, because: "processor time")
        for property in [Property.m6, .p1, .v2] where property.id != "P1" {
            #expect(Self.reason(report, property).contains("processor time"), "\(property)")
        }
    }

    @Test func aSetupThatFailsIsNoFactAboutTheLines() throws {
        let report = try Self.report(Self.source(["setup": "error('no')"]))
        #expect(report.findings.map(\.property) == [.l2])
        try Self.expectNothingCollected(report, because: "No game was played")
        for property in [Property.m6, .v2, .s1, .w3] {
            #expect(Self.reason(report, property).hasPrefix("No game was played"), "\(property)")
        }
    }

    @Test func aScriptThatCantBeLoadedRanNoLines() throws {
        let report = conformance(
            of: GameFolder(id: "steps", game: "return 1"), library: try ScriptSource(folder: home.sdk))
        try Self.expectNothingCollected(report, because: "can't be loaded")
    }

    @Test func whatRanIsStillSaid() throws {
        let report = try Self.report(Self.source(["play": "if seat == 3 then\nstate.never = 1\nend"]))
        #expect(Self.pretty(report).contains("Never ran, game.lua: 7"), "\(Self.pretty(report))")
        #expect(Self.cells(report).allSatisfy { $0 != "–" })
        #expect(try Self.json(report)["coverage"]?["reason"] == .null)
    }

    /// If games were cut off, lines that didn't run may run in the missing parts of these games.
    /// The report says so.
    @Test func linesOfGamesThatWereCutOffAreCalledThat() throws {
        let source = Self.source([
            "play": "\(Busywork.lasting(0.015)) if state.count == 3 then\nstate.never = 1\nend"
        ])
        let report = try Self.report(
            source, CheckOptions(seed: 3, games: 2, workers: 1), CheckBudget(whole: 0.08, part: .infinity))
        #expect(report.figures.games > 0 && report.figures.finished == 0, "\(report.figures)")
        #expect(Self.pretty(report).contains("before the end"), "\(Self.pretty(report))")
        #expect(!Self.pretty(report).contains("Never ran"), "\(Self.pretty(report))")
        #expect(Self.pretty(report).contains("Didn't run in the games played"), "\(Self.pretty(report))")
    }

    /// A finding ended each game, so the report states nothing about later plies.
    @Test func whatAFindingCutOffIsNoFactEither() throws {
        let report = try Self.report(Self.source(["play": "error('no')"]))
        #expect(report.findings.map(\.property) == [.m3])
        #expect(!Self.reason(report, .m6).contains("The game has no rounds"), "\(Self.reason(report, .m6))")
        #expect(Self.reason(report, .m6).contains("to its end"), "\(Self.reason(report, .m6))")
    }

    /// Recording lines slows a call down. A call that is too slow only because of the recording
    /// isn't a finding.
    @Test func aCallThatIsTooLongOnlyWhileLinesAreNotedIsLongEnough() throws {
        let work = Busywork.lasting(0.015)
        for place in ["setup", "play"] {
            // a game of one ply, because one call may play the whole game
            let source = Self.source(["definition": "limits = { time = 0.15 },", place: work])
                .replacing("state.count == 4", with: "state.count == 1")
            let report = try Self.report(source, CheckOptions(seed: 3, games: 1, workers: 1))
            #expect(!report.findings.contains { $0.property == .b1 }, "\(place): \(report.findings)")
            #expect(report.figures.games == 1, "\(place)")
            guard case .notCollected(let reason) = report.coverage else {
                Issue.record("\(place): the call was quick enough with its lines noted")
                continue
            }
            #expect(reason == "Calls exceeded their time while their lines were recorded.")
        }
        // a call that is too long even without coverage
        let endless = Self.source(["definition": "limits = { time = 0.05 },", "play": "while true do end"])
        let found = try Self.report(endless, CheckOptions(seed: 3, games: 1, workers: 1))
        #expect(found.findings.map(\.property) == [.b1])
    }

    @Test func aGameInMemoryBringsNoRecordedGames() throws {
        let report = try Self.report(Self.source())
        #expect(Self.reason(report, .v3) == "The game isn't in a folder, so it has no recorded games.")
    }

    /// Games that `setup` refused were requested but not played. A budget counts them among its
    /// games.
    @Test func gamesWhoseOptionsAreRefusedAreCounted() throws {
        let source = Self.source([
            "definition": "options = { open = { default = true } },",
            "setup": "if not match.options.open then return parlor.reject('no', 'No.') end",
        ]).replacing("setup = function()", with: "setup = function(match)")
        let report = try Self.report(source, CheckOptions(seed: 3, games: 4, workers: 1))
        #expect(report.figures.games == 2 && Budget(of: report).games == 4, "\(report.figures)")
        #expect(report.omissions.contains { $0.contains("left out 2 games, because `setup`") }, "\(report.omissions)")
        #expect(try Self.json(report)["figures"]?["refused"]?.intValue == 2)
        #expect(CheckedGame(report).command(for: Finding(.l4, "")).hasSuffix("--games 4"))
    }

    // MARK: Extents

    private static let many = "options = { size = { default = 13, min = 5, max = 40 }, open = { default = true } },"

    private static func formats(_ report: GameReport) throws -> [String: String] {
        let games = [CheckedGame(report)]
        return [
            "pretty": pretty(report), "tap": TAPReport(games).text, "junit": JUnitReport(games).text,
            "json": try JSONReport(games).text(),
        ]
    }

    @Test func l2SaysHowManySetupsWereTried() throws {
        let report = try Self.report(Self.source(["definition": Self.many]))
        for (name, text) in try Self.formats(report) {
            let flat = text.replacing(/\s+/, with: " ")
            #expect(flat.contains("of 72 setups") || name == "json", "\(name): \(text)")
            #expect(flat.contains("size: 5, 6, 13, 40 of 36 values"), "\(name): \(text)")
            #expect(!flat.contains("open:"), "\(name): both values were tried")
        }
        let l2 = try #require(
            try Self.json(report)["properties"]?.arrayValue?.first { $0["id"] == "L2" }?["extents"]?[0])
        #expect(l2["of"] == 72 && l2["what"] == "setups" && (l2["tried"]?.intValue ?? 0) >= 8, "\(l2)")
        #expect(l2["left_out"]?.arrayValue?.isEmpty == false)
        let lines = PrettyReport().lines(CheckedGame(report))
        let load = try #require(lines.firstIndex { $0.hasPrefix("  Load") })
        #expect(lines[load + 1].contains("L2"), "in place")
    }

    @Test func whatWasTriedWholeIsntExcused() throws {
        let report = try Self.report(Self.source(["definition": "options = { open = { default = true } },"]))
        let lines = PrettyReport().lines(CheckedGame(report))
        #expect(!lines.contains { $0.contains("L2:") }, "\(lines)")
        let l2 = try Self.json(report)["properties"]?.arrayValue?.first { $0["id"] == "L2" }
        #expect(l2?["extents"]?[0]?["tried"] == 2 && l2?["extents"]?[0]?["of"] == 2, "\(l2 ?? .null)")
    }

    @Test func moreSetupsThanCanBeCountedAreSaid() throws {
        let values = (1...64).map(String.init).joined(separator: ", ")
        let options = (1...32).map { "o\($0) = { default = 7, values = { \(values) } }" }.joined(separator: ", ")
        let report = try Self.report(
            Self.source(["definition": "options = { \(options) },"]), CheckOptions(seed: 3, games: 1, workers: 1),
            CheckBudget(whole: 4, part: .infinity))
        let text = Self.pretty(report)
        #expect(text.contains("of more than 9,000,000,000,000,000,000 setups"), "\(text)")
        #expect(text.count < 30_000)
    }

    /// The budget ends the check of setups early, and the report names the setups that were left
    /// out.
    @Test func setupsThatTheBudgetLeftOutAreSaid() throws {
        let source = Self.source([
            "setup": Busywork.lasting(0.02),
            "definition": "options = { deck = { default = 1, values = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } } },",
        ])
        let report = try Self.report(
            source, CheckOptions(seed: 3, games: 2, workers: 1), CheckBudget(whole: 0.03, part: .infinity))
        let json = try Self.json(report)["properties"]?.arrayValue?.first { $0["id"] == "L2" }
        #expect(json?["extents"]?[0]?["of"] == 9, "\(json ?? .null)")
        #expect((json?["extents"]?[0]?["tried"]?.intValue ?? 9) < 9, "\(json ?? .null)")
    }
}
