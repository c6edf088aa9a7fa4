import Values

/// Random values from a seed, of the kinds that Lua tables can contain: no bytes, no NaN, no nil inside a table.
struct RandomValues {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func value(depth: Int = 4) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &random) {
        case 0: .bool(.random(using: &random))
        case 1, 2: .int(integer())
        case 3, 4: .double(number())
        case 5, 6: .string(text())
        case 7: .array((0..<Int.random(in: 0...6, using: &random)).map { _ in value(depth: depth - 1) })
        default: map(depth: depth)
        }
    }

    private mutating func map(depth: Int) -> Value {
        var entries: [ValueKey: Value] = [:]
        for _ in 0..<Int.random(in: 0...7, using: &random) {
            let key: ValueKey =
                switch Int.random(in: 0...3, using: &random) {
                case 0: .int(Int64.random(in: -3...5, using: &random))
                case 1: .int(integer())
                default: .string(text())
                }
            entries[key] = value(depth: depth - 1)
        }
        return .map(entries)
    }

    private mutating func integer() -> Int64 {
        let edges: [Int64] = [0, 1, 23, 24, 255, 256, 65535, 65536, 1 << 32, .max, .min, -1, -24, -25, -256, -257]
        return switch Int.random(in: 0...2, using: &random) {
        case 0: edges.randomElement(using: &random) ?? 0
        case 1: Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0...63, using: &random)
        default: Int64.random(in: -50...50, using: &random)
        }
    }

    private mutating func number() -> Double {
        let edges: [Double] = [
            0, -0.0, 1, 0.5, -1.5, .infinity, -.infinity, 65504, 65505, 5.960464477539063e-8, 2.98e-8, 1e-45,
            3.4028234e38,
            .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, 6.103515625e-5, 6.0975551605224609e-5,
        ]
        switch Int.random(in: 0...3, using: &random) {
        case 0: return edges.randomElement(using: &random) ?? 0
        case 1:
            let single = Double(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
            return single.isNaN ? 2 : single
        case 2: return Double(Float16(bitPattern: UInt16(truncatingIfNeeded: random.next()) & 0xfbff))
        default:
            let double = Double(bitPattern: random.next())
            return double.isNaN ? 3 : double
        }
    }

    private mutating func text() -> String {
        let pieces = ["", "a", "key", "é", "日本", "🎲", "\0", "\n", "e\u{301}", "\u{10FFFF}", "\u{D7FF}\u{E000}"]
        if Int.random(in: 0...20, using: &random) == 0 {
            return String(repeating: "x", count: Int.random(in: 20...300, using: &random))
        }
        return (0..<Int.random(in: 0...3, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    /// Returns `bytes` with some bytes changed, removed, doubled or added.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let at = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0...4, using: &random) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
            case 1: if at < bytes.count { bytes.remove(at: at) }
            case 2: bytes.removeLast(bytes.count - at)
            case 3 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
            default: if at < bytes.count { bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &random) }
            }
        }
        return bytes
    }

    mutating func noise() -> [UInt8] {
        (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
