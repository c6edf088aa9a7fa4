/// A place where two values differ. See ``Value/firstDifference(from:root:)``.
public struct ValueDifference: Hashable, Sendable {
    /// The place of the difference.
    public let path: ValuePath
    /// The value before; nil if there was none.
    public let before: Value?
    /// The value now; nil if there is none.
    public let after: Value?

    /// Creates a difference. Nil means that there is no value, and isn't ``Value/null``.
    package init(path: ValuePath, before: Value?, after: Value?) {
        self.path = path
        self.before = before
        self.after = after
    }
}

extension ValueDifference: CustomStringConvertible {
    /// A sentence such as `state.board.b2: "x" became nil`.
    public var description: String {
        "\(path): \((before ?? .null).summary()) became \((after ?? .null).summary())"
    }
}

extension Value {
    /// Returns the first place where this value differs from `old`, or nil if the two are equal.
    ///
    /// "First" is in the order of the canonical bytes: elements by position, entries by key. The
    /// path goes deeper as long as both values have the same kind of table. An array and a map
    /// differ as wholes, so convert values from Lua with ``normalizedTables`` first.
    ///
    /// ```swift
    /// if let difference = after.firstDifference(from: before, root: "state") {
    ///     // state.board.b2 was changed by `choices`
    ///     print("\(difference.path) was changed by `choices`")
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

    /// Returns the key of the first entry or element that differs in two tables of one kind; nil
    /// for anything else.
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

/// A place in a value, written as a script would: `state.board[3]`, `state["two words"].x`.
///
/// Elements of an array are counted from 1, as Lua does: the first element of `state.board` is
/// `state.board[1]`.
///
/// ```swift
/// let path = ValuePath(root: "state", keys: ["board", 3])
/// "\(path)"       // state.board[3]
/// state[path]     // the third element, if there is one
/// ```
public struct ValuePath: Hashable, Sendable {
    /// The name of the whole value.
    public var root: String
    /// The steps from the whole value to the place: keys of maps, positions (from 1) in arrays.
    public var keys: [ValueKey]

    /// Creates the path of the whole value, or of the place that `keys` lead to from there.
    public init(root: String, keys: [ValueKey] = []) {
        self.root = root
        self.keys = keys
    }

    /// Returns the path one step further.
    public func appending(_ key: ValueKey) -> ValuePath {
        ValuePath(root: root, keys: keys + [key])
    }
}

extension ValuePath: CustomStringConvertible {
    /// The path in Lua's notation. A key of more than 60 characters is cut, so that no value can
    /// flood a message.
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
