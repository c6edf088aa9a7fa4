/// Where in a value something is, written as a script would: `state.board[3]`, `state["two words"].x`.
///
/// Elements of an array are counted from 1, as Lua does: the first element of `state.board` is `state.board[1]`.
///
/// ```swift
/// let path = ValuePath(root: "state", keys: ["board", 3])
/// "\(path)"       // state.board[3]
/// state[path]     // the third element, if there is one
/// ```
public struct ValuePath: Hashable, Sendable {
    /// What the whole value is called.
    public var root: String
    /// The steps from the whole value to the place: keys of maps, positions (from 1) in arrays.
    public var keys: [ValueKey]

    /// The path of the whole value, or from there by the keys that are given.
    public init(root: String, keys: [ValueKey] = []) {
        self.root = root
        self.keys = keys
    }

    /// The path one step further.
    public func appending(_ key: ValueKey) -> ValuePath {
        ValuePath(root: root, keys: keys + [key])
    }
}

extension ValuePath: CustomStringConvertible {
    /// The path in Lua's notation. A key of more than 60 characters is cut, so that no value can flood a message.
    public var description: String {
        keys.reduce(into: root) { text, key in
            switch key {
            case .int(let number): text += "[\(number)]"
            case .string(let name) where LuaNotation.isName(name): text += ".\(name)"
            case .string(let name): text += "[\(LuaNotation.quoted(name, limit: 60))]"
            }
        }
    }
}
