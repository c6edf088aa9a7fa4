import Foundation
import Parlor

/// The author's guide, by its chapters.
struct Guide {
    private static let largest = 1 << 20

    private let text: String
    /// Title and text of each chapter, its heading included.
    private let chapters: [(title: String, text: String)]

    /// - Throws: ``GameError/request(_:)`` if there is no guide in the home's sdk folder.
    init(home: ParlorHome) throws(GameError) {
        do throws(FolderReader.Failure) {
            self.init(text: try FolderReader(home.sdk).text(of: "guide.md", atMost: Self.largest))
        } catch {
            throw .request("\(home.sdk.appendingPathComponent("guide.md").path.onOneLine) \(error).")
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
        if wanted == "all" { return text }
        let found =
            chapters.first { $0.title.lowercased() == wanted }
            ?? chapters.first { !wanted.isEmpty && $0.title.lowercased().hasPrefix(wanted) }
        if let found { return found.text }
        let titles = chapters.map { $0.title.lowercased() }
        let nearest = NearestName.of(wanted, in: titles).map { " Did you mean '\($0)'?" } ?? ""
        throw .request("The guide has no chapter '\(topic.excerpt)'.\(nearest) `parlor guide` lists them.")
    }
}
