import FileAccess
import Foundation
import Parlor

/// The author's guide: `guide.md` is its entrance, and each of `guide/*.md` a page.
struct Guide {
    private static let largest = 1 << 20
    private static let mostFiles = 1024

    /// The entrance, and the pages in the order in which it names them; those that it doesn't name stand last.
    let pages: [GuidePage]
    private let groups: [Group]

    /// Pages under one heading of the entrance.
    private struct Group {
        var title: String
        var entries: [(page: String, line: String)] = []
    }

    /// - Throws: ``GameError/request(_:)`` if there is no guide in the home's sdk folder.
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

    /// Lines such as `- [hidden](guide/hidden.md): keep something`, below lines such as `**How to**`.
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

    /// The topics with a line each, and how to read on.
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

            `parlor guide hidden` prints one. So do headings and functions: `parlor guide secrets`,
            `parlor guide grid.step`. `parlor guide guide` is where to begin, `parlor guide all` prints everything.

            """
    }

    /// The page that is called so, or the part of one below the heading that is called so, or begins so.
    ///
    /// - Throws: ``GameError/request(_:)`` that names the nearest topic.
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
