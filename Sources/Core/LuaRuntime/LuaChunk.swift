import CLuaBoundary

/// A Lua text with its name in errors.
///
/// If the chunk has a digest, the process caches its compiled form in memory, for every state that
/// loads the same name and text: see `CompiledChunks`. No state accepts a compiled form from
/// anywhere else.
///
/// ```swift
/// let chunk = LuaChunk(name: "double.lua", source: "local n = ...; return n * 2") {
///     Array(SHA256.hash(data: $0))
/// }
/// let first = try LuaState().load(chunk), second = try LuaState().load(chunk)   // compiled once
/// ```
package final class LuaChunk: Sendable {
    package let name: String
    /// The chunk as C reads it. The chunk and the bytes that it points to stay in place as long as
    /// this object lives.
    nonisolated(unsafe) let pointer: UnsafePointer<GuardChunk>
    /// The digest, the name and the text, one after another.
    nonisolated(unsafe) private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Parameters:
    ///   - name: The name in errors, such as `game.lua`.
    ///   - digest: Returns the 32 bytes under which the compiled form is cached. Scripts of
    ///     strangers share the cache, so nobody may be able to find two inputs with one result:
    ///     SHA-256, for example. It is a parameter so that this module builds without a library of
    ///     cryptography. With nil nothing is cached, which suits a text that is loaded once.
    package init(name: String, source: String, digest: ((_ nameAndText: [UInt8]) -> [UInt8])?) {
        self.name = name
        let called = Array("=\(name)".utf8) + [0], text = Array(source.utf8)
        let key = digest.map { $0(Self.framed(called, text)) } ?? []
        let isCached = key.count == Int(GUARD_DIGEST)
        let digest = isCached ? key : []
        bytes = .allocate(capacity: digest.count + called.count + text.count)
        _ = bytes.initialize(from: digest + called + text)
        let start = bytes.baseAddress.map { UnsafePointer($0) }
        let words = start.map { UnsafeRawPointer($0 + digest.count).assumingMemoryBound(to: CChar.self) }
        let chunk = UnsafeMutablePointer<GuardChunk>.allocate(capacity: 1)
        chunk.initialize(
            to: GuardChunk(
                source: start.map { $0 + digest.count + called.count }, count: text.count, name: words,
                digest: isCached ? start : nil))
        pointer = UnsafePointer(chunk)
    }

    /// A copy of the text, so that callers don't read the bytes of this object.
    var text: String {
        withExtendedLifetime(self) {
            String(
                decoding: UnsafeBufferPointer(start: pointer.pointee.source, count: pointer.pointee.count),
                as: UTF8.self)
        }
    }

    deinit {
        pointer.deallocate()
        bytes.deallocate()
    }

    /// Returns the length of the name, the name with its final zero, and the text, one after
    /// another. Different pairs of name and text give different bytes.
    private static func framed(_ name: [UInt8], _ text: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt64(name.count).bigEndian, Array.init) + name + text
    }
}

/// The lines of a compiled chunk, from its debug information.
///
/// The format is that of `ldump.c` and `lundump.c` of Lua 5.4. The line table follows `luaG_getfuncline`
/// and `collectvalidlines` in its `ldebug.c`, the instructions follow `lopcodes.h`.
struct LuaChunkLines: Hashable, Sendable {
    /// The active lines that `debug.getinfo(f, "L")` names, of the chunk and all functions in it.
    private(set) var active: Set<Int> = []
    /// The active lines, without lines on which only the compiler has added a needless return. Examples
    /// are an `end` after a `return`, and the closing bracket of `return f {`.
    private(set) var executable: Set<Int> = []

    /// The error for bytes that aren't a compiled chunk of Lua 5.4 with debug information.
    struct Malformed: Error, Hashable, CustomStringConvertible {
        /// The place, in bytes from the start.
        var offset: Int
        /// What was expected there.
        var expected: String

        var description: String {
            "the compiled chunk can't be read: \(expected) was expected at byte \(offset); Parlor needs Lua 5.4"
        }
    }

    /// The deepest nesting of functions that is read. Lua's compiler itself stops at 200 levels.
    private static let deepest = 256

    /// Reads the output of `lua_dump`.
    ///
    /// - Throws: ``Malformed`` at the first byte that doesn't fit.
    init(dump: [UInt8]) throws(Malformed) {
        var reader = LuaDumpReader(dump)
        try reader.header()
        _ = try reader.byte("the number of upvalues")
        try addFunction(&reader, depth: 0)
        guard reader.isAtEnd else { throw reader.malformed("the end") }
    }

