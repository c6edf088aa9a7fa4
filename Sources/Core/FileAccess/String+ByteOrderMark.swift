extension String {
    /// The text behind the mark that some editors put in front of every text (Unicode 16, 23.8): it is no part of it.
    package var withoutByteOrderMark: String {
        unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
    }
}
