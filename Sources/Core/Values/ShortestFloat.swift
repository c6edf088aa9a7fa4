/// The shortest of CBOR's three float formats that holds a number exactly (RFC 8949 §4.2.1), as its bits.
///
/// Half floats are made from the bits because Swift's `Float16` doesn't exist on every platform.
enum ShortestFloat: Equatable {
    case half(UInt16)
    case single(UInt32)
    case double(UInt64)

    /// The one encoding that NaN has.
    static let nan = ShortestFloat.half(0x7e00)

    init(_ number: Double) {
        let single = Float(number)
        if number.isNaN {
            self = .nan
        } else if Double(single) != number {
            self = .double(number.bitPattern)
        } else if let half = Self.halfBits(of: single) {
            self = .half(half)
        } else {
            self = .single(single.bitPattern)
        }
    }

    /// The number that the bits stand for.
    var number: Double {
        switch self {
        case .half(let bits): Self.number(ofHalf: bits)
        case .single(let bits): Double(Float(bitPattern: bits))
        case .double(let bits): Double(bitPattern: bits)
        }
    }

    /// The bits of the half float equal to `number`, or nil if there is none. Not for NaN.
    private static func halfBits(of number: Float) -> UInt16? {
        let sign: UInt16 = number.sign == .minus ? 0x8000 : 0
        if number.isInfinite { return sign | 0x7c00 }
        if number.isZero { return sign }
        let exponent = Int(number.exponent)
        guard number.isNormal, (-24...15).contains(exponent) else { return nil }
        // 24 significant bits must shrink to 11, and to fewer for the subnormal halves below 2^-14.
        let surplus = 13 + max(0, -14 - exponent)
        let significand = number.bitPattern & 0x7f_ffff | 0x80_0000
        guard significand.trailingZeroBitCount >= surplus else { return nil }
        let shortened = UInt16(truncatingIfNeeded: significand >> UInt32(surplus))
        return exponent < -14 ? sign | shortened : sign | UInt16(exponent + 15) << 10 | shortened & 0x3ff
    }

    private static func number(ofHalf bits: UInt16) -> Double {
        let fraction = Double(bits & 0x3ff)
        let exponent = Int(bits >> 10 & 0x1f)
        let magnitude: Double =
            switch exponent {
            case 0: fraction * 0x1p-24
            case 31: fraction == 0 ? .infinity : .nan
            default: Double(sign: .plus, exponent: exponent - 25, significand: 1024 + fraction)
            }
        return bits & 0x8000 == 0 ? magnitude : -magnitude
    }
}
