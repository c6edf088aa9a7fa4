/// The names that scripts give to moves and options.
enum Names {
    /// A small letter, then small letters, digits and `_`; at most 32 characters.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first), text.utf8.count <= WireLimits.name else {
            return false
        }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    }
}
