extension StringProtocol {
    /// As much of a foreign text as a sentence has room for, on one line: its first 80 scalars, with `…` for the rest.
    package var excerpt: String {
        // scalars, since one character may be a tower of any number of them
        let first = unicodeScalars.prefix(80)
        let short = String(String.UnicodeScalarView(first)).onOneLine
        return first.endIndex == unicodeScalars.endIndex ? short : short + "…"
    }

    /// A file's name, or a path, as a sentence tells it: all of it, on one line, with U+FFFD for whatever could begin another one
    /// or steer a terminal.
    package var onOneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
