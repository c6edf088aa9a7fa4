/// Where in a scene's data something stands, written as a Lua author would reach it: `scene.nodes[2].cells[3].mark`.
///
/// A linked list, so that stepping down costs one small allocation and the text is made only for an error.
indirect enum ScenePath: Sendable {
    case root
    case key(ScenePath, String)
    /// An element of a list; the index counts from 1, as in Lua.
    case index(ScenePath, Int)

    func appending(_ key: String) -> ScenePath { .key(self, key) }
    func appending(_ index: Int) -> ScenePath { .index(self, index) }

    var text: String {
        switch self {
        case .root: "scene"
        case .key(let parent, let key):
            ScenePath.isIdentifier(key) ? "\(parent.text).\(key)" : "\(parent.text)[\(SafeText.quoted(key))]"
        case .index(let parent, let index): "\(parent.text)[\(index)]"
        }
    }

    private static func isIdentifier(_ key: String) -> Bool {
        guard let first = key.utf8.first, !(48...57).contains(first), key.utf8.count <= 40 else { return false }
        return key.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
        }
    }
}
