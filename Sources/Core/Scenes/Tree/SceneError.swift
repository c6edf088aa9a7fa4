import Values

/// Why a script's value is not a scene: where, and what was expected there.
///
/// ```
/// scene.nodes[2].cells[3]: unknown key "marc"; did you mean "mark"?
/// ```
public struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong at the path.
    public enum Problem: Hashable, Sendable {
        /// A value of another kind stands here. Both are phrases such as `a text`, `a list`.
        case unexpected(found: String, expected: String)
        /// A key that this node must have is absent.
        case missing(key: String, expected: String)
        /// A key that this node does not have, and the nearest one that it has.
        case unknownKey(String, nearest: String?)
        /// A name that is not one of the known ones: a kind, a tone, a style, a shape, a card.
        case unknownName(String, expected: String, nearest: String?)
        /// A number outside its range.
        case outOfRange(found: String, expected: String)
        /// A list of another length than the rest of the node asks for.
        case wrongCount(found: Int, expected: Int, reason: String)
        /// One of ``SceneLimits`` is exceeded.
        case tooLarge(what: String, limit: Int)
        /// A text that breaks a rule of its field, such as an asset's path.
        case malformed(expected: String)
    }

    /// Where: `scene.nodes[2].cells[3].mark`.
    public let path: ValuePath
    /// What is wrong there.
    public let problem: Problem

    /// A problem at a path; everything in it may be foreign text, which ``description`` makes safe.
    package init(_ path: ValuePath, _ problem: Problem) {
        self.path = path
        self.problem = problem
    }

    /// The message for people. It is safe to print, whatever the script put into its keys and texts.
    public var description: String { SafeText("\(path): \(sentence)").string }

    private var sentence: String {
        switch problem {
        case .unexpected(let found, let expected): "expected \(expected), found \(found)"
        case .missing(let key, let expected): "`\(key)` is missing; give it \(expected)"
        case .unknownKey(let key, let nearest):
            "unknown key \(SafeText.quoted(key))" + SceneError.suggestion(nearest, otherwise: "; remove it")
        case .unknownName(let name, let expected, let nearest):
            "\(SafeText.quoted(name)) is not \(expected)" + SceneError.suggestion(nearest, otherwise: "")
        case .outOfRange(let found, let expected): "expected \(expected), found \(found)"
        case .wrongCount(let found, let expected, let reason):
            "expected \(counted(expected, "entry", "entries")) (\(reason)), found \(found)"
        case .tooLarge(let what, let limit): "\(what) may be at most \(limit); make the scene smaller"
        case .malformed(let expected): "expected \(expected)"
        }
    }

    private static func suggestion(_ nearest: String?, otherwise: String) -> String {
        nearest.map { "; did you mean \"\($0)\"?" } ?? otherwise
    }
}
