import Values

/// The texts of a bubble, as a script's `message` returns them.
package enum MessageTexts {
    /// The keys of a bubble's texts.
    package static let keys = [
        "caption", "subcaption", "trailing_caption", "trailing_subcaption", "image_title", "image_subtitle", "summary",
        "accessibility",
    ]

    /// Returns a sentence about what is wrong with the result of `message`, which names the key. Returns
    /// nil if nothing is wrong.
    package static func fault(in texts: Value) -> String? {
        if texts == .array([]) { return nil }  // a table without texts
        guard case .map(let fields) = texts else {
            return "`message` returned \(texts.summary()): expected a table of texts"
        }
        for (key, text) in fields.sorted(by: { $0.key < $1.key }) {
            guard case .string(let name) = key, keys.contains(name) else {
                let (shown, nearest) =
                    switch key {
                    case .string(let name): ("'\(name.excerpt)'", NearestName.of(name, in: keys))
                    case .int(let number): ("\(number)", nil)
                    }
                let hint = nearest.map { "; did you mean '\($0)'?" } ?? ": expected \(keys.joined(separator: ", "))"
                return "`message` returned the key \(shown), which no bubble has\(hint)"
            }
            if text.stringValue == nil { return "`message` returned \(text.summary()) as \(name): expected a text" }
        }
        return nil
    }
}
