import Foundation

@testable import ParlorCommand

/// The testable contents of a page.
extension GuidePage {
    /// Code between fences.
    struct Block {
        let language: String
        let lines: [String]
    }

    /// The fenced blocks, each without the indentation of its fence.
    var blocks: [Block] {
        var (blocks, open): ([Block], (language: String, indent: Int, lines: [String])?) = ([], nil)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let bare = line.drop { $0 == " " }
            if bare.hasPrefix("```") {
                if let block = open {
                    blocks.append(Block(language: block.language, lines: block.lines))
                    open = nil
                } else {
                    open = (String(bare.dropFirst(3)), line.count - bare.count, [])
                }
            } else if let indent = open?.indent {
                open?.lines.append(String(line.dropFirst(indent)))
            }
        }
        return blocks
    }

    /// The text outside of fenced blocks.
    var prose: String {
        text.split(separator: "```", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }
            .map { String($0.element) }.joined(separator: "\n")
    }

    /// The commands in blocks, in indented lines and between backticks, each once. A bare name of a
    /// command doesn't count.
    var commands: [String] {
        let shown = blocks.filter { $0.language == "sh" }.flatMap(\.lines)
        let indented = prose.split(separator: "\n").filter { $0.hasPrefix("    parlor ") }.map(String.init)
        let inline = prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("parlor ") }.map { String($0.element) }
        var seen: Set<String> = []
        return (shown + indented + inline).compactMap { line in
            let bare = line.replacing("\n", with: " ").prefix { $0 != "#" }
            let words = bare.split(separator: " ")
            let command = words.joined(separator: " ")
            return !command.isEmpty && seen.insert(command).inserted ? command : nil
        }
    }

    /// The relative links: a path from the page's folder, and a heading.
    var links: [(path: String, heading: String?)] {
        prose.matches(of: /\]\(([^)\s]*)\)/).map { String($0.output.1) }.filter { !$0.contains("://") }.map { link in
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : nil)
        }
    }

    /// The anchors of its headings, as on the web.
    var anchors: Set<String> {
        var isCode = false
        let headings = text.split(separator: "\n").filter { line in
            if line.hasPrefix("```") { isCode.toggle() }
            return !isCode && line.hasPrefix("#")
        }
        return Set(
            headings.map { heading in
                let words = heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
                return String(
                    words.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                        .map { $0 == " " ? "-" : $0 })
            })
    }
}
