import Values

/// The description of a property, for an author who has seen the property's id in a report.
package struct PropertyCard: Sendable {
    let text: ReportText

    /// - Parameters:
    ///   - hasUnicode: Whether characters beyond ASCII may be written.
    ///   - hasColour: Whether escape sequences for colour may be written.
    ///   - columns: The terminal's width.
    package init(hasUnicode: Bool = true, hasColour: Bool = false, columns: Int = 80) {
        text = ReportText(hasUnicode: hasUnicode, hasColour: hasColour, columns: min(max(columns, 40), 120))
    }

    /// Returns the whole description of a property.
    package func lines(_ property: Property) -> [String] {
        var lines = text.wrapped("\(property.id)  \(property.meaning)", .strong)
        lines += [""] + text.wrapped(property.why, label: "Why it matters:")
        lines += text.wrapped(property.mend, label: "What to do:")
        lines += text.wrapped(Self.words(property.scope), label: "Whose it is:")
        if property.isPerPly {
            lines += text.wrapped("at every ply. A quick check tests only some plies.", label: "Tested:")
        }
        if !property.needs.isEmpty {
            let needs = property.needs.joined(separator: ", ")
            lines += text.wrapped("\(needs). If one of these fails, this property isn't judged.", label: "Needs:")
        }
        return lines
    }

    /// Returns all properties with their ids.
    package func list() -> [String] {
        Property.all.flatMap { text.wrapped($0.meaning, label: $0.id) }
    }

    static func words(_ scope: Property.Scope) -> String {
        switch scope {
        case .script: "the game's own script and files."
        case .host: "Parlor itself. The check uses the game as an example."
        case .tests: "Parlor itself. Its own tests prove the property, with material that no game provides."
        }
    }

    /// All properties as a table in Markdown, for `docs/check.md`.
    static var markdown: String {
        let rows = Property.all.map { property in
            let cells = [
                property.id, property.meaning, property.why, property.mend, property.scope.rawValue,
                property.needs.joined(separator: " "),
            ]
            return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        let head = ["| id | what holds | why it matters | what to do | whose | needs |", "|---|---|---|---|---|---|"]
        return (head + rows).joined(separator: "\n")
    }
}
