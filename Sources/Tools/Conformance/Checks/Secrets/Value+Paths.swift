import Values

extension Value {
    /// The paths of all scalars of the value, in order. Lists count from 1.
    var scalarPaths: [[ValueKey]] {
        switch self {
        case .array(let list):
            list.enumerated().flatMap { index, value in
                value.scalarPaths.map { [.int(Int64(index + 1))] + $0 }
            }
        case .map(let fields):
            fields.sorted { $0.key < $1.key }.flatMap { key, value in value.scalarPaths.map { [key] + $0 } }
        default: [[]]
        }
    }

    var scalars: [Value] { scalarPaths.compactMap { element(at: $0) } }

    /// Returns the element at a path; nil for none.
    func element(at path: some Sequence<ValueKey>) -> Value? {
        path.reduce(Optional(self)) { $0?.element(at: $1) }
    }

    /// Returns the value with another element at a path. If no element has this path, returns the
    /// value unchanged.
    func replacing(_ path: ArraySlice<ValueKey>, with value: Value) -> Value {
        guard let key = path.first else { return value }
        guard let changed = element(at: key)?.replacing(path.dropFirst(), with: value) else { return self }
        switch (self, key) {
        case (.array(var list), .int(let index)):
            list[Int(index) - 1] = changed
            return .array(list)
        case (.map(var fields), _):
            fields[key] = changed
            return .map(fields)
        default: return self
        }
    }
}
