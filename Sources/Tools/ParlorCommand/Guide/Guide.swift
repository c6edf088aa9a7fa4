import ArgumentParser
import FileAccess
import Foundation
import Parlor

/// The author's guide: the entrance `guide.md`, and a page for each of `guide/*.md`.
struct Guide {
    private static let largest = 1 << 20
    private static let mostFiles = 1024

    /// The entrance, the pages in the order in which the entrance names them, then all other pages.
    let pages: [GuidePage]
    private let groups: [Group]

    /// The pages under one heading of the entrance.
    private struct Group {
        var title: String
        var entries: [(page: String, line: String)] = []
    }

    /// Reads the guide.
    ///
    /// - Throws: ``GameError/request(_:)`` if the sdk folder of `home` has no guide.
    init(home: ParlorHome) throws(GameError) {
        let reader = FolderReader(home.sdk)
        var path = "guide.md"
        do throws(FolderReader.Failure) {
            let entrance = GuidePage(name: "guide", text: try reader.text(of: path, atMost: Self.largest))
            path = "guide"
            var pages: [GuidePage] = []
            for name in try reader.names(in: path, atMost: Self.mostFiles) where name.hasSuffix(".md") {
                path = "guide/\(name)"
                pages.append(
                    GuidePage(name: String(name.dropLast(3)), text: try reader.text(of: path, atMost: Self.largest)))
            }
            self.init(entrance: entrance, pages: pages)
        } catch {
            throw .request("\(home.sdk.appendingPathComponent(path).path.onOneLine) \(error).")
        }
    }

    init(entrance: GuidePage, pages: [GuidePage]) {
        var groups = Self.groups(of: entrance.text).map { group in
            var group = group
            group.entries.removeAll { entry in !pages.contains { $0.name == entry.page } }
            return group
        }
        let named = groups.flatMap { $0.entries.map(\.page) }
        let others = pages.filter { !named.contains($0.name) }
        if !others.isEmpty {
            groups.append(Group(title: "Others", entries: others.map { ($0.name, $0.title) }))
        }
        self.groups = groups
        self.pages = [entrance] + named.compactMap { name in pages.first { $0.name == name } } + others
    }

    /// Returns the pages named in lines such as `- [hidden](guide/hidden.md): keep something`,
    /// grouped below lines such as `**How to**`.
    private static func groups(of entrance: String) -> [Group] {
        var groups: [Group] = []
        for line in entrance.split(separator: "\n") {
            if line.hasPrefix("**"), line.hasSuffix("**"), line.count > 4 {
                groups.append(Group(title: String(line.dropFirst(2).dropLast(2))))
            } else if let found = line.wholeMatch(of: /- \[([^\]]+)\]\(guide\/([^)]+)\.md\): (.+)/), !groups.isEmpty {
                groups[groups.count - 1].entries.append((String(found.2), String(found.3)))
            }
        }
        return groups
    }

    /// The topics with a line each, and the ways to read them.
    var contents: String {
        let width = groups.flatMap(\.entries).map(\.page.count).max() ?? 0
        var text = "The author's guide.\n"
        for group in groups where !group.entries.isEmpty {
            text += "\n\(group.title)\n"
            for entry in group.entries {
                text += "  \(entry.page.padding(toLength: width, withPad: " ", startingAt: 0))  \(entry.line)\n"
            }
        }
        return text + """

            `parlor guide hidden` prints one page. The name of a heading or a function prints its section:
            `parlor guide secrets`, `parlor guide grid.step`. Start with `parlor guide guide`.
            `parlor guide all` prints everything.

            """
    }

    /// Returns a page or the section of a heading, by its name or by the beginning of its name.
    ///
    /// - Throws: ``GameError/request(_:)`` with the nearest topic.
    func topic(_ topic: String) throws(GameError) -> String {
        let wanted = topic.lowercased()
        if wanted == "all" { return pages.map(\.text).joined(separator: "\n") }
        if let page = pages.first(where: { $0.name == wanted }) { return page.text }
        let sections = pages.flatMap(\.sections)
        if let section = sections.first(where: { $0.name == wanted }) { return section.text }
        if !wanted.isEmpty {
            if let page = pages.first(where: { $0.name.hasPrefix(wanted) }) { return page.text }
            if let page = pages.first(where: { $0.title.lowercased().hasPrefix(wanted) }) { return page.text }
            if let section = sections.first(where: { $0.name.hasPrefix(wanted) }) { return section.text }
        }
        let nearest = NearestName.of(wanted, in: pages.map(\.name) + sections.map(\.name))
            .map { " Did you mean '\($0)'?" }
        throw .request(
            "The guide has nothing about \(quoted(topic)).\(nearest ?? "") `parlor guide` lists its topics.")
    }
}

/// A page of the author's guide, in Markdown.
struct GuidePage {
    /// The name for `parlor guide`: the file's name without its extension.
    let name: String
    let text: String
    /// The sections in order. The text of a section includes those of its deeper headings.
    let sections: [Section]
    /// The first heading.
    let title: String

    struct Section {
        /// The name for `parlor guide` in small letters: the heading, or only the name of a
        /// function.
        let name: String
        /// The text with its heading.
        var text: String
        fileprivate let level: Int
    }

    init(name: String, text: String) {
        self.name = name
        self.text = text
        var (sections, open): ([Section], [Int]) = ([], [])
        var isCode = false
        var title: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            if !isCode, let heading = line.wholeMatch(of: /(#{1,3}) (.+)/) {
                if heading.1.count == 1 {
                    title = title ?? String(heading.2)
                    open = []
                } else {
                    open.removeAll { sections[$0].level >= heading.1.count }
                    open.append(sections.count)
                    sections.append(Section(name: Self.name(heading.2), text: "", level: heading.1.count))
                }
            }
            for place in open { sections[place].text += line + "\n" }
        }
        // The blank lines before the next heading don't belong to the section.
        self.sections = sections.map { section in
            var section = section
            while section.text.hasSuffix("\n\n") { section.text.removeLast() }
            return section
        }
        self.title = title ?? name
    }

    /// Returns the name for a heading: `grid.step` for `grid.step(board, cell)`.
    private static func name(_ heading: Substring) -> String {
        String(heading.prefix { $0 != "(" }).lowercased().replacing("`", with: "")
    }
}

struct GuideCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide", abstract: "Print the author's guide, or a page of it.",
        discussion: """
            Examples:
              parlor guide                    the list of topics
              parlor guide hidden             a page
              parlor guide secrets            the section of a heading
              parlor guide "a move"
              parlor guide grid.step          a function
              parlor guide all | less

            Exit codes:
              0  the topic was printed
              2  the guide has no such topic
            """)

    @Argument(help: "A page, a heading or a function, or the beginning of its name. `all` prints the whole guide.")
    var topic: String?

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<topic>")] }

    func run() throws {
        try orComplain { () throws(GameError) in
            let guide = try Guide(home: ParlorHome.find())
            guard let topic else { return print(guide.contents, terminator: "") }
            MarkdownPage.show(try guide.topic(topic))
        }
    }
}
