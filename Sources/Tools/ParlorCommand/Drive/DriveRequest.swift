import Parlor

/// A request of the line protocol, with a known operation and checked field names.
struct DriveRequest {
    let operation: DriveOperation
    private let fields: [ValueKey: Value]

    /// Reads a request.
    ///
    /// - Throws: ``DriveFailure`` of kind `request` for a value that is no object, an invalid id,
    ///   or an unknown operation or field.
    init(_ value: Value) throws(DriveFailure) {
        guard case .map(let fields) = value else {
            throw .request("A request is an object such as {\"id\":1,\"op\":\"games\"}.")
        }
        switch fields["id"] {
        case .array, .map: throw .request("The id must be a text, a number, true, false or null.")
        default: break
        }
        guard let name = fields["op"] else {
            throw .request("The field 'op' is missing: expected one such as {\"op\":\"games\"}.")
        }
        guard let name = name.stringValue else { throw .request("The field 'op' must be a text.") }
        operation = try DriveOperation.named(name)
        try operation.checkFields(
            fields.keys.map { key in
                if case .string(let name) = key { name } else { "\(key)" }
            })
        self.fields = fields
    }

    /// Returns the id for the answer, even of an invalid request; null if there is none.
    static func id(of value: Value) -> Value {
        switch value["id"] {
        case nil, .array, .map: .null
        case .some(let id): id
        }
    }

    /// Returns a field, or nil if it is absent or null.
    subscript(name: String) -> Value? {
        guard let value = fields[.string(name)], value != .null else { return nil }
        return value
    }

    func required(_ name: String) throws(DriveFailure) -> Value {
        guard let value = self[name] else { throw .request("The op \(operation.rawValue) needs the field '\(name)'.") }
        return value
    }

    func text(_ name: String) throws(DriveFailure) -> String {
        guard let text = try required(name).stringValue else { throw wrong(name, "a text") }
        return text
    }

    func integer(_ name: String) throws(DriveFailure) -> Int {
        guard let integer = try required(name).intValue else { throw wrong(name, "an integer") }
        return integer
    }

    func flag(_ name: String) throws(DriveFailure) -> Bool? {
        guard let value = self[name] else { return nil }
        guard let flag = value.boolValue else { throw wrong(name, "true or false") }
        return flag
    }

    /// Returns one of `words`, or the first if the field is absent.
    func word(_ name: String, of words: [String]) throws(DriveFailure) -> String {
        guard let value = self[name] else { return words.first ?? "" }
        guard let word = value.stringValue, words.contains(word) else {
            throw wrong(name, "one of \(words.joined(separator: ", "))")
        }
        return word
    }

    /// Returns an object's entries by name; none if the field is absent.
    func entries(_ name: String) throws(DriveFailure) -> [String: Value] {
        guard let value = self[name] else { return [:] }
        guard let map = value.mapValue else { throw wrong(name, "an object") }
        var entries: [String: Value] = [:]
        for case (.string(let key), let value) in map { entries[key] = value }
        return entries
    }

    /// Returns a seed: an integer from 0, or its digits as a text if it exceeds JSON's signed 64
    /// bits.
    func seed(_ value: Value) throws(DriveFailure) -> UInt64 {
        switch value {
        case .int(let integer) where integer >= 0: return UInt64(integer)
        case .string(let text):
            guard let seed = UInt64(text) else { fallthrough }
            return seed
        default: throw wrong("seed", "an integer from 0 to \(UInt64.max) (above \(Int64.max) as a text)")
        }
    }

    func wrong(_ name: String, _ expected: String) -> DriveFailure {
        .request("The field '\(name)' of \(operation.rawValue) must be \(expected).")
    }
}

/// Reads lines of bounded length from a source of bytes. The bytes of a longer line are dropped, so
/// that no line fills the memory.
struct LineReader {
    enum Line: Equatable {
        case bytes([UInt8])
        case tooLong
    }

    /// The most bytes of a line, without its end.
    let longest: Int
    /// Returns the next bytes; none at the end.
    private let source: () -> [UInt8]
    private var chunk: ArraySlice<UInt8> = []
    private var hasEnded = false
    private var line: [UInt8] = []

    init(longest: Int, source: @escaping () -> [UInt8]) {
        self.longest = longest
        self.source = source
    }

    /// The number of bytes held.
    var kept: Int { line.count + chunk.count }

    /// Returns the next line without its `\n`, or nil at the end. A last line needs no `\n`.
    mutating func next() -> Line? {
        line.removeAll(keepingCapacity: true)
        var isTooLong = false
        var hasBegun = false
        while let part = nextPart() {
            hasBegun = true
            if part.bytes.count > longest - line.count { isTooLong = true }
            if isTooLong { line.removeAll(keepingCapacity: true) } else { line += part.bytes }
            if part.isEnd { break }
        }
        guard hasBegun else { return nil }
        return isTooLong ? .tooLong : .bytes(line)
    }

    /// Returns the part of the line that has been read, or nil at the end of the source.
    private mutating func nextPart() -> (bytes: ArraySlice<UInt8>, isEnd: Bool)? {
        if chunk.isEmpty, !hasEnded {
            chunk = source()[...]
            hasEnded = chunk.isEmpty
        }
        guard !chunk.isEmpty else { return nil }
        if let end = chunk.firstIndex(of: UInt8(ascii: "\n")) {
            defer { chunk = chunk[(end + 1)...] }
            return (chunk[..<end], true)
        }
        defer { chunk = [] }
        return (chunk, false)
    }
}
