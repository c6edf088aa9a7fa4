import Foundation
import Parlor

/// The author's guide, by its chapters: `guide.md`, and beside it `guide/*.md`, each of which is one.
struct Guide {
    private static let largest = 1 << 20
    private static let mostFiles = 1024

    private let text: String
    /// Title and text of each chapter, its heading included.
    private var chapters: [(title: String, text: String)]

    /// - Throws: ``GameError/request(_:)`` if there is no guide in the home's sdk folder.
    init(home: ParlorHome) throws(GameError) {
        let reader = FolderReader(home.sdk)
        var path = "guide.md"
        do throws(FolderReader.Failure) {
            self.init(text: try reader.text(of: path, atMost: Self.largest))
            path = "guide"
            for name in try reader.names(in: path, atMost: Self.mostFiles) where name.hasSuffix(".md") {
                path = "guide/\(name)"
                chapters.append((String(name.dropLast(3)), try reader.text(of: path, atMost: Self.largest)))
            }
        } catch {
            throw .request("\(home.sdk.appendingPathComponent(path).path.onOneLine) \(error).")
        }
    }

    init(text: String) {
        self.text = text
        var chapters: [(title: String, text: String)] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            if line.hasPrefix("## "), !isCode {
                chapters.append((String(line.dropFirst(3)), ""))
            }
            if !chapters.isEmpty { chapters[chapters.count - 1].text += line + "\n" }
        }
        self.chapters = chapters
    }

    /// The titles, and how to read on.
    var contents: String {
        "The author's guide:\n" + chapters.map { "  \($0.title)\n" }.joined()
            + "`parlor guide <chapter>` prints one, such as `parlor guide secrets`; `parlor guide all` prints them all.\n"
    }

    /// The chapter that is called so, or the one that begins so.
    ///
    /// - Throws: ``GameError/request(_:)`` that names the chapters.
    func chapter(_ topic: String) throws(GameError) -> String {
        let wanted = topic.lowercased()
        if wanted == "all" { return text + chapters.map(\.text).filter { !text.contains($0) }.joined(separator: "\n") }
        let found =
            chapters.first { $0.title.lowercased() == wanted }
            ?? chapters.first { !wanted.isEmpty && $0.title.lowercased().hasPrefix(wanted) }
        if let found { return found.text }
        let titles = chapters.map { $0.title.lowercased() }
        let nearest = NearestName.of(wanted, in: titles).map { " Did you mean '\($0)'?" } ?? ""
        throw .request("The guide has no chapter '\(topic.excerpt)'.\(nearest) `parlor guide` lists them.")
    }
}
