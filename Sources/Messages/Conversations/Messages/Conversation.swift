import Foundation

/// What a game is told of the conversation it runs in: who takes part and which message is selected. Never the
/// transcript: there is no history to read.
public struct Conversation: Hashable, Codable, Sendable {
    /// The person of this device, as the game knows them.
    public let localParticipant: Participant
    /// Everybody else who takes part, as the game knows them.
    public let remoteParticipants: [Participant]
    /// The message whose bubble was tapped, or that a bubble shows; nil from the drawer.
    public internal(set) var selectedMessage: Message?

    /// What one game on one device is told of; give every participant by the id that is meant for that game.
    public init(
        localParticipant: Participant, remoteParticipants: [Participant], selectedMessage: Message? = nil
    ) {
        self.localParticipant = localParticipant
        self.remoteParticipants = remoteParticipants
        self.selectedMessage = selectedMessage
    }

    /// Whether more than one other person takes part.
    public var isGroup: Bool { remoteParticipants.count > 1 }

    func selecting(_ message: Message?) -> Conversation {
        var copy = self
        copy.selectedMessage = message
        return copy
    }
}

extension Conversation {
    /// What a host calls a conversation, so that the matches in it are found again. Messages gives conversations no name;
    /// there, who takes part says which one it is: ``init(of:)``.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The name as text; ``init(of:)`` makes it of UUIDs with a space between them.
        public let string: String

        /// A name of the host's own; no two conversations on a device may share it.
        public init(_ string: String) {
            self.string = string
        }

        /// The conversation of these people: the ids under which a game knows them, in order.
        public init(of conversation: Conversation) {
            let people = [conversation.localParticipant] + conversation.remoteParticipants
            string = people.map(\.uuid.uuidString).sorted().joined(separator: " ")
        }

        /// The name as it is, without quotes.
        public var description: String { string }
    }
}

/// A person in a conversation, as one game on one device knows them.
///
/// The id is opaque: the same person has another id on every device and in every game, and new ids after a reinstall.
/// It can't tell two devices who plays; a game carries its seats in the message instead.
public struct Participant: Hashable, Sendable, CustomStringConvertible {
    /// The opaque id. Another game or device knows the same person by another one.
    public let uuid: UUID

    /// The person whom the host calls by this id.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// `$` and the id: what an author writes into a caption to have the person's name shown there.
    /// See ``ParticipantNames``.
    public var placeholder: String { "$" + uuid.uuidString }

    /// The id in capital hexadecimal digits with hyphens (RFC 9562 §4).
    public var description: String { uuid.uuidString }
}

/// The names this device shows for participants, by their ids on any device.
///
/// A `$` followed by the id of a participant becomes that person's name wherever a layout's six strings or a summary
/// are shown. An id nobody here has stays as it was written. The url is data and never touched.
///
/// ```swift
/// let names = ParticipantNames([alice: "Alice"])
/// names.substituted(in: "\(alice.placeholder) played b2")     // "Alice played b2"
/// ```
public struct ParticipantNames: Sendable {
    private var names: [UUID: String]

    /// The names to show; without any, every text stays as it was written.
    public init(_ names: [Participant: String] = [:]) {
        self.names = [:]
        for (participant, name) in names { self.names[participant.uuid] = name }
    }

    /// The name to show for a person; nil if none is known. Setting nil forgets it.
    public subscript(participant: Participant) -> String? {
        get { names[participant.uuid] }
        set { names[participant.uuid] = newValue }
    }

    /// The text with the known ids replaced. It is read once, from left to right: a name that itself looks like an id
    /// stays a name.
    public func substituted(in text: String) -> String {
        let dollar = UInt8(ascii: "$")
        guard text.utf8.contains(dollar) else { return text }
        var result = ""
        var rest = Substring(text)
        while let mark = rest.utf8.firstIndex(of: dollar) {
            result += rest[..<mark]
            let start = rest.utf8.index(after: mark)
            if let end = rest.utf8.index(start, offsetBy: Self.idLength, limitedBy: rest.utf8.endIndex),
                let id = String(rest.utf8[start..<end]).flatMap(UUID.init(uuidString:)), let name = names[id]
            {
                result += name
                rest = rest[end...]
            } else {
                result += "$"
                rest = rest[start...]
            }
        }
        return result + rest
    }

    /// The message as this device shows it: names in the six strings of its layout and in its summary.
    public func substituted(in message: Message) -> Message {
        var copy = message
        copy.summaryText = message.summaryText.map(substituted(in:))
        copy.layout = message.layout?.mapTemplate { $0.mapStrings(substituted(in:)) }
        return copy
    }

    /// The characters of an id: 32 digits and four hyphens (RFC 9562 §4).
    private static let idLength = 36
}
