import Foundation

/// A game's view of its conversation: the participants and the selected message. It never includes
/// the transcript, because a game can't read the history.
public struct Conversation: Hashable, Codable, Sendable {
    /// The person of this device, as the game knows them.
    public let localParticipant: Participant
    /// All other participants, as the game knows them.
    public let remoteParticipants: [Participant]
    /// The message whose bubble was tapped. For an instance in a bubble, this is the message of the
    /// bubble. Nil if the game was opened from the drawer.
    public internal(set) var selectedMessage: Message?

    /// Creates one game's view on one device. The ids of all participants must be their ids for
    /// that game.
    public init(
        localParticipant: Participant, remoteParticipants: [Participant], selectedMessage: Message? = nil
    ) {
        self.localParticipant = localParticipant
        self.remoteParticipants = remoteParticipants
        self.selectedMessage = selectedMessage
    }

    /// Whether the conversation has more than one other participant.
    public var isGroup: Bool { remoteParticipants.count > 1 }

    func selecting(_ message: Message?) -> Conversation {
        var copy = self
        copy.selectedMessage = message
        return copy
    }
}

extension Conversation {
    /// A host's name for a conversation, by which the matches of the conversation are found again.
    /// The framework has no such name, so its hosts identify a conversation by the participants: see
    /// ``init(of:)``.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The name as text. ``init(of:)`` joins UUIDs with spaces.
        public let string: String

        /// Creates a host's own name. It must be unique on the device.
        public init(_ string: String) {
            self.string = string
        }

        /// Creates the name of the conversation of these people from their sorted ids for a game.
        public init(of conversation: Conversation) {
            let people = [conversation.localParticipant] + conversation.remoteParticipants
            string = people.map(\.uuid.uuidString).sorted().joined(separator: " ")
        }

        /// The name without quotes.
        public var description: String { string }
    }
}

/// A person in a conversation, as one game on one device knows them.
///
/// The id is opaque. The same person has another id on every device and in every game, and new ids
/// after a reinstall. An id therefore can't identify a player across devices. A game writes its
/// seats into the message instead.
public struct Participant: Hashable, Sendable, CustomStringConvertible {
    /// The opaque id, which differs between games and devices.
    public let uuid: UUID

    /// Creates the participant with the host's id.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// `$` and the id. An author writes it into a caption to show the person's name there. See
    /// ``ParticipantNames``.
    public var placeholder: String { "$" + uuid.uuidString }

    /// The id in capital hexadecimal digits with hyphens (RFC 9562 §4).
    public var description: String { uuid.uuidString }
}

/// The names that this device shows for participants. A participant may have several ids, one for
/// each device and game.
///
/// A `$` followed by a participant's id is shown as that person's name, in a layout's six strings
/// and in a summary. An unknown id stays unchanged. The url is data and is never changed.
///
/// ```swift
/// let names = ParticipantNames([alice: "Alice"])
/// names.substituted(in: "\(alice.placeholder) played b2")     // "Alice played b2"
/// ```
public struct ParticipantNames: Sendable {
    private var names: [UUID: String]

    /// Creates the names to show. Without names, every text stays unchanged.
    public init(_ names: [Participant: String] = [:]) {
        self.names = [:]
        for (participant, name) in names { self.names[participant.uuid] = name }
    }

    /// The name of a person, or nil if the name is unknown. Setting nil removes the name.
    public subscript(participant: Participant) -> String? {
        get { names[participant.uuid] }
        set { names[participant.uuid] = newValue }
    }

    /// Returns the text with the known ids replaced. The text is scanned once, from left to right,
    /// so a name that looks like an id isn't replaced again.
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

    /// Returns the message as this device shows it, with names in the six strings of its layout and
    /// in its summary.
    public func substituted(in message: Message) -> Message {
        var copy = message
        copy.summaryText = message.summaryText.map(substituted(in:))
        copy.layout = message.layout?.mapTemplate { $0.mapStrings(substituted(in:)) }
        return copy
    }

    /// The number of characters of an id: 32 digits and four hyphens (RFC 9562 §4).
    private static let idLength = 36
}
