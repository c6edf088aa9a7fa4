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
