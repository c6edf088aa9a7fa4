extension StringProtocol {
    /// As much of a foreign text as a sentence has room for: its first 80 scalars, with `…` for the rest.
    public var excerpt: String {
        // scalars, since one character may be a tower of any number of them
        let first = unicodeScalars.prefix(80)
        let short = String(String.UnicodeScalarView(first))
        return first.endIndex == unicodeScalars.endIndex ? short : short + "…"
    }
}
