import Testing

@testable import MessageProtocol

@Suite struct IdentifierTests {
    @Test(arguments: ["a", "connect-four", "a1-", String(repeating: "a", count: 40)])
    func gameIDs(_ name: String) throws {
        #expect(try GameID(name).name == name)
    }

    @Test(arguments: ["", "A", "1a", "-a", "a_b", "a/b", "a b", "é", String(repeating: "a", count: 41)])
    func otherGameIDs(_ name: String) {
        #expect(code { try GameID(name) } == "malformed")
    }

    @Test func sizesAreExact() throws {
        for count in [0, 15, 17] {
            #expect(code { try MatchID([UInt8](repeating: 0, count: count)) } == "malformed")
            #expect(code { try ScriptDigest([UInt8](repeating: 0, count: count)) } == "malformed")
        }
        #expect(try MatchID([UInt8](repeating: 1, count: 16)).description == String(repeating: "01", count: 16))
        #expect(code { try SeatKey.Public([]) } == "malformed")
        #expect(code { try Signature([UInt8](repeating: 0, count: 63)) } == "malformed")
    }

    @Test func matchIDsAreDrawn() {
        #expect(Set((0..<100).map { _ in MatchID.random() }).count == 100)
    }
}
