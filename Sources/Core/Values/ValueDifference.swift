/// A place where two values differ. See ``Value/firstDifference(from:root:)``.
public struct ValueDifference: Hashable, Sendable {
    /// Where.
    public let path: ValuePath
    /// What was there; nil if there was nothing.
    public let before: Value?
    /// What is there now; nil if there is nothing.
    public let after: Value?

    /// A place, with what was there and is there; nil where there is nothing, which ``Value/null`` isn't.
    package init(path: ValuePath, before: Value?, after: Value?) {
        self.path = path
        self.before = before
        self.after = after
    }
}

extension ValueDifference: CustomStringConvertible {
    /// For example `state.board.b2: "x" became nil`.
    public var description: String {
        "\(path): \((before ?? .null).summary()) became \((after ?? .null).summary())"
    }
}

extension Value {
    /// The first place where this value differs from `old`, or nil when the two are equal.
    ///
    /// "First" is in the order of the canonical bytes: elements by position, entries by key. The path leads as deep as
    /// both values have the same kind of table; an array and a map differ as wholes, so bring both to one form with
    /// ``normalizedTables`` where they come from Lua.
    ///
    /// ```swift
    /// if let difference = after.firstDifference(from: before, root: "state") {
    ///     print("\(difference.path) was changed by `choices`")   // state.board.b2 was changed by `choices`
    /// }
    /// ```
    public func firstDifference(from old: Value, root: String = "value") -> ValueDifference? {
        guard self != old else { return nil }
        var difference = ValueDifference(path: ValuePath(root: root), before: old, after: self)
        while let before = difference.before, let after = difference.after,
            let key = after.firstDifferingKey(from: before)
        {
            difference = ValueDifference(
                path: difference.path.appending(key), before: before.element(at: key), after: after.element(at: key))
        }
        return difference
    }

    /// The key of the first entry or element that isn't the same in two tables of one kind; nil for anything else.
    private func firstDifferingKey(from old: Value) -> ValueKey? {
        switch (old, self) {
        case (.array(let before), .array(let after)):
            let same = zip(before, after).prefix { $0 == $1 }.count
            return same < max(before.count, after.count) ? .int(Int64(same) + 1) : nil
        case (.map(let before), .map(let after)):
            let gone = before.keys.lazy.filter { after[$0] == nil }
            let changed = after.lazy.filter { before[$0.key] != $0.value }.map(\.key)
            return [gone.min(), changed.min()].compactMap { $0 }.min()
        default:
            return nil
        }
    }
}

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
