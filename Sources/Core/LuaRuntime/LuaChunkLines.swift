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
