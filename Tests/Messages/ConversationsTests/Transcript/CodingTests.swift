import Effort
import Foundation
import Testing

@testable import Conversations

@Suite struct CodingTests {
    /// After any sequence of stimuli the chats can be stored and read back, and the sequence then
    /// continues unchanged.
    @Test(arguments: 0..<4) func livesGoOnAfterTheirChatsWereReadBack(part: Int) throws {
        for number in 0..<TestEffort.extent(quick: 3, full: 25) {
            let seed = UInt64(part * 25 + number)
            var untouched = RandomLife(seed: seed)
            var reread = RandomLife(seed: seed)
            for step in 0..<30 {
                untouched.step()
                reread.step()
                for index in reread.chats.indices {
                    let bytes = try encoded(reread.chats[index])
                    reread.chats[index] = try JSONDecoder().decode(Chat.self, from: bytes)
                    let again = try encoded(reread.chats[index])
                    let expected = try encoded(untouched.chats[index])
                    #expect(again == bytes, "seed \(seed), step \(step)")
                    #expect(again == expected, "seed \(seed), step \(step)")
                }
            }
            #expect(reread.log.text() == untouched.log.text(), "seed \(seed)")
        }
    }

    @Test(arguments: 0..<TestEffort.extent(quick: 30, full: 300)) func messagesComeBackWhole(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let message = Message.random(&random)
        let read = try reread(message)
        #expect(read == message, "seed \(seed)")
        #expect(read.id == message.id && read.isPending == message.isPending && read.error == message.error)
        let delivery = Delivery(.message(message), game: seed % 2 == 0 ? "go" : nil, isLinked: seed % 3 == 0)
        #expect(try reread(delivery) == delivery, "seed \(seed)")
        let conversation = Conversation(
            localParticipant: .alice, remoteParticipants: [.bob], selectedMessage: seed % 2 == 0 ? message : nil)
        #expect(try reread(conversation) == conversation, "seed \(seed)")
    }

    @Test func picturesAndFilesComeBackWhole() throws {
        for bytes in [Samples.png, Samples.apng, Samples.gif, Samples.jpeg] {
            let sticker = try Sticker(file: .bytes(bytes), label: "a \"king\"\n", size: .large)
            #expect(try reread(sticker) == sticker)
            #expect(try reread(Post.sticker(sticker)) == .sticker(sticker))
        }
        for attachment in [try Samples.picture(), try Samples.document(), try Attachment(file: .bytes([], url: "/"))] {
            #expect(try reread(attachment) == attachment)
            #expect(try reread(Post.attachment(attachment)) == .attachment(attachment))
        }
    }

    @Test func everyErrorComesBack() throws {
        for code in MessageError.Code.allCases {
            let error = MessageError(code, "why \(code)")
            #expect(try reread(error) == error)
        }
        #expect(refuses(MessageError.self, #"{"code":12,"message":""}"#))
    }

    @Test func theDraftFieldComesBack() throws {
        var draft = DraftField()
        let profile = HostProfile.documented
        try draft.insert(.message(.sample("m1", isLive: true)), game: "go", sender: .alice, profile: profile)
        try draft.insert(.text("hi"), game: "go", sender: .alice, profile: profile)
        try draft.insert(.sticker(Samples.sticker()), game: "go", sender: .alice, profile: profile)
        try draft.insert(.attachment(Samples.document()), game: "go", sender: .alice, profile: profile)
        let read = try reread(draft)
        #expect(read.staged?.message == draft.staged?.message)
        #expect(read.staged?.game == "go" && read.staged?.isLinked == true && read.text == "hi")
        #expect(read.pieces == draft.pieces && read.pieces.count == 2)
    }

    @Test func idsAreKeptAsOneValue() throws {
        #expect(try text(MessageID("m1")) == #""m1""#)
        #expect(try text(Chat.ID("family")) == #""family""#)
        #expect(try text(Participant.alice) == "\"\(Participant.alice)\"")
        #expect(try text(Session.one) == "\"\(Session.one)\"")
        #expect(try text(Post.text("hi")) == #"{"text":"hi"}"#)
        #expect(try text(Transcript()) == "[]")
    }

    // MARK: Invalid encodings

