import CLuaGuard

/// Which lines of scripts ran, and which can run.
extension LuaState {
    /// Notes each line of scripts that runs, from the next call on; chunks whose names begin with `sdk/` are the host's own
    /// and left out. It works beside deadlines and ``countInstructions(_:limit:)``, and as there calls nested deeper than
    /// 4,000 end with limit `depth`. At most 64 sources and lines up to 32,767 are noted.
    ///
    /// ```swift
    /// try state.coverLines(true)
    /// try state.call(chunk)
    /// state.coveredLines["game.lua"]   // [1, 2, 5]
    /// ```
    ///
    /// - Throws: ``LuaError`` of kind `host` if the host has no memory for the notes.
    package func coverLines(_ on: Bool) throws(LuaError) {
        guard guard_cover_lines(pointer, on) else {
            throw LuaError(kind: .host, message: "the host has no memory to note which lines run")
        }
    }

    /// The lines that ran while they were noted, by the name of their source; switching off keeps them.
    package var coveredLines: [String: Set<Int>] {
        var result: [String: Set<Int>] = [:]
        for source in 0..<guard_covered_sources(pointer) {
            var name: UnsafePointer<CChar>?
            guard let bits = guard_covered(pointer, source, &name), let name else { continue }
            var lines: Set<Int> = []
            for byte in 0..<Int(GUARD_COVER_LINES) / 8 where bits[byte] != 0 {
                for bit in 0..<8 where bits[byte] & 1 << bit != 0 { lines.insert(byte * 8 + bit) }
            }
            result[String(cString: name), default: []].formUnion(lines)
        }
        return result
    }

    /// The lines of a source text that should run: it is compiled, and nothing of it runs. A comment, an empty line, an `end`
    /// behind a `return`, and the closing bracket of `return f {` are none of them, though a covered line may be such a one:
    /// subtract `coveredLines` from these, and don't compare the two in number.
    ///
    /// - Parameter name: What errors call it, such as `game.lua`.
    /// - Throws: ``LuaError`` with the place of a syntax error, or the limit that compiling met; of kind `host` if the
    ///   compiled form isn't that of Lua 5.4.
    package func executableLines(of source: String, name: String) throws(LuaError) -> Set<Int> {
        let bytes = try dump(source, name: name)
        do throws(LuaChunkLines.Malformed) {
            return try LuaChunkLines(dump: bytes).executable
        } catch {
            throw LuaError(kind: .host, message: "\(error)", source: name)
        }
    }

    /// The compiled form of a source text, with all that is known of its lines.
    func dump(_ source: String, name: String) throws(LuaError) -> [UInt8] {
        var bytes: UnsafePointer<UInt8>?
        var size = 0
        let chunk = LuaChunk(name: name, source: source, digest: nil)
        try withExtendedLifetime(chunk) { () throws(LuaError) in
            try check { [pointer, defaultNanoseconds] in
                guard_dump(pointer, chunk.pointer, &bytes, &size, defaultNanoseconds)
            }
        }
        return Array(UnsafeBufferPointer(start: bytes, count: size))
    }
}
