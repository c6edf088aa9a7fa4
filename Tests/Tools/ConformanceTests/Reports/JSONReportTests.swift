import Testing
import Values

@testable import Conformance

@Suite struct JSONReportTests {
    @Test func saysEverythingThatWasFound() throws {
        let game = CheckedGame(
            ReportSamples.report([ReportSamples.finding(.s2)]), name: "./x", saved: [.s2: .kept(".parlor/x-S2.play")])
        let value = try Value(json: JSONReport([game]).text())
        #expect(value["clean"]?.boolValue == false && value["format"]?.intValue == 1)
        let found = try #require(value["games"]?[0])
        #expect(found["game"]?.stringValue == "tic-tac-toe" && found["name"]?.stringValue == "./x")
        let properties = try #require(found["properties"]?.arrayValue)
        #expect(properties.compactMap { $0["id"]?.stringValue } == Property.all.map(\.id))
        let verdicts = Set(properties.compactMap { $0["verdict"]?.stringValue })
        #expect(verdicts == ["holds", "fails", "not_judged"])
        let finding = try #require(properties.compactMap { $0["finding"] }.first)
        #expect(finding["place"]?.stringValue == "game.lua:12" && finding["shrunk"]?.boolValue == true)
        #expect(
            finding["setup"]?["seats"]?.intValue == 2 && finding["setup"]?["options_lua"]?["size"]?.stringValue == "3")
        #expect(finding["steps"]?[0]?["move"]?.stringValue == "mark")
        #expect(finding["steps"]?[2]?["leave"]?.stringValue == "resigned")
        #expect(finding["command"]?.stringValue == "parlor check ./x --seed 1 --games 12")
        #expect(finding["file"]?.stringValue == ".parlor/x-S2.play")
        #expect(found["figures"]?["worst"]?["scene"]?["instructions"]?.intValue == 4321)
        #expect(found["figures"]?["branching"]?.doubleValue == 5)
        #expect(found["coverage"]?["missing"]?["game.lua"] == [2, 5, 6, 7])
    }

    @Test func theSameReportIsTheSameText() throws {
        let texts = try (0..<5).map { _ in
            try JSONReport([CheckedGame(ReportSamples.report([ReportSamples.finding(.s2)]))]).text()
        }
        #expect(Set(texts).count == 1 && texts[0].hasSuffix("}\n"))
    }

    @Test func whatJSONCantSayIsWrittenAsText() throws {
        let hostile = ReportSamples.hostile
        var step = ReportSamples.step(1, hostile)
        step.action = .move(name: hostile, argument: [1: .double(.nan), "1": .double(.infinity)])
        let finding = ReportSamples.finding(.m3, hostile, steps: [step])
        let report = ReportSamples.report([finding], game: hostile, title: hostile, seed: .max)
        let found = try #require(try Value(json: JSONReport([CheckedGame(report)]).text())["games"]?[0])
        #expect(found["title"]?.stringValue == hostile)
        #expect(found["seed"]?.stringValue == "18446744073709551615")
        let shown = found["properties"]?.arrayValue?.compactMap { $0["finding"] }.first
        #expect(shown?["sentence"]?.stringValue == hostile)
        #expect(shown?["steps"]?[0]?["argument_lua"]?.stringValue?.contains("[1]") == true)
    }

    @Test func noGamesAreClean() throws {
        #expect(try Value(json: JSONReport([]).text())["clean"]?.boolValue == true)
    }
}