    @Test func refusesItemsOutOfOrder() throws {
        func transcript(_ places: [String]) -> String {
            "[" + places.map { #"{"id":\#($0),"content":{"text":"hi"}}"# }.joined(separator: ",") + "]"
        }
        #expect(!refuses(Transcript.self, transcript(["1", "2", "9007199254740992"])))
        for places in [["1", "1"], ["2", "1"], ["0"], ["-1"], ["9007199254740993"], ["9223372036854775807"], ["1.5"]] {
            #expect(refuses(Transcript.self, transcript(places)), "\(places)")
        }
    }

    @Test func countsOnFromTheLastItem() throws {
        var transcript = try JSONDecoder().decode(
            Transcript.self, from: Data(#"[{"id":7,"content":{"text":"hi"}}]"#.utf8))
        #expect(transcript.add(Delivery(.text("you")), from: nil, profile: .modern).item.number == 8)
    }

    @Test func refusesStickersThatAreNone() throws {
        func sticker(_ bytes: [UInt8], label: String = "", size: String = "small") -> String {
            #"{"data":"\#(Data(bytes).base64EncodedString())","label":"\#(label)","size":"\#(size)"}"#
        }
        #expect(!refuses(Sticker.self, sticker(Samples.png, label: String(repeating: "x", count: 150))))
        #expect(refuses(Sticker.self, sticker(Samples.png, label: String(repeating: "x", count: 151))))
        #expect(refuses(Sticker.self, sticker(Samples.png, size: "huge")))
        #expect(refuses(Sticker.self, sticker([])))
        #expect(refuses(Sticker.self, sticker([1, 2, 3])))
        #expect(refuses(Sticker.self, sticker(Samples.jpeg + Array(repeating: 0, count: 512_000))))
    }

    @Test func refusesAttachmentsWithPaths() {
        #expect(!refuses(Attachment.self, #"{"data":"","filename":"notes.pgn"}"#))
        for name in ["/etc/passwd", "a/b", "a/", "/"] {
            #expect(refuses(Attachment.self, #"{"data":"","filename":"\#(name)"}"#), "\(name)")
        }
    }

    @Test func refusesUrlsThatNoMessageTakes() throws {
        func message(_ url: String) -> String {
            #"{"id":"m1","url":"\#(url)","shouldExpire":false,"isPending":true}"#
        }
        #expect(!refuses(Message.self, message("https://parlor.games/go#A")))
        #expect(refuses(Message.self, message("parlor://games")))
        #expect(refuses(Message.self, #"{"id":"m1","shouldExpire":false}"#))
    }

    @Test func refusesDraftsThatNobodyStaged() throws {
        func draft(message: Message) throws -> String {
            #"{"staged":{"message":\#(try text(message)),"game":"go","isLinked":true},"text":"","pieces":[]}"#
        }
        let staged = Message.sample("m1").staged(by: .alice)
        #expect(!refuses(DraftField.self, try draft(message: staged)))
        #expect(refuses(DraftField.self, try draft(message: staged.sent(by: .alice))))
        #expect(refuses(DraftField.self, try draft(message: .sample("m1"))))
        var failed = staged
        failed.error = .unknown("lost")
        #expect(refuses(DraftField.self, try draft(message: failed)))
        #expect(refuses(DraftField.self, #"{"text":"","pieces":[{"text":"hi"}]}"#))
        #expect(refuses(DraftField.self, #"{"text":"","pieces":[{"message":\#(try text(staged))}]}"#))
    }

    @Test func refusesChoicesWithNoneOrTwo() {
        for json in ["{}", #"{"text":"a","message":null}"#, #"{"film":"a"}"#, #""text""#] {
            #expect(refuses(Post.self, json), "\(json)")
            #expect(refuses(Layout.self, json), "\(json)")
            #expect(refuses(TranscriptItem.Content.self, json), "\(json)")
        }
    }

    // MARK: Helpers

    private func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try encoded(value), as: UTF8.self)
    }

    private func reread<Kept: Codable>(_ value: Kept) throws -> Kept {
        try JSONDecoder().decode(Kept.self, from: try encoded(value))
    }

    /// Returns whether decoding throws a `DecodingError`, and nothing else.
    private func refuses<Kept: Decodable>(_ type: Kept.Type, _ json: String) -> Bool {
        do {
            _ = try JSONDecoder().decode(type, from: Data(json.utf8))
            return false
        } catch {
            return error is DecodingError
        }
    }
}

extension Message {
    /// Returns a message in which each part is present or absent at random.
    static func random(_ random: inout SeededGenerator) -> Message {
        func maybe<Part>(_ part: Part) -> Part? { Bool.random(using: &random) ? part : nil }
        let texts = ["", "a/b \"c\" \\ \n", "\u{0}\u{7f}", "e\u{301}é", "🂡 \(Participant.bob.placeholder)"]
        func text() -> String? { maybe(texts.randomElement(using: &random) ?? "") }
        let template = TemplateLayout(
            image: maybe(Data([0, 255, 7])), mediaFileURL: text(), imageTitle: text(), imageSubtitle: text(),
            caption: text(), trailingCaption: text(), subcaption: text(), trailingSubcaption: text())
        return Message(
            id: MessageID(text() ?? "m"), url: maybe("https://parlor.games/go?é#\(random.next())"),
            session: maybe(.one),
            layout: maybe(Bool.random(using: &random) ? .template(template) : .live(.init(template))),
            summaryText: text(), accessibilityLabel: text(), shouldExpire: Bool.random(using: &random),
            senderParticipant: maybe(.bob), isPending: Bool.random(using: &random), error: maybe(.unknown("lost")))
    }
}
