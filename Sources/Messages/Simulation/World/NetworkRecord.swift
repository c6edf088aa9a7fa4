import MatchSessions
import MessageHost
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
