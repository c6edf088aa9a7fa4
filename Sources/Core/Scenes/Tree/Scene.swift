import Values

/// What a player sees of a match: a checked tree of nodes that any renderer can draw.
///
/// A game's script returns its scene as plain data. This type is the only way from that data to a drawing: whatever
/// reaches a renderer has passed its limits and carries only text that is safe to print (``SafeText``).
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
    /// Fields that are `.null` count as absent, an empty array is accepted where an empty map was meant (an empty Lua
    /// table says nothing about which it is), and a number may be an integer or a double without fraction where a
    /// count is expected.
    ///
    /// - Throws: ``SceneError`` with the path of the first fault in reading order, what was expected there, and the
    ///   nearest known name where one was misspelt.
    public init(value: Value) throws(SceneError) {
        var parser = SceneParser()
        root = try parser.node(value, at: ValuePath(root: "scene"), depth: 1)
    }
}

/// How large a scene may be. A scene beyond any of these is refused as a whole.
public enum SceneLimits {
    /// Nodes inside nodes, counting the outermost.
    public static let depth = 16
    /// Nodes of the whole tree; every cell, card, shape and polygon corner counts as one.
    public static let nodes = 4_096
    /// UTF-8 bytes of one text.
    public static let textBytes = 4_096
    /// UTF-8 bytes of all texts of a scene together.
    public static let totalTextBytes = 262_144
    /// Columns, and rows, of a grid: as many as there are letters to name them.
    public static let gridSide = 26
    /// Width, height and every coordinate of a canvas, in its own units.
    public static let canvasSide = 4_096.0
}

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
