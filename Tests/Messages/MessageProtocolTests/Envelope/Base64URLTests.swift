import Testing
import Values

@testable import MessageProtocol

@Suite struct Base64URLTests {
    /// The vectors of RFC 4648 §10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func vectors(_ text: String, _ encoded: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
        #expect(Base64URL.decode(encoded.utf8) == Array(text.utf8))
    }

    @Test func theTwoLastDigitsAreThoseOfURLs() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xbf]) == "-_-_")
        #expect(Base64URL.decode("-_-_".utf8) == [0xfb, 0xff, 0xbf])
        #expect(Base64URL.decode("+/+/".utf8) == nil)
    }

    @Test func everyLengthComesBack() {
        var random = SplitMix64(seed: 5)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Base64URL.encode(bytes)
            #expect(text.utf8.count == Base64URL.encodedCount(count))
            #expect(Base64URL.decode(text.utf8) == bytes)
        }
    }

    /// Each sequence of bytes has one text: no padding, no stray bits, no blanks.
    @Test(arguments: ["Zg==", "Zm8=", "Z", "Zm9vY", "Zh", "Zm9", "Zm9v ", " Zm9v", "Zm9v\n", "Zm%3D", "Zé00"])
    func otherFormsAreRefused(_ text: String) {
        #expect(Base64URL.decode(text.utf8) == nil)
    }
}
