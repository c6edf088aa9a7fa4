extension Value {
    /// About what it holds in memory, in bytes.
    package var weight: Int {
        let own = MemoryLayout<Value>.stride
        return switch self {
        case .null, .bool, .int, .double: own
        case .string(let text): own + text.utf8.count
        case .bytes(let bytes): own + bytes.count
        case .array(let values): values.reduce(own) { $0 + $1.weight }
        case .map(let fields): fields.reduce(own) { $0 + MemoryLayout<ValueKey>.stride + own + $1.value.weight }
        }
    }
}
