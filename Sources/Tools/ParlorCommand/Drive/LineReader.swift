/// Reads lines of bounded length from a source of bytes: of a longer one nothing is kept but that it was too long, so that
/// no line fills the memory.
struct LineReader {
    enum Line: Equatable {
        case bytes([UInt8])
        case tooLong
    }

    /// The most bytes of a line, its end not counted.
    let longest: Int
    /// Gives the next bytes; none at the end.
    private let source: () -> [UInt8]
    private var chunk: ArraySlice<UInt8> = []
    private var hasEnded = false
    private var line: [UInt8] = []

    init(longest: Int, source: @escaping () -> [UInt8]) {
        self.longest = longest
        self.source = source
    }

    /// What is kept at the moment, in bytes.
    var kept: Int { line.count + chunk.count }

    /// The next line without its `\n`; nil at the end. A last line needs no `\n`.
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

    /// The rest of the line as far as it was read; nil at the end of the source.
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
