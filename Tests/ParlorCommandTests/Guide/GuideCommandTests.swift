import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// `parlor guide`: the chapters of the author's guide.
@Suite struct GuideCommandTests {
    @Test func everyChapterIsListedAndPrinted() throws {
        let list = try runProgram(["guide"])
        #expect(list.status == 0)
        let text = try String(contentsOf: home.sdk.appendingPathComponent("guide.md"), encoding: .utf8)
        let titles = text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
        #expect(titles.count > 10 && titles.allSatisfy { list.output.contains("  \($0)\n") }, "\(list.output)")
        let guide = try Guide(home: home)
        for title in titles { #expect(try guide.chapter(title).hasPrefix("## \(title)\n")) }
        #expect(try guide.chapter("all").hasPrefix(text) && guide.chapter("all").contains("tic-tac-toe in ten steps"))
        #expect(list.output.contains("  tutorial\n"))
        #expect(try runProgram(["guide", "tutorial"]).output.hasPrefix("# A tutorial"))
    }

    @Test func aChapterIsFoundByItsBeginning() throws {
        let run = try runProgram(["guide", "SECR"])
        #expect(run.status == 0 && run.output.hasPrefix("## Secrets\n") && !run.output.contains("\n## "), "\(run)")
        let none = try runProgram(["guide", "secrots"])
        #expect(none.status == 2 && none.output == "" && none.errors.contains("Did you mean 'secrets'?"), "\(none)")
        #expect(try runProgram(["guide", ""]).status == 2)
    }

    @Test func whatStandsInCodeIsNoChapter() throws {
        let guide = Guide(text: "# G\n\n## One\n```\n## not\n```\n## Two\nend\n")
        #expect(guide.contents.contains("  One\n  Two\n"))
        #expect(try guide.chapter("one") == "## One\n```\n## not\n```\n")
    }
}
