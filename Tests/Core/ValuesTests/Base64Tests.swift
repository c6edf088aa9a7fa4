import Foundation
import Testing

@testable import Values

@Suite struct Base64Tests {
    /// The vectors of RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func encodesTheVectors(text: String, expected: String) {
        #expect(String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self) == expected)
    }

    @Test func agreesWithFoundation() {
        var random = SplitMix64(seed: 5)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let encoded = Base64.encode(bytes)
            #expect(String(decoding: encoded, as: UTF8.self) == Data(bytes).base64EncodedString())
            #expect(encoded.count == Base64.encodedCount(count))
        }
    }
}
