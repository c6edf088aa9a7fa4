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
