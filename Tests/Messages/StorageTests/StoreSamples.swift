import Conversations
import Foundation
import MessageProtocol
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation
@testable import Storage

enum StoreSamples {
    static let alice = StoredDevice(name: "Alice", position: 0, hostProfile: "modern", numbers: DeviceNumbersTests.all)
    static let bob = StoredDevice(name: "B\u{0}b é e\u{301}", position: 1, hostProfile: "documented")

    static func uuid(_ number: UInt8) -> UUID {
        UUID(uuid: (9, 8, 7, 6, 5, 4, 0x4d, 0xef, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    static func matchID(_ number: UInt8) throws -> MatchID { try MatchID(Array(repeating: number, count: 16)) }

    static func digest(_ number: UInt8) throws -> ScriptDigest {
        try ScriptDigest(Array(repeating: number, count: 16))
    }

    static func match(_ number: UInt8) throws -> StoredMatch {
        StoredMatch(
            id: try matchID(number), game: try GameID("go"), chat: Chat.ID("family"), url: "?go=\(number)",
            seat: number % 2 == 0 ? nil : Int(number), session: number % 3 == 0 ? nil : Session(uuid(number)),
            people: [
                try key(1).publicKey: Participant(uuid(1)), try key(2).publicKey: Participant(uuid(2)),
            ], notes: Data(#"{"waiting":true}"#.utf8))
    }

    /// Returns the head of a match before its first ply.
    static func head(_ number: UInt8) throws -> Head {
        let token = try DisplayName("A")
        let setup = try Setup(
            rulesVersion: 1, seats: 2, inviter: SeatedPlayer(token: token, key: try key().publicKey))
        return Head(
            of: MatchIdentity(game: try GameID("go"), script: try digest(1), id: try matchID(number), setup: setup))
    }

    static func key(_ number: UInt8 = 1) throws -> SeatKey { try SeatKey(secret: Array(repeating: number, count: 32)) }

    /// Returns a chat with an item of every kind and a draft.
    static func chat(_ id: String = "family") throws -> Chat {
        let alice = Participant(uuid(1))
        let bob = Participant(uuid(2))
        var chat = Chat(
            id: Chat.ID(id),
            conversations: ["go": Conversation(localParticipant: alice, remoteParticipants: [bob])])
        let picture = LocalFile(url: "a.jpg", contents: .bytes(Data([0xff, 0xd8, 0xff, 0xe0])))
        for post in [
            Post.message(message("m1", "first")), .text("hi"), .message(message("m2", nil)),
            .sticker(try Sticker(file: picture, label: "a")), .attachment(try Attachment(file: picture)),
        ] {
            chat.receive(Delivery(post, game: "go"), from: bob, profile: .modern)
        }
        try chat.draft.insert(.message(message("m3", "third")), game: "go", sender: alice, profile: .modern)
        try chat.draft.insert(.text("well"), game: "go", sender: alice, profile: .modern)
        return chat
    }

    static func message(_ id: MessageID, _ summary: String?) -> Message {
        Message(
            id: id, url: "?m=\(id)", session: Session(uuid(9)), layout: .template(TemplateLayout(caption: "c")),
            summaryText: summary)
    }
}

/// Returns the error that `body` throws, if it is a store error.
func storeError(_ body: () throws -> Void) -> StoreError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StoreError
    }
}
