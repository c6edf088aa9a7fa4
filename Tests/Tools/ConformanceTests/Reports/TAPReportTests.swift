import Foundation
import Testing

@testable import Conformance

@Suite struct TAPReportTests {
    private let report = TAPReport([
        CheckedGame(ReportSamples.report([ReportSamples.finding(.s2)]), saved: [.s2: .kept("a.play")]),
        CheckedGame(ReportSamples.report(game: "nim", reason: "no # SKIP here \\ at all")),
    ])

    @Test func oneTestForEachPropertyOfEachGame() throws {
        let document = try TAPDocument(report.text)
        #expect(document.tests.count == 2 * Property.all.count)
        let names = document.tests.map(\.name)
        #expect(names.first == "tic-tac-toe L1 \(Property.l1.meaning)")
        #expect(names.contains("nim S2 \(Property.s2.meaning)"))
        let failing = document.tests.filter { !$0.isOK && $0.directive == nil }
        #expect(failing.map(\.name) == ["tic-tac-toe S2 \(Property.s2.meaning)"])
        let skipped = document.tests.filter { $0.directive?.hasPrefix("SKIP") == true }
        #expect(skipped.map(\.directive) == ["SKIP W1 doesn't hold.", "SKIP no # SKIP here \\ at all"])
    }

    @Test func aFailureBringsItsFinding() throws {
        let failing = try #require(try TAPDocument(report.text).tests.first { !$0.isOK && $0.directive == nil })
        #expect(failing.yaml.contains("message: \"The state differs at state.board[2].\""))
        #expect(failing.yaml.contains("at: \"game.lua:12\""))
        #expect(failing.yaml.contains("again: \"parlor check tic-tac-toe --seed 1 --games 12\""))
        #expect(failing.yaml.contains("replay: \"parlor replay a.play --step\""))
        #expect(failing.yaml.suffix(4) == ["moves:", "  - \"1 b2\"", "  - \"2 a1\"", "  - \"1 leave resigned\""])
    }

    @Test func whatWasLeftOutIsSaidBehindTheTests() throws {
        let omission = Effort.quick.omission
        #expect(try TAPDocument(report.text).comments == ["tic-tac-toe: \(omission)", "nim: \(omission)"])
    }

    private var hostileText: String {
        let hostile = ReportSamples.hostile
        var finding = ReportSamples.finding(.s2, hostile, steps: [ReportSamples.step(1, hostile)])
        (finding.place, finding.channel) = (hostile, hostile)
        return TAPReport([CheckedGame(ReportSamples.report([finding], game: hostile, reason: hostile), name: hostile)])
            .text
    }

    @Test func hostileTextsStayInTheirLines() throws {
        let document = try TAPDocument(hostileText)
        #expect(document.tests.count == Property.all.count)
        #expect(document.tests.filter { $0.directive == nil && !$0.isOK }.count == 1)
    }

    @Test func aStrictReaderRefusesWhatIsBroken() {
        let text = report.text
        let plan = "1..\(2 * Property.all.count)"
        for (from, to) in [(plan, "1..71"), ("ok 3 ", "ok 4 "), ("  ...", "  .."), ("ok 1 - ", "yes 1 - ")] {
            #expect(text.contains(from))
            #expect(throws: TAPDocument.Problem.self) {
                try TAPDocument(text.replacing(from, with: to, maxReplacements: 1))
            }
        }
    }

    /// Reads the report with Perl's TAP parser, which is installed on every Debian and every Mac.
    @Test(.enabled(if: TAPDocument.hasPerl || Oracle.isRequired)) func perlReadsIt() throws {
        let script = """
            my $p = TAP::Parser->new({ tap => join "", <STDIN> }); $p->run;
            print join ",", $p->tests_run, scalar($p->failed), scalar($p->skipped), scalar($p->todo),
              scalar($p->todo_passed), scalar($p->parse_errors);
            """
        // Perl's parser knows the protocol up to version 13, which has everything that the report
        // uses
        let older = { (text: String) in text.replacing("TAP version 14", with: "TAP version 13") + "\n" }
        let count = Property.all.count
        let printed = try Oracle.run("perl", ["-MTAP::Parser", "-e", script], input: older(report.text))
        #expect(printed == "\(2 * count),1,2,0,0,0")
        let hostile = try Oracle.run("perl", ["-MTAP::Parser", "-e", script], input: older(hostileText))
        #expect(hostile == "\(count),1,1,0,0,0")
    }
}

/// Reads TAP 14 strictly: a plan first, tests numbered in order, YAML blocks that end.
struct TAPDocument {
    struct Problem: Error { let line: String }
    struct Test {
        var isOK: Bool
        var name: String
        var directive: String?
        var yaml: [String] = []
    }

    static let hasPerl = (try? Oracle.run("perl", ["-MTAP::Parser", "-e", "1"])) != nil

    private(set) var tests: [Test] = []
    private(set) var comments: [String] = []

    init(_ text: String) throws {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        guard lines.popFirst() == "TAP version 14" else { throw Problem(line: "version") }
        guard let plan = lines.popFirst(), let match = try /1\.\.(\d+)/.wholeMatch(in: plan) else {
            throw Problem(line: "plan")
        }
        while let line = lines.popFirst() {
            if line == "  ---" {
                while true {
                    guard let inner = lines.popFirst(), inner.hasPrefix("  "), !tests.isEmpty else {
                        throw Problem(line: line)
                    }
                    if inner == "  ..." { break }
                    tests[tests.count - 1].yaml.append(String(inner.dropFirst(2)))
                }
                continue
            }
            if line.hasPrefix("# ") {
                comments.append(String(line.dropFirst(2)))
                continue
            }
            guard let test = try /(not )?ok (\d+) - (.*)/.wholeMatch(in: line), Int(test.2) == tests.count + 1 else {
                throw Problem(line: line)
            }
            let (name, directive) = Self.split(String(test.3))
            tests.append(Test(isOK: test.1 == nil, name: name, directive: directive))
        }
        guard Int(match.1) == tests.count else { throw Problem(line: plan) }
    }

    /// Removes the escapes; the first `#` without one starts the directive.
    private static func split(_ text: String) -> (String, String?) {
        var parts = [""]
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            if !isEscaped, character == "#", parts.count == 1 {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            isEscaped = false
        }
        let trimmed = parts.map { $0.trimmingCharacters(in: .whitespaces) }
        return (trimmed[0], trimmed.count > 1 ? trimmed[1] : nil)
    }
}
