import Crypto
import Testing

@testable import MessageProtocol

/// Keys that prove nothing, because anybody can sign for such a key.
@Suite struct WeakKeyTests {
    /// The eight points of small order, from the order of the curve's group and its formulas; then
    /// their second encodings.
    static let weak: [String] = {
        let ff = String(repeating: "ff", count: 30)
        let zero = String(repeating: "00", count: 30)
        return [
            "01\(zero)00", "ec\(ff)7f", "00\(zero)00", "00\(zero)80",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
            "01\(zero)80", "ec\(ff)ff", "ed\(ff)7f", "ed\(ff)ff", "ee\(ff)7f", "ee\(ff)ff", "f0\(ff)7f", "ff\(ff)ff",
        ]
    }()

    @Test(arguments: weak) func aWeakKeyIsNone(_ key: String) {
        #expect(bytes(key).count == 32)
        #expect(code { try SeatKey.Public(bytes(key)) } == "malformed")
    }

    /// A signature that fits every match: it belongs to the neutral point and isn't over any data.
    @Test func aUniversalSignatureHasNoKey() throws {
        let key = [1] + [UInt8](repeating: 0, count: 31)
        let signature = key + [UInt8](repeating: 0, count: 32)
        let accepts = try (0..<5).allSatisfy { number in
            try Curve25519.Signing.PublicKey(rawRepresentation: key)
                .isValidSignature(signature, for: [UInt8](repeating: UInt8(number), count: 40))
        }
        #expect(accepts, "the library takes it, so the protocol mustn't")
        #expect(code { try SeatKey.Public(key) } == "malformed")
        // such a key is rejected in every place where a message has a key
        var writer = ByteWriter()
        SeatedPlayer(token: .empty, key: SeatKey().publicKey).write(to: &writer)
        let entry = Array(writer.bytes.prefix(writer.bytes.count - 32)) + key
        var reader = ByteReader(entry, part: "log")
        #expect(code { try SeatedPlayer(from: &reader) } == "malformed")
        #expect(code { try SeatedPlayer(value: [.string(""), .bytes(key)]) } == "malformed")
    }

    @Test func ordinaryKeysAreTaken() throws {
        for _ in 0..<200 {
            let key = SeatKey().publicKey
            #expect(try SeatKey.Public(key.bytes) == key)
        }
        #expect(throws: Never.self) { try SeatKey.Public([UInt8](0..<32)) }
        // y is just below the prime, and not small
        #expect(throws: Never.self) { try SeatKey.Public(bytes("eb" + String(repeating: "ff", count: 30) + "7f")) }
    }
}
