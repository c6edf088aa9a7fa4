import Conversations
import GameApps
import MatchSessions
import Scenes

/// An action of the network, for people who use the simulation: `12.500 s  alice#3 to bob: lost`.
public struct NetworkRecord: Hashable, Sendable, Codable {
    /// The action, with people by their names.
    public enum Event: Hashable, Sendable, Codable {
        /// The parcel was handed over.
        case taken(Packet.ID)
        /// The parcel was handed over again, and isn't delivered again.
        case known(Packet.ID)
        /// The parcel was rejected, because its sender is offline.
        case refused(Packet.ID)
        /// The parcel is on its way; `copy` if this is the second one of a duplicated parcel.
        case sent(Packet.ID, to: String, arrival: Duration, copy: Bool)
        /// The parcel is lost forever.
        case lost(Packet.ID, to: String)
        /// The parcel is due and waits, because its recipient is out of reach.
        case held(Packet.ID, to: String)
        /// The parcel was delivered.
        case arrived(Packet.ID, to: String)
        /// The order of this number of parcels for a person was reversed.
        case reordered(Int, for: String)
        /// A person's device went offline or came back.
        case offline(String, Bool)
        /// These groups of people were separated.
        case partitioned([Set<String>])
        /// The partition ended.
        case healed
        /// A command was given for the next parcel of a person.
        case commanded(String, from: String)
    }

    /// The latest time that the network knew.
    public let time: Duration
    /// The action of the network.
    public let event: Event
}

extension NetworkRecord: CustomStringConvertible {
    /// One line, safe to print: `12.500 s  alice#3 to bob: lost`.
    public var description: String { "\(time.inSeconds)  \(event)" }
}

extension NetworkRecord.Event: CustomStringConvertible {
    /// The line without the time: `alice#3 to bob: lost`.
    public var description: String {
        switch self {
        case .taken(let id): "\(id): taken"
        case .known(let id): "\(id): handed over again, ignored"
        case .refused(let id): "\(id): refused, \(SafeText(id.sender)) is offline"
        case .sent(let id, let recipient, let arrival, let copy):
            "\(id) to \(SafeText(recipient)): \(copy ? "a copy " : "")arrives at \(arrival.inSeconds)"
        case .lost(let id, let recipient): "\(id) to \(SafeText(recipient)): lost"
        case .held(let id, let recipient): "\(id) to \(SafeText(recipient)): waits, out of reach"
        case .arrived(let id, let recipient): "\(id) to \(SafeText(recipient)): arrived"
        case .reordered(let count, let recipient): "\(count) for \(SafeText(recipient)) in the opposite order"
        case .offline(let person, let isOffline): "\(SafeText(person)) is \(isOffline ? "offline" : "online")"
        case .partitioned(let groups):
            "partition: "
                + groups.map { $0.sorted().map { SafeText($0).string }.joined(separator: " ") }.joined(separator: " | ")
        case .healed: "partition healed"
        case .commanded(let what, let sender): "the next of \(SafeText(sender)): \(what)"
        }
    }
}

extension Duration {
    /// Seconds with milliseconds: `12.500 s`.
    var inSeconds: String {
        let (seconds, attoseconds) = components
        let milliseconds = String((attoseconds / 1_000_000_000_000_000).magnitude)
        let sign = self < .zero ? "-" : ""
        return sign + "\(seconds.magnitude)." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
            + " s"
    }
}

/// A delivery on its way from one device to others. A parcel is first in the outbox of its sender,
/// then in the ``Network``.
public struct Packet: Hashable, Sendable, Codable {
    /// The id of a parcel: its sender and a number. If a person sends the same content again, that
    /// is a new parcel with a new number. If a device hands the same parcel over again, the parcel
    /// keeps its number.
    public struct ID: Hashable, Sendable, Codable, CustomStringConvertible {
        /// The name of the sender.
        public let sender: String
        /// The number of the parcel among the sender's parcels. The device stores the last number,
        /// so numbers are unique.
        public let number: Int

        package init(sender: String, number: Int) {
            self.sender = sender
            self.number = number
        }

        /// The id as text, such as `alice#3`: one line, whatever the name contains.
        public var description: String { "\(SafeText(sender))#\(number)" }
    }

    /// The id, which stays the same when the parcel is handed over again.
    public let id: ID
    /// The chat of the parcel, the same on every device.
    public let chat: Chat.ID
    /// The names of the recipients.
    public let recipients: [String]
    /// The delivery, with ids of people that every device knows.
    public let delivery: Delivery

    package init(id: ID, chat: Chat.ID, recipients: [String], delivery: Delivery) {
        self.id = id
        self.chat = chat
        self.recipients = recipients
        self.delivery = delivery
    }

    /// The name of the sender.
    public var sender: String { id.sender }
}