    private mutating func addFunction(_ reader: inout LuaDumpReader, depth: Int) throws(Malformed) {
        guard depth < Self.deepest else { throw reader.malformed("no function nested deeper") }
        try reader.skipString("a source name")
        let defined = try reader.integer("the first line")
        _ = try reader.integer("the last line")
        _ = try reader.byte("the number of parameters")
        let isVararg = try reader.byte("whether there are varargs") != 0
        _ = try reader.byte("the size of the stack")
        let code = try reader.instructions()
        try reader.skipConstants()
        try reader.skip(reader.count("upvalues", each: 3) * 3, "upvalues")
        for _ in 0..<(try reader.count("functions", each: 1)) { try addFunction(&reader, depth: depth + 1) }
        let lines = try reader.lines(of: code.count, from: defined)
        try reader.skipNames()

        // no hook is called for the first instruction of a vararg function, which arranges its arguments
        for (place, line) in lines.enumerated().dropFirst(isVararg ? 1 : 0) {
            active.insert(line)
            if !Self.isIdle(place, in: code) { executable.insert(line) }
        }
    }

    /// Returns whether the instruction is a return that only the compiler added. The compiler adds a
    /// return after every tail call; this return runs if the called function is a C function. The
    /// compiler also adds a return at the end of every function; this return runs if the instruction
    /// before it or a jump leads to it.
    private static func isIdle(_ place: Int, in code: [UInt32]) -> Bool {
        let mask: UInt32 = 0x7f, jump: UInt32 = 56, tailCall: UInt32 = 69, returns: ClosedRange<UInt32> = 70...72
        guard place > 0, returns.contains(code[place] & mask) else { return false }
        let before = code[place - 1] & mask
        if before == tailCall { return true }
        guard place == code.count - 1, returns.contains(before) else { return false }
        // the instruction before is a return, so `for` loops and skips of one instruction can't
        // lead there
        return !code.enumerated().contains { from, instruction in
            guard instruction & mask == jump else { return false }
            let distance = Int(instruction >> 7) - 0xff_ffff
            return from + 1 + distance == place
        }
    }
}

/// The compiled chunks that this process caches. Lua's own compiler made each of them in this
/// process from a text; none is ever read from a file, a message or a script. Their number and
/// bytes are bounded. The least recently loaded one is removed first, and compiled again
/// when needed.
package struct CompiledChunks: Hashable, Sendable {
    /// The number of cached chunks, and their bytes.
    package let count, bytes: Int
    /// The bounds of both.
    package let most, mostBytes: Int
    /// The number of times that a state found a chunk in the cache since the process started.
    package let found: UInt64

    package static var now: CompiledChunks { CompiledChunks(guard_chunks()) }

    /// Sets other bounds, and removes what exceeds them. With 0 nothing is cached, and every state
    /// compiles for itself.
    package static func bound(most: Int, mostBytes: Int) { guard_chunks_bound(max(0, most), max(0, mostBytes)) }

    private init(_ chunks: GuardChunks) {
        (count, bytes) = (chunks.count, chunks.bytes)
        (most, mostBytes) = (chunks.most, chunks.most_bytes)
        found = chunks.found
    }
}

/// Texts that `require` finds by their names after they are registered. Many states may share them.
/// Registering costs next to nothing: a module is loaded when it is first required.
package final class LuaModules: Sendable {
    nonisolated(unsafe) let pointer: UnsafeMutableBufferPointer<GuardModule>
    private let chunks: [LuaChunk]

    /// - Parameters:
    ///   - modules: The name of each for `require`, and its text.
    ///   - trust: The owner of the modules.
    package init(_ modules: [(name: String, chunk: LuaChunk)], trust: LuaState.Trust) {
        chunks = modules.map(\.chunk)
        pointer = .allocate(capacity: modules.count)
        for (place, module) in modules.enumerated() {
            let name = module.name.utf8CString
            let words = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.count)
            _ = words.initialize(from: name)
            pointer.initializeElement(
                at: place,
                to: GuardModule(
                    name: UnsafePointer(words.baseAddress), chunk: module.chunk.pointer.pointee, trusted: trust == .host
                ))
        }
    }

    deinit {
        for module in pointer { module.name?.deallocate() }
        pointer.deallocate()
    }
}
