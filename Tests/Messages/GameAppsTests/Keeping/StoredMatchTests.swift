import Conversations
import Foundation
import GameApps
import MatchSessions
import MessageProtocol
import Testing

@Suite struct StoredMatchTests {
    /// The JSON of a match is documented, so stores may rely on it. Another form would break such
    /// stores.
    @Test func itsJSONIsThis() throws {
        let (first, second) = (UUID(), UUID())
        let key = try SeatKey(secret: Array(repeating: 7, count: 32)).publicKey
        let match = StoredMatch(
            id: try MatchID(Array(repeating: 0xa5, count: 16)), game: try GameID("go"), chat: Chat.ID("family"),
            url: "?é/e\u{301}", seat: 1, session: Session(first), people: [key: Participant(second)],
            notes: Data("{}".utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try encoder.encode(match)
        let id = String(repeating: "a5", count: 16)
        #expect(
            String(decoding: json, as: UTF8.self) == """
                {"chat":"family","game":"go","id":"\(id)","notes":"e30=","people":{"\(key)":"\(second.uuidString)"},\
                "seat":1,"session":"\(first.uuidString)","url":"?é/e\u{301}"}
                """)
        let again = try JSONDecoder().decode(StoredMatch.self, from: json)
        #expect(again == match && Array(again.url.utf8) == Array(match.url.utf8))
        let least = StoredMatch(id: match.id, game: match.game, chat: match.chat, url: "")
        #expect(
            String(decoding: try encoder.encode(least), as: UTF8.self)
                == #"{"chat":"family","game":"go","id":"\#(id)","notes":"e30=","people":{},"url":""}"#)
        #expect(try JSONDecoder().decode(StoredMatch.self, from: encoder.encode(least)) == least)
    }
}
