extension String {
    /// The text without the byte-order mark that some editors put first (Unicode 16, 23.8). The
    /// mark isn't part of the text.
    package var withoutByteOrderMark: String {
        unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
    }
}
