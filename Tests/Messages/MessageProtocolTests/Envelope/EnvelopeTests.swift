import Testing
import Values

@testable import MessageProtocol

@Suite struct EnvelopeTests {
    private static func parts(_ test: TestMatch) throws -> [ValueKey: Value] {
        let value = try Value(canonicalBytes: try test.envelope().bytes())
        return try #require(value.mapValue)
    }

    private static func code(_ parts: [ValueKey: Value], _ game: String = "sticks") -> String {
        MessageProtocolTests.code {
            try Envelope(bytes: try Value.map(parts).canonicalBytes(), game: try GameID(game))
        }
    }

    private static func played() throws -> TestMatch {
        var test = try TestMatch.seated(options: ["sticks": 30])
        try test.takeSticks([1, 2])
        return test
    }

    @Test func keysAreSmallIntegers() throws {
        let test = try Self.played()
        let parts = try Self.parts(test)
        #expect(parts.keys.sorted() == [0, 1, 2, 3, 4, 5, 7])
        #expect(parts[0] == .bytes(test.match.script.bytes))
        #expect(parts[1] == .bytes(test.match.id.bytes))
        #expect(parts[2] == 2)
        #expect(parts[3] == test.match.setup.value)
        #expect(parts[4] == .bytes(test.log.log.bytes))
        #expect(parts[5]?[1]?[0] == 3)
        #expect(parts[7] == .bytes(Array(try test.stateDigest.prefix(8))))
        #expect(Self.code(parts) == "none")
    }

    @Test func unknownAndMissingKeysAreRefused() throws {
        let parts = try Self.parts(Self.played())
        for key: ValueKey in [-1, 9, 100, "0", "log"] {
            #expect(Self.code(parts.merging([key: 1]) { $1 }) == "malformed")
        }
        for key in parts.keys {
            var rest = parts
            rest[key] = nil
            #expect(Self.code(rest) == "malformed")
        }
    }

    @Test func linksAreForMatchesThatDraw() throws {
        let parts = try Self.parts(Self.played())
        for value: Value in [.null, [], [.bytes([1])]] {
            #expect(Self.code(parts.merging([6: value]) { $1 }) == "malformed")
        }
    }

    @Test func everyPartHasItsForm() throws {
        let test = try Self.played()
        let parts = try Self.parts(test)
        let signatures = try #require(parts[5]?.arrayValue)
        let wrong: [(ValueKey, [Value])] = [
            (0, [.null, "x", .bytes([1]), .bytes([UInt8](repeating: 0, count: 17))]),
            (1, [.null, .bytes([]), .bytes([UInt8](repeating: 0, count: 15))]),
            (2, [.null, 3, -1, 1.0, "1", .int(.max)]),
            (3, [.null, [], 1]),
            (4, [.null, "x", [], .bytes([0])]),
            (
                5,
                [
                    .null, [], [.null], .array(signatures + [.null]), [1, 2], [[1], .null], [[1, .bytes([2])], .null],
                    [[-1, .bytes([UInt8](repeating: 0, count: 64))], .null],
                ]
            ),
            (7, [.null, .bytes([]), .bytes([UInt8](repeating: 0, count: 7)), .bytes([UInt8](repeating: 0, count: 9))]),
            (8, [.null, .bytes([]), .bytes([2, 0]), 1]),
        ]
        for (key, values) in wrong {
            for value in values {
                #expect(Self.code(parts.merging([key: value]) { $1 }) == "malformed", "key \(key): \(value)")
            }
        }
        #expect(Self.code(parts, "pick") == "none")
    }

    @Test func onlyTheCanonicalBytesAreRead() throws {
        let test = try Self.played()
        let bytes = try test.envelope().bytes()
        let game = test.match.game
        // an indefinite length, a longer form of the first key, a byte after the end
        let forms = [
            [0xbf] + bytes.dropFirst() + [0xff], [bytes[0], 0x18, 0] + bytes.dropFirst(2), bytes + [0],
            [0xd9, 0xd9, 0xf7] + bytes,
        ]
        for form in forms {
            #expect(MessageProtocolTests.code { try Envelope(bytes: form, game: game) } == "malformed")
        }
        for count in 0..<bytes.count {
            #expect(
                MessageProtocolTests.code { try Envelope(bytes: Array(bytes.prefix(count)), game: game) } == "malformed"
            )
        }
    }

    /// A value whose header states a huge size is rejected before memory is allocated.
    @Test(arguments: [
        "a1009b7fffffffffffffff", "a1005b7fffffffffffffff", "bb7fffffffffffffff", "9bffffffffffffffff",
        "a1049a00ffffff",
    ])
    func hugeLengthsAreRefused(_ text: String) throws {
        let code = MessageProtocolTests.code { try Envelope(bytes: bytes(text), game: try GameID("sticks")) }
        #expect(["malformed", "too_large"].contains(code))
    }

    @Test func depthIsLimited() throws {
        let deep = [UInt8](repeating: 0x81, count: 3000) + [0]
        #expect(MessageProtocolTests.code { try Envelope(bytes: deep, game: try GameID("sticks")) } == "too_large")
    }

    @Test func sharesNameTheLargestPart() throws {
        let shares = try Self.played().envelope().shares
        #expect(shares.map(\.bytes) == shares.map(\.bytes).sorted(by: >))
        #expect(shares.first?.part == "signatures")
        #expect(shares.reduce(1) { $0 + $1.bytes } == (try Self.played().envelope().bytes().count))
    }
}
