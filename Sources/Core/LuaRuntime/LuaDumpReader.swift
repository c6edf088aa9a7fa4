/// A reader of the parts of a compiled chunk of Lua 5.4, in the order in which `ldump.c` writes
/// them. It checks every length against the bytes that are left.
struct LuaDumpReader {
    typealias Malformed = LuaChunkLines.Malformed

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    func malformed(_ expected: String) -> Malformed { Malformed(offset: offset, expected: expected) }

    mutating func byte(_ what: String) throws(Malformed) -> UInt8 {
        guard offset < bytes.count else { throw malformed(what) }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func skip(_ count: Int, _ what: String) throws(Malformed) {
        guard count <= bytes.count - offset else { throw malformed(what) }
        offset += count
    }

    /// Reads the header: signature, version 5.4, format 0, bytes that a text-mode transfer would
    /// damage, sizes of an instruction, an integer and a number, and one integer and one number.
    mutating func header() throws(Malformed) {
        let fixed: [UInt8] = [
            0x1b, 0x4c, 0x75, 0x61, 0x54, 0, 0x19, 0x93, 0x0d, 0x0a, 0x1a, 0x0a, 4, 8, 8,
        ]
        for expected in fixed {
            guard try byte("the header of Lua 5.4") == expected else { throw malformed("the header of Lua 5.4") }
        }
        let integer = withUnsafeBytes(of: Int64(0x5678)) { Array($0) }
        let number = withUnsafeBytes(of: 370.5) { Array($0) }
        for expected in integer + number {
            guard try byte("this machine's numbers") == expected else { throw malformed("this machine's numbers") }
        }
    }

    /// Reads an unsigned number of at most 31 bits. Each byte has seven bits, the highest first;
    /// its top bit marks the last byte.
    mutating func integer(_ what: String) throws(Malformed) -> Int {
        var result = 0
        while true {
            let next = try byte(what)
            result = result << 7 | Int(next & 0x7f)
            guard result <= Int(Int32.max) else { throw malformed(what) }
            if next & 0x80 != 0 { return result }
        }
    }

    /// Reads the number of things that follow, each of which takes at least `each` bytes.
    mutating func count(_ what: String, each: Int) throws(Malformed) -> Int {
        let count = try integer("the number of \(what)")
        guard count <= (bytes.count - offset) / each else {
            throw malformed("at most as many \(what) as there are bytes")
        }
        return count
    }

    /// Skips a string, which is stored as its length plus one and then its bytes. A length field of
    /// 0 means no string.
    mutating func skipString(_ what: String) throws(Malformed) {
        try skip(max(0, integer(what) - 1), what)
    }

    mutating func instructions() throws(Malformed) -> [UInt32] {
        let count = try count("instructions", each: 4)
        defer { offset += count * 4 }
        return bytes.withUnsafeBytes { all in
            (0..<count).map { all.loadUnaligned(fromByteOffset: offset + $0 * 4, as: UInt32.self) }
        }
    }

    mutating func skipConstants() throws(Malformed) {
        for _ in 0..<(try count("constants", each: 1)) {
            switch try byte("a constant's type") {
            case 0x00, 0x01, 0x11: break  // nil, false, true
            case 0x03, 0x13: try skip(8, "a number")
            case 0x04, 0x14: try skipString("a text")
            default: throw malformed("a constant's type")
            }
        }
    }

    /// Reads the line of each instruction. It is stored as the difference from the line of the
    /// previous instruction. If that doesn't fit, a mark is stored, and a separate table has the
    /// line.
    mutating func lines(of instructions: Int, from defined: Int) throws(Malformed) -> [Int] {
        let differences = try count("lines", each: 1)
        guard differences == instructions else { throw malformed("a line for each instruction") }
        let start = offset
        try skip(differences, "lines")
        var absolute: [Int: Int] = [:]
        for _ in 0..<(try count("whole lines", each: 2)) {
            let instruction = try integer("an instruction's number")
            absolute[instruction] = try integer("its line")
        }
        var result: [Int] = []
        var line = defined
        for place in 0..<differences {
            let difference = Int8(bitPattern: bytes[start + place])
            if difference == .min {
                guard let whole = absolute[place] else { throw malformed("the whole line of instruction \(place)") }
                line = whole
            } else {
                line += Int(difference)
            }
            result.append(line)
        }
        return result
    }

    /// Skips the names of local variables, each with the first and last instruction of its life,
    /// and the names of upvalues.
    mutating func skipNames() throws(Malformed) {
        for _ in 0..<(try count("local variables", each: 3)) {
            try skipString("a variable's name")
            _ = try integer("where a variable begins")
            _ = try integer("where a variable ends")
        }
        for _ in 0..<(try count("names of upvalues", each: 1)) { try skipString("an upvalue's name") }
    }
}
