/// A picture from the game's own folder.
public struct ImageNode: Hashable, Sendable {
    /// The file, relative to the game's `assets` folder, with `/` between folders and no way out of it.
    public let asset: String
    /// The picture in words.
    public let label: SafeText

    /// A picture named in Swift. The path isn't checked here, as that of a script is.
    public init(asset: String, label: SafeText) {
        self.asset = asset
        self.label = label
    }

    /// Whether a path stays inside the folder it starts from: no empty part, `.`, `..`, backslash, colon or control
    /// character, and at most 255 bytes.
    static func isInsideFolder(_ path: String) -> Bool {
        guard path.utf8.count <= 255, SafeText(path).string == path, !path.contains("\\"), !path.contains(":") else {
            return false
        }
        return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
        }
    }
}
