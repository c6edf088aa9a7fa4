import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// However many strangers invite, there is room for who plays.
@Suite struct DrivePoolTests {
    private static func ok(_ session: DriveSession, _ line: String) throws -> Value {
        let answer = try Value(json: session.handle(line))
        return try #require(answer["ok"], "\(line): \(answer)")
    }

    private static func catalog() throws -> Catalog { try Catalog(home: home) }

    /// Urls of matches that one host began.
    private static func invitations(_ count: Int) throws -> [String] {
        let session = DriveSession(catalog: try catalog())
        return try (0..<count).map { _ in
            let match = try ok(session, #"{"op":"open","game":"tic-tac-toe"}"#)["match"]?.intValue ?? 0
            let url = try ok(session, #"{"op":"message","match":\#(match),"seat":1}"#)["url"]?.stringValue
            _ = try ok(session, #"{"op":"close","match":\#(match)}"#)
            return try #require(url)
        }
    }

    @Test func invitationsOfStrangersFillNothing() throws {
        let session = DriveSession(catalog: try Self.catalog(), memory: 4 << 20)
        let mine = try Self.ok(session, #"{"op":"open","game":"tic-tac-toe"}"#)["match"]?.intValue ?? 0
        _ = try Self.ok(session, #"{"op":"play","match":\#(mine),"seat":1,"move":"b2"}"#)
        let url = try #require(
            try Self.ok(session, #"{"op":"message","match":\#(mine),"seat":1}"#)["url"]?.stringValue)
        for invitation in try Self.invitations(40) {
            let received = try Self.ok(session, #"{"op":"receive","url":"\#(invitation)"}"#)
            #expect(received["verdict"] == "adopt" && received["turn"] == [1])
            #expect(session.memoryLeased <= 4 << 20)
        }
        #expect(session.openMatches == 41)
        // an honest answer
        let bob = DriveSession(catalog: try Self.catalog())
        let his = try Self.ok(bob, #"{"op":"receive","url":"\#(url)"}"#)["match"]?.intValue ?? 0
        _ = try Self.ok(bob, #"{"op":"play","match":\#(his),"seat":2,"move":"a1"}"#)
        let answer = try #require(
            try Self.ok(bob, #"{"op":"message","match":\#(his),"seat":2}"#)["url"]?.stringValue)
        #expect(try Self.ok(session, #"{"op":"receive","url":"\#(answer)"}"#)["verdict"] == "adopt")
        _ = try Self.ok(session, #"{"op":"play","match":\#(mine),"seat":1,"move":"a2"}"#)
        // and every one of them can be opened
        for match in 2...41 {
            #expect(try Self.ok(session, #"{"op":"moves","match":\#(match),"seat":1,"count":true}"#)["moves"] == 9)
            #expect(try Self.ok(session, #"{"op":"meters","match":\#(match)}"#)["memory"] != nil)
            #expect(session.memoryLeased <= 4 << 20)
        }
    }
}
