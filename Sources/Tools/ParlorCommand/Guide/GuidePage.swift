/// A page of the author's guide, in Markdown.
struct GuidePage {
    /// Its file's name without the extension: what it is asked for by.
    let name: String
    let text: String
    /// What stands below each heading, in order; what lies below deeper headings belongs to it.
    let sections: [Section]
    /// The first heading.
    let title: String

    struct Section {
        /// What it is asked for by, in small letters: its heading, or of a function the name alone.
        let name: String
        /// The heading included.
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
        // A text ends with its last line, and not with what separates it from the next heading.
        self.sections = sections.map { section in
            var section = section
            while section.text.hasSuffix("\n\n") { section.text.removeLast() }
            return section
        }
        self.title = title ?? name
    }

    /// `grid.step(board, cell)` is asked for as `grid.step`.
    private static func name(_ heading: Substring) -> String {
        String(heading.prefix { $0 != "(" }).lowercased().replacing("`", with: "")
    }
}
