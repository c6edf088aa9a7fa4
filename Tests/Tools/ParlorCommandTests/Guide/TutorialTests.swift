import Conformance
import Effort
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The tutorial: each step is a whole game that plays, and its file contains the code on the page.
@Suite struct TutorialTests {
    private static let folder = home.sdk.appendingPathComponent("guide/tutorial")
    private static let page =
        (try? String(contentsOf: home.sdk.appendingPathComponent("guide/tutorial.md"), encoding: .utf8)) ?? ""

    /// Returns the section about a step.
    private func section(_ number: Int) throws -> Substring {
        let start = try #require(Self.page.range(of: "\n## \(number). "))
        let end = Self.page.range(of: "\n## \(number + 1). ")?.lowerBound ?? Self.page.endIndex
        return Self.page[start.lowerBound..<end]
    }

    @Test(arguments: 1...10) func aStepPlaysAndHolds(_ number: Int) throws {
        let place = Self.folder.appendingPathComponent("step-\(number)")
        let script = try GameCatalog(home: home).script(place.path)
        if TestEffort.sample(1...10, oneIn: 3).contains(number) {
            #expect(conformance(of: script, options: CheckOptions(seed: 1, games: 2)).findings.map(\.sentence) == [])
        }
        let run = try runProgram(
            ["play", place.path, "--hot-seat"], input: number == 1 ? "mark\nmark\n" : "b2\na1\n")
        #expect(run.status == 0 && run.output.contains("Tic-Tac-Toe"), "\(run)")

        let code = try section(number).split(separator: "```").dropFirst().first ?? ""
        let lines = code.split(separator: "\n").dropFirst()
        let source = script.folder.files["game.lua"]?.split(separator: "\n") ?? []
        #expect(!lines.isEmpty)
        for line in lines { #expect(source.contains(line), "\(line)") }
    }

    @Test func thereAreTenStepsAndTheLastHasATest() throws {
        let steps = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(steps) == Set((1...10).map { "step-\($0)" }))
        let run = try runProgram(["test", Self.folder.appendingPathComponent("step-10").path])
        #expect(run.status == 0, "\(run)")
        let sized = try runProgram(
            ["play", Self.folder.appendingPathComponent("step-8").path, "--hot-seat", "--option", "size=4"],
            input: "d4\n")
        #expect(sized.status == 0 && sized.errors == "", "\(sized)")
    }
}
