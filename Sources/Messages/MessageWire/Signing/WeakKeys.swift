/// Public keys of Ed25519 that prove nothing: points of small order, for which anybody can make signatures that fit whatever
/// is signed, and second encodings of a point, which would let one key sit twice.
enum WeakKeys {
    /// Is it neither? Bytes that encode no point at all are sound: nothing fits them.
    static func isSound(_ key: [UInt8]) -> Bool {
        var y = key
        y[y.count - 1] &= 0x7f  // what tells the sign of x
        return isBelowPrime(y) && !smallOrder.contains(y)
    }

    /// Is y below 2^255 - 19, in bytes of which the lowest comes first? Only 19 numbers of 255 bits aren't.
    private static func isBelowPrime(_ y: [UInt8]) -> Bool {
        guard y[y.count - 1] == 0x7f, y[1..<y.count - 1].allSatisfy({ $0 == 0xff }) else { return true }
        return y[0] < 0xed
    }

    /// The y of the eight points whose order divides 8, each with either sign of x. With y of 1 and -1 x is 0, so that the
    /// other sign is a second encoding.
    private static let smallOrder: Set<[UInt8]> = [
        [1] + zeros,  // order 1
        [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],  // order 2
        [0] + zeros,  // order 4
        eighth,  // order 8
        // its negative: the prime less the one above
        [0xed &- eighth[0]] + eighth[1..<31].map { ~$0 } + [0x7f &- eighth[31]],
    ]

    private static let zeros = [UInt8](repeating: 0, count: 31)

    private static let eighth: [UInt8] = [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
        0xac,
        0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ]
}
