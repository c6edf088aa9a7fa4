import Foundation

@testable import Conversations

/// The lifecycle of a game in one chat. The test gives the stimuli one by one.
struct Bench {
    static let game = "chess"
    var life: Lifecycle
    var chat: Chat
    var log = LifecycleLog()
    var outgoing: [Reaction.Outgoing] = []

    init(_ profile: HostProfile = .documented, chat: Chat = .sample()) {
        life = Lifecycle(game: Self.game, profile: profile)
        self.chat = chat
    }

    /// Carries out a stimulus and returns the lines that it added to the log.
    @discardableResult
    mutating func run(_ stimulus: Stimulus) throws -> [String] {
        let reaction = try life.handle(stimulus, in: &chat)
        log.append(contentsOf: reaction.entries)
        outgoing += reaction.outgoing
        return reaction.entries.map(\.description)
    }

    mutating func events(_ stimulus: Stimulus) throws -> [Event] {
        try life.handle(stimulus, in: &chat).events
    }

    /// Returns the error with which a stimulus is rejected.
    mutating func refusal(_ stimulus: Stimulus) -> StimulusError? {
        do throws(StimulusError) {
            _ = try life.handle(stimulus, in: &chat)
            return nil
        } catch {
            return error
        }
    }

    /// Adds a received message to the transcript while no instance runs, and returns its id.
    mutating func received(_ message: Message, linked: Bool = true) -> TranscriptItem.ID {
        chat.receive(
            Delivery(.message(message), game: Self.game, isLinked: linked), from: .bob, profile: life.profile
        ).item
    }

    mutating func arrival(_ message: Message) throws -> [String] {
        try run(.arrival(Delivery(.message(message), game: Self.game), from: .bob))
    }

    /// The id of the main instance, or an id that doesn't exist.
    var mainID: InstanceID { life.main?.id ?? .made(.main, 999) }
}

extension InstanceID {
    /// Returns an id of the test's own, which needn't belong to an instance.
    static func made(_ kind: Kind, _ number: Int, game: String = Bench.game) -> InstanceID {
        InstanceID(game: game, kind: kind, number: number)
    }
}

extension Chat {
    static func sample(_ name: String = "family") -> Chat {
        Chat(
            id: Chat.ID(name),
            conversations: [
                Bench.game: Conversation(localParticipant: .alice, remoteParticipants: [.bob]),
                "go": Conversation(localParticipant: .alice, remoteParticipants: [.bob]),
            ])
    }

    var staged: Message? { draft.staged?.message }
}

extension Participant {
    static let alice = Participant(testID(1))
    static let bob = Participant(testID(2))
}

extension Session {
    static let one = Session(testID(11))
    static let two = Session(testID(12))
}

func testID(_ number: UInt8) -> UUID {
    UUID(uuid: (0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0x4d, 0xef, 0x80, 0, 0, 0, 0, 0, 0xAB, number))
}

extension Message {
    static func sample(
        _ id: MessageID, session: Session? = nil, summary: String? = nil, isLive: Bool = false
    ) -> Message {
        let template = TemplateLayout(image: Data([1, 2]), caption: "caption of \(id)")
        return Message(
            id: id, url: "?move=\(id)", session: session,
            layout: isLive ? .live(LiveLayout(template)) : .template(template),
            summaryText: summary, accessibilityLabel: "label of \(id)")
    }
}

extension LocalFile {
    static func bytes(_ bytes: [UInt8], url: String = "stickers/king.png") -> LocalFile {
        LocalFile(url: url, contents: .bytes(Data(bytes)))
    }
}

enum Samples {
    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    static let png = signature + chunk("IHDR", 13) + chunk("IDAT", 4) + chunk("acTL", 8)
    static let apng = signature + chunk("IHDR", 13) + chunk("acTL", 8) + chunk("IDAT", 4)
    static let gif = Array("GIF89a".utf8) + [0, 0]
    static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0]

    static func chunk(_ type: String, _ length: Int) -> [UInt8] {
        [0, 0, 0, UInt8(length)] + Array(type.utf8) + Array(repeating: 7, count: length + 4)
    }

    static func sticker() throws -> Sticker { try Sticker(file: .bytes(png), label: "a king") }
    static func picture() throws -> Attachment { try Attachment(file: .bytes(jpeg, url: "board.jpg")) }
    static func document() throws -> Attachment { try Attachment(file: .bytes([1, 2, 3], url: "notes.pgn")) }
}

/// A small seeded generator for tests: the high bits of Knuth's 64-bit linear congruential
/// generator (MMIX).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) {
        state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    }

    mutating func next() -> UInt64 {
        func half() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 32
        }
        return half() << 32 | half()
    }
}

/// Returns the code with which a throwing call fails, or nil.
func code(_ body: () throws -> Void) -> Int? {
    do {
        try body()
        return nil
    } catch {
        return (error as? MessageError)?.code.rawValue
    }
}

extension Array {
    /// The element at an index, or nil. With a wrong index, a test then fails an expectation and
    /// doesn't crash.
    subscript(at index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
