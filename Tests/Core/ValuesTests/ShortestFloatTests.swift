import Testing

@testable import Values

@Suite struct ShortestFloatTests {
    @Test func everyHalfFloatIsFoundAgain() {
        for bits in 0...UInt16.max {
            let number = ShortestFloat.half(bits).number
            let expected: ShortestFloat = number.isNaN ? .nan : .half(bits)
            guard ShortestFloat(number) != expected else { continue }
            Issue.record("half float \(bits) became \(ShortestFloat(number))")
        }
    }

    @Test(
        arguments: [
            (0.0, .half(0x0000)), (-0.0, .half(0x8000)), (1, .half(0x3c00)), (65504, .half(0x7bff)),
            (0x1p-24, .half(0x0001)), (0x1p-14, .half(0x0400)), (0x1.ff8p-15, .half(0x03ff)),
            (.infinity, .half(0x7c00)),
            (-.infinity, .half(0xfc00)), (.nan, .half(0x7e00)), (-.nan, .half(0x7e00)),
            (65505, .single(0x477f_e100)), (65536, .single(0x4780_0000)), (0x1p-25, .single(0x3300_0000)),
            (0x1.8p-24, .single(0x33c0_0000)), (0x1.ffcp-15, .single(0x387f_e000)), (0x1.002p0, .single(0x3f80_1000)),
            (0x1p-149, .single(0x0000_0001)), (3.4028234663852886e38, .single(0x7f7f_ffff)),
            (0x1p-150, .double(0x3690_0000_0000_0000)), (0x1p128, .double(0x47f0_0000_0000_0000)),
            (0.1, .double(0x3fb9_9999_9999_999a)), (.leastNonzeroMagnitude, .double(1)),
        ] as [(Double, ShortestFloat)])
    func takesTheShortestThatIsExact(number: Double, expected: ShortestFloat) {
        #expect(ShortestFloat(number) == expected)
        #expect(Value.double(expected.number) == .double(number))
    }
}
