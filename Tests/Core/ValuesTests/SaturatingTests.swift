import Testing
import Values

@Suite struct SaturatingTests {
    @Test func everyNumberIsAnInteger() {
        let pairs: [(number: Double, integer: Int)] = [
            (-1e300, .min), (1e300, .max), (-.infinity, .min), (.infinity, .max), (.nan, 0), (-0.9, 0), (41.99, 41),
            (0x1p63, .max), (-0x1p63, .min),
        ]
        for (number, integer) in pairs { #expect(Int(saturating: number) == integer, "\(number)") }
    }

    @Test func narrowTypesHaveTheirOwnBounds() {
        #expect(UInt8(saturating: -3) == 0 && UInt8(saturating: 255.9) == 255 && UInt8(saturating: 1e9) == 255)
        #expect(Int8(saturating: -128.5) == -128 && UInt64(saturating: 1e20) == .max)
    }
}
