extension String {
    /// As much of the text as has so many bytes of UTF-8, cut between two scalars: one character may have any number of bytes.
    package func prefix(bytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, most))
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
