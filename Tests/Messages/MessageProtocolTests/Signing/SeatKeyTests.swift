import Testing

@testable import MessageProtocol

@Suite struct SeatKeyTests {
    private static let secret = [UInt8](0..<32)

    /// RFC 8032 §7.1, test 1.
    @Test func publicKeyAndSignatureAreThoseOfTheRFC() throws {
        let key = try SeatKey(secret: bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
        #expect("\(key.publicKey)" == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        let signature = try Signature(
            bytes(
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                    + "d25bf5f0595bbe24655141438e7a100b"))
        #expect(signature.isValid(over: [], by: key.publicKey))
        #expect(!signature.isValid(over: [0], by: key.publicKey))
    }

    @Test func keysAreNeverPrinted() throws {
        let key = try SeatKey(secret: Self.secret)
        var dumped = ""
        dump(key, to: &dumped)
        dump([key], to: &dumped)
        dump(Optional(key), to: &dumped)
        for text in ["\(key)", String(reflecting: key), "\([key])", "\(Optional(key) as Any)", dumped] {
            #expect(text.contains("redacted"))
            #expect(!text.contains("1f") && !text.contains("31"))
            #expect(!text.lowercased().contains("private"))
        }
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test func aKeptKeySignsAlike() throws {
        let key = SeatKey()
        let kept = try SeatKey(secret: key.secret)
        #expect(kept.publicKey == key.publicKey)
        let signature = try kept.signature(over: [1, 2, 3])
        #expect(signature.isValid(over: [1, 2, 3], by: key.publicKey))
        #expect(!signature.isValid(over: [1, 2, 3], by: SeatKey().publicKey))
        #expect(!signature.isValid(over: [1, 2, 4], by: key.publicKey))
    }

    @Test func otherSizesAreRefusedWithoutShowingThem() {
        for count in [0, 31, 33, 64] {
            #expect(throws: WireError.malformed(part: "seat key", problem: "expected 32 bytes, found \(count)")) {
                try SeatKey(secret: [UInt8](repeating: 0xab, count: count))
            }
        }
    }

    @Test func aKeyThatIsNoPointVerifiesNothing() throws {
        let key = try SeatKey.Public([UInt8](repeating: 0x02, count: 32))
        #expect(try !Signature([UInt8](repeating: 0, count: 64)).isValid(over: [], by: key))
    }
}
