import Testing
import Values

@testable import MessageProtocol

@Suite struct SetupTests {
    private static func setup(
        version: Int = 1, options: [String: Value] = [:], seats: Int = 2, seat: Int = 1
    ) throws -> Setup {
        let entry = SeatedPlayer(token: try DisplayName("Ana"), key: try SeatKey.Public([UInt8](0..<32)))
        return try Setup(rulesVersion: version, options: options, seats: seats, inviterSeat: seat, inviter: entry)
    }

    @Test func setupsComeBack() throws {
        for setup in [
            try Self.setup(), try Self.setup(version: 9, options: ["size": 8, "fast": true], seats: 16, seat: 16),
            try Self.setup(options: ["words": ["a", ["b": []]]]),
        ] {
            let read = try Setup(value: setup.value)
            #expect(read == setup)
            #expect(read.seats == setup.seats && read.inviterSeat == setup.inviterSeat)
            #expect(read.options == setup.options && read.rulesVersion == setup.rulesVersion)
        }
    }

    @Test func numbersAreInRange() {
        #expect(code { try Self.setup(version: 0) } == "malformed")
        #expect(code { try Self.setup(version: 1 << 40) } == "malformed")
        for seats in [Int.min, -1, 0, 1, 17, Int.max] {
            #expect(code { try Self.setup(seats: seats) } == "malformed")
        }
        for seat in [Int.min, 0, 3, Int.max] {
            #expect(code { try Self.setup(seat: seat) } == "malformed")
        }
    }

    @Test func optionsAreLimited() {
        #expect(code { try Self.setup(options: ["x": .string(String(repeating: "y", count: 1100))]) } == "too_large")
        #expect(code { try Self.setup(options: ["x": .array(Array(repeating: 1, count: 200))]) } == "too_large")
        #expect(code { try Self.setup(options: ["x": .double(.nan)]) } == "malformed")
        #expect(code { try Self.setup(options: ["X": 1]) } == "malformed")
        #expect(code { try Self.setup(options: ["": 1]) } == "malformed")
    }

    @Test func otherValuesAreRefused() throws {
        let key = Value.bytes([UInt8](0..<32))
        let seat: Value = ["Ana", key]
        let good: Value = [1, .map([:]), [seat, .null]]
        #expect(code { try Setup(value: good) } == "none")
        for value: Value in [
            .null, [], [1, .map([:])], [1, .map([:]), [seat, .null], 1], [1, [], [seat, .null]],
            [1, .map([1: 2]), [seat, .null]], [1, ["x": .map([:])], [seat, .null]], [1, .map([:]), [.null, .null]],
            [1, .map([:]), [seat, seat]], [1, .map([:]), [seat]], [1, .map([:]), []], ["1", .map([:]), [seat, .null]],
            [1, .map([:]), [["Ana"], .null]], [1, .map([:]), [[key, "Ana"], .null]],
            [1, .map([:]), [["Ana", .bytes([1])], .null]], [1, .map([:]), [["A\n", key], .null]],
            [1, .map([:]), [["Ana", key, 1, 2], .null]], [1.0, .map([:]), [seat, .null]],
        ] {
            #expect(code { try Setup(value: value) } == "malformed", "\(value)")
        }
        // only matches with draws have anchors
        let anchor = [UInt8](0..<16)
        let anchored: Value = [1, .map([:]), [["Ana", key, .bytes(anchor)], .null]]
        #expect(try Setup(value: anchored).inviter.anchor?.bytes == anchor)
        #expect(try Setup(value: anchored).value == anchored)
        for wrong: Value in [.bytes(anchor + [0]), .bytes([]), .null, "0123456789abcdef"] {
            #expect(code { try Setup(value: [1, .map([:]), [["Ana", key, wrong], .null]]) } == "malformed")
        }
    }
}
