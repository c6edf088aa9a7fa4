import Values

/// The view of a match for a player: a validated tree of nodes that any renderer can draw.
///
/// A game's script returns its scene as plain data. Only this type converts that data into nodes.
/// Therefore a renderer receives only scenes within the limits, with text that is safe to print
/// (``SafeText``).
///
/// ```swift
/// let scene = try Scene(value: value)
/// let lines = TerminalRenderer().lines(scene, context: SceneContext(legalMoves: ["b2"]))
/// ```
public struct Scene: Hashable, Sendable {
    /// The outermost node.
    public let root: SceneNode

    /// Makes a scene from a node built in Swift.
    public init(root: SceneNode) {
        self.root = root
    }

    /// Reads a scene from a script's value.
    ///
    /// `.null` fields count as absent. An empty array is accepted in place of an empty map, because
    /// an empty Lua table may be either. A count may be an integer or a double without fraction.
    ///
    /// - Throws: ``SceneError`` with the path of the first fault in reading order, what was
    ///   expected there, and the nearest known name for a misspelt one.
    public init(value: Value) throws(SceneError) {
        var parser = SceneParser()
        root = try parser.node(value, at: ValuePath(root: "scene"), depth: 1)
    }
}

/// The limits of a scene. A scene that exceeds one of them is rejected as a whole.
public enum SceneLimits {
    /// The depth of nested nodes, including the outermost.
    public static let depth = 16
    /// The number of nodes in the tree. Every cell, card, shape and polygon corner counts as one.
    public static let nodes = 4_096
    /// The UTF-8 bytes of one text.
    public static let textBytes = 4_096
    /// The UTF-8 bytes of all texts of a scene together.
    public static let totalTextBytes = 262_144
    /// The columns of a grid, and its rows: the number of letters that can name a column.
    public static let gridSide = 26
    /// The width, height and coordinates of a canvas, in its own units.
    public static let canvasSide = 4_096.0
}

/// The reason why a script's value isn't a scene: the place, and what was expected there.
///
/// ```
/// scene.nodes[2].cells[3]: unknown key "marc"; did you mean "mark"?
/// ```
public struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Problem: Hashable, Sendable {
        /// The value has another type than expected. `found` and `expected` are phrases such as `a
        /// text`, `a list`.
        case unexpected(found: String, expected: String)
        /// A required key is absent.
        case missing(key: String, expected: String)
        /// A node of this kind has no such key. `nearest` is the most similar key that it can have.
        case unknownKey(String, nearest: String?)
        /// The name of a kind, a tone, a style, a shape or a card is unknown.
        case unknownName(String, expected: String, nearest: String?)
        /// A number is outside its range.
        case outOfRange(found: String, expected: String)
        /// A list doesn't have the length that the rest of the node requires.
        case wrongCount(found: Int, expected: Int, reason: String)
        /// One of ``SceneLimits`` is exceeded.
        case tooLarge(what: String, limit: Int)
        /// A text breaks a rule of its field, such as an asset's path.
        case malformed(expected: String)
    }

    /// The place of the problem: `scene.nodes[2].cells[3].mark`.
    public let path: ValuePath
    /// The problem at the path.
    public let problem: Problem

    /// Makes an error. All texts in it may come from a script: ``description`` makes them safe.
    package init(_ path: ValuePath, _ problem: Problem) {
        self.path = path
        self.problem = problem
    }

    /// The message for people. It is safe to print, whatever keys and texts the script has.
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
