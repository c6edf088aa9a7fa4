import CLuaBoundary

/// A text of Lua's with the name that errors call it.
///
/// With a digest, its compiled form is cached in the memory of the process, for every state that loads the same name and text:
/// see `CompiledChunks`. No state takes in a compiled form from anywhere else.
///
/// ```swift
/// let chunk = LuaChunk(name: "double.lua", source: "local n = ...; return n * 2") { Array(SHA256.hash(data: $0)) }
/// let first = try LuaState().load(chunk), second = try LuaState().load(chunk)   // compiled once
/// ```
package final class LuaChunk: Sendable {
    package let name: String
    /// What the guard reads. It and the bytes behind it stay where they are as long as this object lives.
    nonisolated(unsafe) let pointer: UnsafePointer<GuardChunk>
    /// The digest, the name and the text, one behind the other.
    nonisolated(unsafe) private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Parameters:
    ///   - name: What errors call it, such as `game.lua`.
    ///   - digest: Returns the 32 bytes under which the compiled form is cached. Scripts of strangers share the cache, so
    ///     nobody may be able to find two inputs with one result: SHA-256, for example. It is a parameter so that this module
    ///     builds without a library of cryptography. nil caches nothing, which suits what is loaded once.
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

    /// The text, as it was given: a copy, so that nobody reads it where it was.
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

    /// The name, with its length in front and the zero that ends it, and the text: different pairs give different bytes.
    private static func framed(_ name: [UInt8], _ text: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt64(name.count).bigEndian, Array.init) + name + text
    }
}

/// The lines of a compiled chunk, as its debug information has them.
///
/// Source of the format: `ldump.c` and `lundump.c` of Lua 5.4; of the line table: `luaG_getfuncline` and `collectvalidlines`
/// in its `ldebug.c`; of the instructions: `lopcodes.h`.
struct LuaChunkLines: Hashable, Sendable {
    /// What `debug.getinfo(f, "L")` names as active lines, of the chunk and all functions in it.
    private(set) var active: Set<Int> = []
    /// The active lines without those where nothing stands but a return that the compiler added and that has no work to do:
    /// an `end` behind a `return`, the closing bracket of `return f {`.
    private(set) var executable: Set<Int> = []

    /// Bytes that are no compiled chunk of Lua 5.4, or one without debug information.
    struct Malformed: Error, Hashable, CustomStringConvertible {
        /// Where, in bytes from the start.
        var offset: Int
        /// What was expected there.
        var expected: String

        var description: String {
            "the compiled chunk can't be read: \(expected) was expected at byte \(offset); Parlor needs Lua 5.4"
        }
    }

    /// Functions nest at most this deep: Lua's compiler itself stops at 200 levels.
    private static let deepest = 256

    /// Reads what `lua_dump` wrote.
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

        // a vararg function begins with an instruction that arranges its arguments: no hook is called for that one
        for (place, line) in lines.enumerated().dropFirst(isVararg ? 1 : 0) {
            active.insert(line)
            if !Self.isIdle(place, in: code) { executable.insert(line) }
        }
    }

    /// Is this a return that only the compiler put there? One stands behind every tail call and runs where that calls a
    /// function of C; one ends every function, and runs unless nothing leads to it.
    private static func isIdle(_ place: Int, in code: [UInt32]) -> Bool {
        let mask: UInt32 = 0x7f, jump: UInt32 = 56, tailCall: UInt32 = 69, returns: ClosedRange<UInt32> = 70...72
        guard place > 0, returns.contains(code[place] & mask) else { return false }
        let before = code[place - 1] & mask
        if before == tailCall { return true }
        guard place == code.count - 1, returns.contains(before) else { return false }
        // `for` loops and skips of a single instruction can't lead there either: what stands before them isn't a return
        return !code.enumerated().contains { from, instruction in
            guard instruction & mask == jump else { return false }
            let distance = Int(instruction >> 7) - 0xff_ffff
            return from + 1 + distance == place
        }
    }
}

/// The compiled forms that this process keeps. Each was made in this process, of a text, by Lua's own compiler; none is ever
/// read from a file, a message or a script. They are bounded in number and bytes: the one that wasn't loaded for the longest
/// time goes first, and what is gone is compiled again.
package struct CompiledChunks: Hashable, Sendable {
    /// How many there are, and their bytes.
    package let count, bytes: Int
    /// The bounds of both.
    package let most, mostBytes: Int
    /// How often a state found one since the process began.
    package let found: UInt64

    package static var now: CompiledChunks { CompiledChunks(guard_chunks()) }

    /// Sets other bounds; what is over them goes at once. With 0 nothing is kept, and every state compiles for itself.
    package static func bound(most: Int, mostBytes: Int) { guard_chunks_bound(max(0, most), max(0, mostBytes)) }

    private init(_ chunks: GuardChunks) {
        (count, bytes) = (chunks.count, chunks.bytes)
        (most, mostBytes) = (chunks.most, chunks.most_bytes)
        found = chunks.found
    }
}

/// Texts that `require` finds by their names, once they are registered. Many states may share them: registering costs next to
/// nothing, and a module is loaded by whoever first requires it.
package final class LuaModules: Sendable {
    nonisolated(unsafe) let pointer: UnsafeMutableBufferPointer<GuardModule>
    private let chunks: [LuaChunk]

    /// - Parameters:
    ///   - modules: What `require` calls each, and its text.
    ///   - trust: Whom they belong to.
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
