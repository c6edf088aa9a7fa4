import Foundation

/// A file a script named, with what the host found there. The model itself reads nothing.
package struct LocalFile: Hashable, Sendable {
    /// What the host found.
    package enum Contents: Hashable, Sendable {
        case missing
        case unreadable
        case folder
        /// It is there, but its size and kind can't be told.
        case withoutAttributes
        /// It has so many bytes, which nobody read.
        case tooLarge(bytes: Int)
        case bytes(Data)
    }

    /// A path, or a `file:` url, as the script gave it.
    package let url: String
    /// What the host found at `url`.
    package let contents: Contents

    /// What the host found at a url. Whether the url is a local one is checked when something is made of the file.
    package init(url: String, contents: Contents) {
        self.url = url
        self.contents = contents
    }

    /// The bytes of a plain file.
    ///
    /// - Throws: `improper_file_url` (4) for a url that isn't local, else the errors given for a file that is missing or
    ///   without attributes or too large, `file_unreadable` (2), or `improper_file_type` (3) for a folder.
    func bytes(
        missing: (String) -> MessageError, withoutAttributes error: (String) -> MessageError,
        tooLarge: (Int) -> MessageError
    ) throws(MessageError) -> Data {
        guard isLocal else { throw .improperFileURL(url) }
        switch contents {
        case .missing: throw missing(url)
        case .unreadable: throw .fileUnreadable(url)
        case .withoutAttributes: throw error(url)
        case .folder: throw .improperFileType(url)
        case .tooLarge(let bytes): throw tooLarge(bytes)
        case .bytes(let data): return data
        }
    }

    /// The last part of the path.
    var name: String {
        url.split(separator: "/").last.map(String.init) ?? ""
    }

    private var isLocal: Bool {
        guard !url.isEmpty, !url.unicodeScalars.contains("\0") else { return false }
        guard let colon = url.firstIndex(of: ":"), !url[..<colon].contains("/") else { return true }
        return url[..<colon].lowercased() == "file"
    }
}
