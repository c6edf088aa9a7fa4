import Conversations
import GameApps
import MatchSessions
import Scenes

/// One thing the network did, for the people who play with it: `12.500 s  alice#3 to bob: lost`.
public struct NetworkRecord: Hashable, Sendable, Codable {
    /// What happened, and to whom: people go by their names.
    public enum Event: Hashable, Sendable, Codable {
        /// Handed over.
        case taken(Parcel.ID)
        /// Handed over again, and not carried again.
        case known(Parcel.ID)
        /// Not handed over: its sender is offline.
        case refused(Parcel.ID)
        /// On its way; `copy` if the parcel was doubled and this is the second one.
        case sent(Parcel.ID, to: String, arrival: Duration, copy: Bool)
        /// Lost for ever.
        case lost(Parcel.ID, to: String)
        /// Due, but its recipient can't be reached: it waits.
        case held(Parcel.ID, to: String)
        /// Delivered.
        case arrived(Parcel.ID, to: String)
        /// So many parcels for a person were put into the opposite order.
        case reordered(Int, for: String)
        /// A person's device went offline or came back.
        case offline(String, Bool)
        /// Nothing passes between these groups of people.
        case partitioned([Set<String>])
        /// Everybody reaches everybody again.
        case healed
        /// What shall befall the next parcel of a person.
        case commanded(String, from: String)
    }

    /// When: the time the network had last been told.
    public let time: Duration
    /// What the network did.
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
    /// `12.500 s`: seconds with milliseconds.
    var inSeconds: String {
        let (seconds, attoseconds) = components
        let milliseconds = String((attoseconds / 1_000_000_000_000_000).magnitude)
        let sign = self < .zero ? "-" : ""
        return sign + "\(seconds.magnitude)." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
            + " s"
    }
}

/// Something on its way from one device to others: in the outbox of its sender, then in the ``Network``.
public struct Parcel: Hashable, Sendable, Codable {
    /// The name of a parcel: its sender and a running number. Sending the same thing again makes a new parcel with a
    /// new number; handing over the same parcel again does not.
    public struct ID: Hashable, Sendable, Codable, CustomStringConvertible {
        /// The name of the person who sent it.
        public let sender: String
        /// Counted per sender; the device keeps the count, so that no number is given twice.
        public let number: Int

        /// The name of a parcel of this sender.
        package init(sender: String, number: Int) {
            self.sender = sender
            self.number = number
        }

        /// `alice#3`, on one line whatever the name.
        public var description: String { "\(SafeText(sender))#\(number)" }
    }

    /// Tells it from all others; handed over again it keeps it.
    public let id: ID
    /// Which chat it arrives in, the same on every device.
    public let chat: Chat.ID
    /// The names of the people it goes to.
    public let recipients: [String]
    /// What arrives; it names people by ids that every device knows.
    public let delivery: Delivery

    /// A parcel that nobody has carried yet.
    package init(id: ID, chat: Chat.ID, recipients: [String], delivery: Delivery) {
        self.id = id
        self.chat = chat
        self.recipients = recipients
        self.delivery = delivery
    }

    /// The name of the person who sent it.
    public var sender: String { id.sender }
}
