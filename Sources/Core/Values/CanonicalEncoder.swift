extension Value {
    /// Returns the deterministic CBOR encoding (RFC 8949 §4.2.1): one value has one encoding, on
    /// every device.
    ///
    /// Integers and lengths take their shortest form. Floats take the shortest of half, single and
    /// double that keeps the number (−0.0 keeps its sign). Lengths are definite, and the keys of a
    /// map are in the order of their encodings.
    ///
    /// - Parameters:
    ///   - limits: The limits of the value and its encoding.
    ///   - root: The name of the value in errors: `state` gives `state.board[3]: NaN can't be saved
    ///     …`.
    /// - Throws: A ``ValueError`` of kind `nan`, `tooManyBytes`, `tooDeep` or `tooManyItems`.
    public func canonicalBytes(
        limits: ValueLimits = ValueLimits(), root: String = "value"
    ) throws(ValueError) -> [UInt8] {
        var encoder = CanonicalEncoder(limits: limits, root: root)
        try encoder.encode(self)
        return encoder.bytes
    }
}

/// A writer of deterministic CBOR.
struct CanonicalEncoder {
    private(set) var bytes: [UInt8] = []
    private let limits: ValueLimits
    private var itemsLeft: Int
    private let root: String
    private var walk = TableWalk()

    init(limits: ValueLimits, root: String) {
        self.limits = limits
        itemsLeft = limits.items
        self.root = root
    }

    mutating func encode(_ value: Value) throws(ValueError) {
        try claimItems(1)
        try write(value)
        while let step = walk.next() {
            switch step {
            case .element(let value): try write(value)
            case .entry(.int(let key), let value):
                try append(key)
                try write(value)
            case .entry(.string(let key), let value):
                try append(key)
                try write(value)
            case .end: continue
            }
        }
    }

    /// Writes `value`, for which ``claimItems(_:)`` was called already. If the value is a table,
    /// writes only its head, and opens it.
    private mutating func write(_ value: Value) throws(ValueError) {
        switch value {
        case .null: try appendByte(0xf6)
        case .bool(let value): try appendByte(value ? 0xf5 : 0xf4)
        case .int(let value): try append(value)
        case .double(let value): try append(value)
        case .string(let value): try append(value)
        case .bytes(let value):
            try appendHead(.bytes, UInt64(value.count))
            try claimBytes(value.count)
            bytes += value
        case .array(let elements):
            try claimTable(count: elements.count)
            try appendHead(.array, UInt64(elements.count))
            walk.open(elements)
        case .map(let entries):
            try claimTable(count: entries.count)
            try appendHead(.map, UInt64(entries.count))
            walk.open(entries)
        }
    }

    private mutating func append(_ number: Int64) throws(ValueError) {
        // For a negative n, −1 − n is the complement `~n`.
        try number < 0 ? appendHead(.negative, UInt64(~number)) : appendHead(.unsigned, UInt64(number))
    }

    private mutating func append(_ text: String) throws(ValueError) {
        try appendHead(.text, UInt64(text.utf8.count))
        try claimBytes(text.utf8.count)
        bytes += text.utf8
    }

    private mutating func append(_ number: Double) throws(ValueError) {
        guard !number.isNaN || limits.allowsNaN else { throw error(.nan) }
        switch ShortestFloat(number) {
        case .half(let bits): try append(0xf9, bits)
        case .single(let bits): try append(0xfa, bits)
        case .double(let bits): try append(0xfb, bits)
        }
    }

    /// Appends the head of a data item (RFC 8949 §3): its major type, and its argument in the
    /// shortest form.
    private mutating func appendHead(_ type: MajorType, _ argument: UInt64) throws(ValueError) {
        let type = type.rawValue << 5
        switch argument {
        case 0..<24: try appendByte(type | UInt8(argument))
        case ...0xff: try append(type | 24, UInt8(argument))
        case ...0xffff: try append(type | 25, UInt16(argument))
        case ...0xffff_ffff: try append(type | 26, UInt32(argument))
        default: try append(type | 27, argument)
        }
    }

    private mutating func appendByte(_ byte: UInt8) throws(ValueError) {
        try claimBytes(1)
        bytes.append(byte)
    }

    private mutating func append<Bits: FixedWidthInteger>(_ byte: UInt8, _ bits: Bits) throws(ValueError) {
        try claimBytes(1 + Bits.bitWidth / 8)
        bytes.append(byte)
        for shift in stride(from: Bits.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> Bits(shift)))
        }
    }

    private mutating func claimTable(count: Int) throws(ValueError) {
        guard walk.depth < limits.usableDepth else { throw error(.tooDeep(limit: limits.usableDepth)) }
        try claimItems(count)
    }

    private mutating func claimItems(_ count: Int) throws(ValueError) {
        guard count <= itemsLeft else { throw error(.tooManyItems(limit: limits.items)) }
        itemsLeft -= count
    }

    private func claimBytes(_ count: Int) throws(ValueError) {
        guard count <= limits.bytes - bytes.count else { throw error(.tooManyBytes(limit: limits.bytes)) }
    }

    private func error(_ kind: ValueError.Kind) -> ValueError {
        ValueError(kind, path: walk.path(root: root))
    }
}

/// The major types of CBOR (RFC 8949 §3.1), the upper three bits of an item's first byte.
enum MajorType: UInt8 {
    case unsigned, negative, bytes, text, array, map, tag, simple
}

/// The shortest of CBOR's three float formats that holds a number exactly (RFC 8949 §4.2.1), as its
/// bits.
///
/// Half floats are made from the bits because Swift's `Float16` doesn't exist on every platform.
enum ShortestFloat: Equatable {
    case half(UInt16)
    case single(UInt32)
    case double(UInt64)

    /// The only encoding of NaN.
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

    /// The number that the bits represent.
    var number: Double {
        switch self {
        case .half(let bits): Self.number(ofHalf: bits)
        case .single(let bits): Double(Float(bitPattern: bits))
        case .double(let bits): Double(bitPattern: bits)
        }
    }

    /// Returns the bits of the half float equal to `number`, or nil if there is none. `number` must
    /// not be NaN.
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
