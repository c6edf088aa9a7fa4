import Foundation
import Testing

@testable import Conformance

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct JUnitReportTests {
    private var games: [CheckedGame] {
        let hostile = ReportSamples.hostile
        var finding = ReportSamples.finding(.s2, hostile, steps: [ReportSamples.step(1, hostile)])
        (finding.place, finding.channel) = (hostile, hostile)
        return [
            CheckedGame(ReportSamples.report([ReportSamples.finding(.m1), ReportSamples.finding(.s2)])),
            CheckedGame(ReportSamples.report([finding], game: hostile, title: hostile, reason: hostile), name: hostile),
        ]
    }

    @Test func isWellFormedXMLWithEverythingCounted() throws {
        let text = JUnitReport(games).text
        let elements = try Elements(text)
        #expect(elements.names["testsuite"] == 2 && elements.names["testcase"] == 2 * Property.all.count)
        #expect(elements.names["failure"] == 3)
        #expect(elements.names["skipped"] == 2)
        #expect(text.contains("tests=\"\(2 * Property.all.count)\" failures=\"3\" errors=\"0\""))
        #expect(text.contains("Again: parlor check tic-tac-toe --seed 1 --games 12"))
    }

    @Test func aBrokenDocumentIsNoticed() {
        #expect(throws: Elements.Broken.self) {
            try Elements(JUnitReport(games).text.replacing("</failure>", with: ""))
        }
    }

    @Test func nothingHostileGetsThrough() {
        let text = JUnitReport(games).text
        #expect(!text.contains("<b ") && !text.contains("\u{1B}") && !text.contains("\u{0}") && !text.contains("]]>"))
        #expect(text.contains("]]&gt;&amp;&lt;b a=&apos;x&apos;"))
    }

    /// Reads the report with a common consumer, the Python package junitparser.
    @Test(
        .enabled(
            if: Oracle.hasJUnitParser || Oracle.isRequired, "needs python3 with junitparser (pip install junitparser)"))
    func junitparserReadsIt() throws {
        let script = """
            import sys, junitparser
            from junitparser import JUnitXml, Failure, Skipped
            with open(sys.argv[1], "wb") as file: file.write(sys.stdin.buffer.read())
            xml = JUnitXml.fromfile(sys.argv[1])
            cases = [case for suite in xml for case in suite]
            failed = [case for case in cases if any(isinstance(r, Failure) for r in case.result)]
            skipped = [case for case in cases if any(isinstance(r, Skipped) for r in case.result)]
            print(len(list(xml)), len(cases), len(failed), len(skipped), xml.tests, xml.failures, failed[0].classname,
                  failed[0].name.split()[0], failed[0].result[0].type)
            """
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("junit-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        let printed = try Oracle.run("python3", ["-c", script, file.path], input: JUnitReport(games).text)
        let count = 2 * Property.all.count
        #expect(printed == "2 \(count) 3 2 \(count) 3 tic-tac-toe M1 M1")
    }
}

/// Counts the elements of a well-formed XML document.
private final class Elements: NSObject, XMLParserDelegate {
    struct Broken: Error { let line: Int }

    private(set) var names: [String: Int] = [:]
    /// Whether the parser reported an error. Not every platform's `parse()` returns this.
    private var hasFailed = false

    init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse(), parser.parserError == nil, !hasFailed else { throw Broken(line: parser.lineNumber) }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { hasFailed = true }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        names[name, default: 0] += 1
    }
}
