/// The rules for the url of a message, the only data that reaches the other side for certain.
package enum MessageURL {
    /// The schemes a url may have. It may also have none.
    package static let schemes: Set<String> = ["http", "https", "data"]

    /// Whether a message takes this url: its scheme is one of `schemes`, in any case, or it has none.
    ///
    /// What stands before a colon is a scheme unless a `/`, `?` or `#` comes first (RFC 3986 §3.1 and §4.2). Text
    /// before the colon that couldn't be a scheme is refused with the wrong ones: such a url has no meaning.
    ///
    /// ```swift
    /// MessageURL.isAcceptable("?board=x.o")          // true: no scheme
    /// MessageURL.isAcceptable("parlor://game")       // false
    /// ```
    package static func isAcceptable(_ url: String) -> Bool {
        let colon = UInt8(ascii: ":")
        let ends: Set<UInt8> = [colon, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        guard let end = url.utf8.firstIndex(where: ends.contains), url.utf8[end] == colon else { return true }
        return schemes.contains(url[..<end].lowercased())
    }

    /// The length that counts against ``HostProfile/urlLimit``, in UTF-16 units. For a well-formed url, which is ASCII,
    /// that is the number of its characters.
    package static func length(of url: String) -> Int {
        url.utf16.count
    }

    /// Throws `url_exceeds_max_size` (8) if the url is longer than `limit`.
    package static func check(_ url: String, limit: Int) throws(MessageError) {
        let length = length(of: url)
        guard length <= limit else { throw .urlTooLong(length: length, limit: limit) }
    }
}
