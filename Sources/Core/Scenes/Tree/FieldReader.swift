import Values

/// Reads the fields of one table of a scene, with typed errors that name the field.
struct FieldReader {
    let path: ValuePath
    private let fields: [ValueKey: Value]

    /// Reads a table. Rejects a list, except an empty one, because an empty Lua table may be a list
    /// or a map.
    init(_ value: Value, at path: ValuePath, expected: String) throws(SceneError) {
        self.path = path
        switch value {
        case .map(let map):
            fields = map
            // Report an integer key such as `[3]` here. Report the least one, because a dictionary
            // has no order.
            var least: Int64?
            for case .int(let number) in map.keys { least = min(least ?? number, number) }
            if let least { throw SceneError(path, .unknownKey("[\(least)]", nearest: nil)) }
        case .array(let list) where list.isEmpty:
            fields = [:]
        default:
            throw SceneError(path, .unexpected(found: value.phrase, expected: expected))
        }
    }

    /// Rejects the keys that aren't in `known`. The error names the first of them in bytewise
    /// order.
    func allow(_ known: [String]) throws(SceneError) {
        var unknown: [String] = []
        for case (.string(let name), let value) in fields where value != .null && !known.contains(name) {
            unknown.append(name)
        }
        let first = unknown.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        if let first { throw SceneError(path, .unknownKey(first, nearest: NearestName.of(first, in: known))) }
    }

    subscript(key: String) -> Value? {
        let value = fields[.string(key)]
        return value == .null ? nil : value
    }

    /// Returns the value of a required key.
    func required(_ key: String, _ expected: @autoclosure () -> String) throws(SceneError) -> Value {
        guard let value = self[key] else { throw SceneError(path, .missing(key: key, expected: expected())) }
        return value
    }

    /// Returns a Boolean, or `fallback` if the key is absent.
    func flag(_ key: String, default fallback: Bool) throws(SceneError) -> Bool {
        try optionalFlag(key) ?? fallback
    }

    /// Returns a Boolean, or nil if the key is absent.
    func optionalFlag(_ key: String) throws(SceneError) -> Bool? {
        guard let value = self[key] else { return nil }
        guard case .bool(let flag) = value else {
            throw SceneError(path.appending(.string(key)), .unexpected(found: value.phrase, expected: "true or false"))
        }
        return flag
    }

    /// Returns a whole number within a range.
    func count(_ key: String, in range: ClosedRange<Int>) throws(SceneError) -> Int {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        let value = try required(key, expected)
        let number: Int? =
            switch value {
            case .int(let number): Int(exactly: number)
            case .double(let number): Int(exactly: number)
            default:
                throw SceneError(path.appending(.string(key)), .unexpected(found: value.phrase, expected: expected))
            }
        guard let number, range.contains(number) else {
            throw SceneError(path.appending(.string(key)), .outOfRange(found: value.phrase, expected: expected))
        }
        return number
    }

    /// Returns a number within a range.
    func measure(_ key: String, in range: ClosedRange<Double>) throws(SceneError) -> Double {
        let value = try required(key, FieldReader.phrase(range))
        return try FieldReader.measure(value, in: range, at: path.appending(.string(key)))
    }

    static func measure(
        _ value: Value, in range: ClosedRange<Double>, at path: ValuePath
    ) throws(SceneError) -> Double {
        let number: Double
        switch value {
        case .int(let integer): number = Double(integer)
        case .double(let double): number = double
        default: throw SceneError(path, .unexpected(found: value.phrase, expected: phrase(range)))
        }
        guard range.contains(number) else {
            throw SceneError(path, .outOfRange(found: value.phrase, expected: phrase(range)))
        }
        return number
    }

    /// Returns a case of an enumeration by its name, or nil if the key is absent.
    func name<Name: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Name.Type, _ expected: String
    ) throws(SceneError) -> Name? {
        guard let value = self[key] else { return nil }
        return try FieldReader.name(value, of: type, expected, at: path.appending(.string(key)))
    }

    static func name<Name: RawRepresentable<String> & CaseIterable>(
        _ value: Value, of type: Name.Type, _ expected: String, at path: @autoclosure () -> ValuePath
    ) throws(SceneError) -> Name {
        guard case .string(let text) = value else {
            throw SceneError(path(), .unexpected(found: value.phrase, expected: expected))
        }
        guard let name = Name(rawValue: text) else {
            let known = type.allCases.map(\.rawValue)
            let all = known.joined(separator: ", ")
            let nearest = NearestName.of(text, in: known)
            throw SceneError(path(), .unknownName(text, expected: "\(expected) (\(all))", nearest: nearest))
        }
        return name
    }

    private static func phrase(_ range: ClosedRange<Double>) -> String {
        "a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
    }

    private static func shortest(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

extension Value {
    /// The value as a phrase in error messages.
    var phrase: String {
        switch self {
        case .null: "nothing"
        case .bool(let flag): String(flag)
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .string(let text): "the text \(SafeText.quoted(text))"
        case .bytes(let bytes): "\(bytes.count) raw bytes"
        case .array(let list): list.isEmpty ? "an empty table" : "a list of \(list.count)"
        case .map(let map):
            map.keys.allSatisfy { key in if case .int = key { true } else { false } } && !map.isEmpty
                ? "a list with gaps" : "a table"
        }
    }
}

extension ValuePath {
    /// Returns the path to an element of a list. Positions count from 1.
    func appending(position: Int) -> ValuePath { appending(.int(Int64(position))) }
}
