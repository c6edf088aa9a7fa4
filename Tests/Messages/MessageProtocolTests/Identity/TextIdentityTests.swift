import Effort
import Foundation
import Testing
import Values

@testable import MessageProtocol

@Suite struct TextIdentityTests {
    /// Checks that an identity has exactly one text, also in JSON and as the key of an object.
    private func check<Identity: TextIdentity>(_ identity: Identity, _ text: String) throws {
        #expect(identity.description == text)
        #expect(try Identity(text) == identity)
        let json = try JSONEncoder().encode([identity])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
        #expect(try JSONDecoder().decode([Identity].self, from: json) == [identity])
        let object = try JSONEncoder().encode([identity: 1])
        #expect(String(decoding: object, as: UTF8.self) == "{\"\(text)\":1}")
        #expect(try JSONDecoder().decode([Identity: Int].self, from: object) == [identity: 1])
    }

    /// Checks that texts with small errors are rejected.
    private func checkOthers<Identity: TextIdentity>(_ type: Identity.Type, _ text: String) throws {
        for other in ["", text.uppercased(), text + "0", String(text.dropLast()), " " + text, text + "\n", "é"]
        where other != text {
            #expect(throws: WireError.self, "\(other)") { try Identity(other) }
            let json = try JSONEncoder().encode([other])
            #expect(throws: DecodingError.self, "\(other)") { try JSONDecoder().decode([Identity].self, from: json) }
            let object = try JSONEncoder().encode([other: 1])
            #expect(throws: DecodingError.self, "\(other)") {
                try JSONDecoder().decode([Identity: Int].self, from: object)
            }
        }
    }

    @Test func eachIsItsText() throws {
        let bytes = (0..<16).map { UInt8($0 * 17) }
        let short = "00112233445566778899aabbccddeeff"
        try check(MatchID(bytes), short)
        try check(ScriptDigest(bytes), short)
        try check(Head(bytes + bytes), short + short)
        try check(GameID("connect-four"), "connect-four")
        let key = try SeatKey(secret: bytes + bytes).publicKey
        try check(key, key.bytes.map { String(format: "%02x", $0) }.joined())
        try checkOthers(MatchID.self, short)
        try checkOthers(ScriptDigest.self, short)
        try checkOthers(Head.self, short + short)
        try checkOthers(SeatKey.Public.self, key.description)
        #expect(throws: WireError.self) { try GameID("Connect") }
    }

    @Test func textsAndBytesAreOne() throws {
        var random = SplitMix64(seed: 35)
        for _ in 0..<200 {
            let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(try MatchID(MatchID(bytes).description).bytes == bytes)
        }
    }

    /// A key that fits any signature is rejected as text, too.
    @Test func aWeakKeyIsRefused() {
        let weak = String(repeating: "0", count: 64)
        #expect(throws: WireError.self) { try SeatKey.Public(weak) }
    }
}
