import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// `parlor guide`: the pages of the author's guide, and their contents.
@Suite struct GuideCommandTests {
    @Test func everyTopicIsListedWithALineAndPrinted() throws {
        let list = try runProgram(["guide"])
        #expect(list.status == 0)
        let guide = try Guide(home: home)
        #expect(guide.pages.count > 15 && guide.pages.first?.name == "guide")
        for page in guide.pages.dropFirst() {
            let line = list.output.split(separator: "\n").first { $0.hasPrefix("  \(page.name) ") }
            #expect((line?.split(separator: " ").count ?? 0) > 2, "\(page.name): \(list.output)")
            #expect(try guide.topic(page.name) == page.text)
            #expect(page.text.hasPrefix("# \(page.title)\n"))
            for section in page.sections { #expect(section.text.hasSuffix("\n") && !section.text.hasSuffix("\n\n")) }
        }
        #expect(list.output.contains("\nHow to\n  hidden        keep something"), "\(list.output)")
        #expect(list.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        let all = try guide.topic("all")
        #expect(guide.pages.allSatisfy { all.contains($0.text) })
        #expect(try runProgram(["guide", "tutorial"]).output.hasPrefix("# A tutorial"))
        #expect(try runProgram(["guide", "hidden"]).output.hasPrefix("# Hidden information"))
    }

    @Test(arguments: [
        ("SECR", "## Secrets\n"), ("a move", "## A move\n"), ("grid.step", "### grid.step("), ("state", "## State\n"),
        ("parlor.grid", "## parlor.grid\n"), ("play", "## Playthroughs\n"),
        ("in a conversation", "# In a conversation"),
        ("hid", "# Hidden"), ("match.next", "### match.next("), ("limits", "## Limits\n"),
        ("your editor", "# Your editor"),
        ("app.match:play", "### app.match:play("), ("scene.canvas", "### scene.canvas("), ("guide", "# Writing"),
    ])
    func aTopicIsAPageOrAHeadingOrAFunction(_ topic: String, _ beginning: String) throws {
        #expect(try Guide(home: home).topic(topic).hasPrefix(beginning))
    }

    /// A section ends at the next heading of its level.
    @Test func aPartIsPrintedAlone() throws {
        let run = try runProgram(["guide", "secrets"])
        #expect(run.status == 0 && run.output.hasPrefix("## Secrets\n"), "\(run)")
        #expect(run.output.components(separatedBy: "\n## ").count == 1)
        let module = try Guide(home: home).topic("parlor.dice")
        #expect(module.contains("### dice.roll(") && !module.contains("words.same"))
    }

    @Test(arguments: [("secrots", "secrets"), ("hiden", "hidden"), ("grid.stpe", "grid.step"), ("roundz", "rounds")])
    func anUnknownTopicGetsASuggestion(_ topic: String, _ nearest: String) throws {
        let none = try runProgram(["guide", topic])
        #expect(none.status == 2 && none.output == "" && none.errors.contains("Did you mean '\(nearest)'?"), "\(none)")
        #expect(none.errors.contains("`parlor guide` lists its topics"), "\(none)")
    }

    @Test func nothingIsNoTopic() throws {
        #expect(try runProgram(["guide", ""]).status == 2)
        let far = try runProgram(["guide", "quantum chromodynamics"])
        #expect(far.status == 2 && !far.errors.contains("Did you mean"), "\(far)")
    }

    @Test func whatStandsInCodeIsNoHeading() throws {
        let page = GuidePage(name: "g", text: "# G\n\n## One\n```\n## not\n```\n### Deep\nx\n\n## Two\nend\n")
        #expect(page.title == "G" && page.sections.map(\.name) == ["one", "deep", "two"])
        #expect(
            page.sections.map(\.text) == ["## One\n```\n## not\n```\n### Deep\nx\n", "### Deep\nx\n", "## Two\nend\n"])
    }

    @Test func aPageThatTheEntranceForgetsIsListedLast() throws {
        let entrance = GuidePage(
            name: "guide", text: "# G\n\n**How to**\n\n- [b](guide/b.md): do b\n- [gone](guide/gone.md): no\n")
        let guide = Guide(
            entrance: entrance, pages: [GuidePage(name: "a", text: "# A: what\n"), GuidePage(name: "b", text: "# B\n")])
        #expect(
            guide.contents.contains("\nHow to\n  b  do b\n")
                && guide.contents.contains("\nOthers\n  a  A: what\n"))
        #expect(guide.pages.map(\.name) == ["guide", "b", "a"])
    }
}
