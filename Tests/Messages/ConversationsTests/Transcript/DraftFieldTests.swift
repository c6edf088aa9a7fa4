import Conversations
import Testing

@Suite struct DraftFieldTests {
    private func field() throws -> DraftField {
        var draft = DraftField()
        try draft.insert(.message(.sample("m1")), game: "chess", sender: .alice, profile: .documented)
        try draft.insert(.text("your "), game: "chess", sender: .alice, profile: .documented)
        try draft.insert(.text("turn"), game: "chess", sender: .alice, profile: .documented)
        try draft.insert(.sticker(Samples.sticker()), game: "chess", sender: .alice, profile: .documented)
        try draft.insert(.attachment(Samples.document()), game: "chess", sender: .alice, profile: .documented)
        return draft
    }

    @Test func holdsOneMessageAndMuchBesideIt() throws {
        var draft = try field()
        #expect(draft.staged?.message.id == "m1" && draft.staged?.game == "chess")
        #expect(draft.staged?.message.senderParticipant == .alice)
        #expect(draft.text == "your turn")
        #expect(draft.pieces.count == 2)
        let replaced = try draft.insert(.message(.sample("m2")), game: "go", sender: .alice, profile: .documented)
        #expect(replaced?.message.id == "m1")
        #expect(draft.staged?.message.id == "m2" && draft.staged?.game == "go")
        #expect(draft.pieces.count == 2)
    }

    @Test func isEmptiedByThePerson() throws {
        var draft = try field()
        #expect(draft.deleteMessage()?.message.id == "m1")
        #expect(draft.deleteMessage() == nil)
        #expect(!draft.isEmpty)
        #expect(draft.deletePiece(at: 2) == nil)
        #expect(draft.deletePiece(at: -1) == nil)
        #expect(draft.deletePiece(at: 0) != nil)
        #expect(draft.deletePiece(at: 0) != nil)
        draft.text = ""
        #expect(draft.isEmpty)
    }

    @Test func aRejectedInsertChangesNothing() throws {
        var draft = try field()
        let long = Message(id: "m2", url: String(repeating: "x", count: 6_000))
        #expect(code { try draft.insert(.message(long), game: "go", sender: .alice, profile: .documented) } == 8)
        // the context is checked before the length
        #expect(
            code {
                try draft.insert(
                    .message(long), game: "go", sender: .alice, context: .media, profile: .documented)
            } == 11)
        #expect(draft.staged?.message.id == "m1" && draft.staged?.game == "chess")
        #expect(draft.text == "your turn" && draft.pieces.count == 2)
    }
}
