import Values

/// Values for property tests: small, with many edge cases.
struct RandomValue {
    var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func value(depth: Int = 3) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 11 : 7), using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2, 3: .int(integer())
        case 4: .double(float())
        case 5: .string(string())
        case 6: .bytes((0..<count()).map { _ in UInt8.random(in: 0...255, using: &random) })
        case 7, 8: .array((0..<count()).map { _ in value(depth: depth - 1) })
        default: map(depth: depth)
        }
    }

    private mutating func map(depth: Int) -> Value {
        // Often all keys are of one kind, sometimes they are mixed.
        let kind = Int.random(in: 0..<4, using: &random)
        var entries: [ValueKey: Value] = [:]
        for _ in 0..<count() {
            let key: ValueKey =
                switch kind {
                case 0: .int(Int64.random(in: 0...30, using: &random))
                case 1, 2: .string(string())
                default: Bool.random(using: &random) ? .int(integer()) : .string(string())
                }
            entries[key] = value(depth: depth - 1)
        }
        return .map(entries)
    }

    private mutating func count() -> Int {
        // Mostly few elements, sometimes so many that the length needs a byte of its own.
        Int.random(in: 0..<40, using: &random) == 0 ? 26 : Int.random(in: 0...4, using: &random)
    }

    mutating func integer() -> Int64 {
        let edges: [Int64] = [
            0, 1, 23, 24, 255, 256, 65535, 65536, 4_294_967_295, 4_294_967_296, .max, -1, -24, -25, -256, -257, -65536,
            -65537, -4_294_967_296, -4_294_967_297, .min,
        ]
        return switch Int.random(in: 0..<3, using: &random) {
        case 0: edges[Int.random(in: 0..<edges.count, using: &random)]
        case 1: Int64.random(in: -40...40, using: &random)
        default: Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random)
        }
    }

    /// Returns any float except NaN.
    mutating func float() -> Double {
        let number: Double =
            switch Int.random(in: 0..<5, using: &random) {
            case 0: Double(bitPattern: random.next())
            case 1: Double(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
            case 2: Double(Int.random(in: -2048...2048, using: &random)) / 1024
            case 3: Double(sign: .minus, exponent: Int.random(in: -30...20, using: &random), significand: 1.25)
            default:
                [0, -0.0, .infinity, -.infinity, 65504, 65520, 0x1p-24, 0x1p-25, 1e300][
                    Int.random(in: 0..<9, using: &random)]
            }
        return number.isNaN ? 0 : number
    }

    mutating func string() -> String {
        let parts = [
            "a", "b", "Z", "0", "7", "_", " ", "\"", "\\", "/", "\n", "\t", "\u{0}", "\u{1f}", "\u{7f}", "é",
            "e\u{301}",
            "\u{2028}", "水", "𐅑", "👩‍👩‍👧", "\u{fffd}", "\u{feff}", "Å", "\u{212b}", "1", "key",
        ]
        return (0..<count()).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
    }
}
