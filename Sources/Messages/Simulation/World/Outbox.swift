import Conversations
import GameApps
import MatchSessions

/// The parcels that a device has sent and the ``Network`` hasn't taken: the queue of the simulated
/// Messages service, below `send`. Games can't see the queue.
///
/// Parcels of a chat are handed over in the order in which they were added. If the first parcel
/// can't be handed over, the other parcels of its chat wait. Chats don't wait for each other.
///
/// ```swift
/// var outbox = Outbox(seed: 7)
/// outbox.add(parcel, at: now)
/// while true {
///     let due = outbox.due(at: now)
///     if due.isEmpty { break }    // Come back at outbox.nextAttempt.
///     for parcel in due {
///         switch network.take(parcel, at: now) {
///         case .taken, .known: outbox.delivered(parcel.id)
///         case .refused: outbox.failed(parcel.id, at: now)
///         }
///     }
/// }
/// ```
///
/// A store keeps the entries, and the same outbox can be created from them. The store may lack the
/// last step. If an entry was handed over but is still in the store, it is handed over again, and the
/// network ignores it. All times are measured from the start of the simulation.
package struct Outbox: Hashable, Sendable {
    /// A waiting parcel with its state.
    package struct Entry: Hashable, Sendable, Codable {
        package let parcel: Packet
        /// The number of failed attempts.
        package internal(set) var attempts: Int
        /// The time from which the parcel may be handed over, if it is the first of its chat.
        package internal(set) var due: Duration

        /// Creates an entry from a store. Use `Outbox.add` for new ones.
        ///
        /// - Parameters:
        ///   - parcel: The waiting parcel.
        ///   - attempts: The number of failed attempts.
        ///   - due: The time since the start of the simulation.
        package init(parcel: Packet, attempts: Int = 0, due: Duration) {
            self.parcel = parcel
            self.attempts = attempts
            self.due = due
        }
    }

    /// The number of attempts after which the driver of the outbox discards a parcel. These
    /// attempts take more than a day.
    package static let mostAttempts = 360

    /// The entries, in the order in which they were added.
    package private(set) var entries: [Entry]
    private let backoff: Backoff

    /// Creates an outbox with these entries, in the order in which they were added. If two entries
    /// have the same id, the second is ignored.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random backoff. The same seed and the same entries give the same
    ///     waits.
    ///   - entries: The entries that already wait.
    package init(seed: UInt64, entries: [Entry] = []) {
        var ids: Set<Packet.ID> = []
        self.entries = entries.filter { ids.insert($0.parcel.id).inserted }
        backoff = Backoff(seed: seed)
    }

    /// Adds a parcel to the end of its chat's queue, due immediately.
    ///
    /// - Returns: The new entry. Nil, without any change, if the outbox has a parcel with this id.
    @discardableResult
    package mutating func add(_ parcel: Packet, at time: Duration) -> Entry? {
        guard !entries.contains(where: { $0.parcel.id == parcel.id }) else { return nil }
        let entry = Entry(parcel: parcel, due: time)
        entries.append(entry)
        return entry
    }

    /// Returns the parcels to hand over now: the first parcel of each chat, if that parcel is due.
    /// Call this function again after handling the results, because the next parcel of a chat may
    /// be due immediately.
    package func due(at time: Duration) -> [Packet] {
        heads.filter { $0.due <= time }.map(\.parcel)
    }

    /// The earliest time at which a parcel is due, or nil if the outbox is empty. The time can be
    /// in the past if a parcel has waited for an earlier parcel of its chat.
    package var nextAttempt: Duration? { heads.map(\.due).min() }

    /// Removes a parcel that the network has taken.
    ///
    /// - Returns: The removed entry. Nil, without any change, if the outbox has no such parcel.
    @discardableResult
    package mutating func delivered(_ id: Packet.ID) -> Entry? {
        entries.firstIndex { $0.parcel.id == id }.map { entries.remove(at: $0) }
    }

    /// Records that an attempt failed because the network was out of reach. The wait before the
    /// next attempt grows with each failure; see ``Backoff``.
    ///
    /// - Returns: The changed entry. Nil, without any change, if the outbox has no such parcel.
    @discardableResult
    package mutating func failed(_ id: Packet.ID, at time: Duration) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.parcel.id == id }) else { return nil }
        // Clamp the number, because a store could contain any number of attempts.
        let attempts = min(max(entries[index].attempts, 0), Int.max - 1) + 1
        entries[index].attempts = attempts
        entries[index].due = time + backoff.wait(after: attempts, of: id)
        return entries[index]
    }

    private var heads: [Entry] {
        var chats: Set<Chat.ID> = []
        return entries.filter { chats.insert($0.parcel.chat).inserted }
    }
}

/// The wait between a failed attempt to hand over a parcel and the next attempt.
///
/// The waits double: 5, 10, 20, 40, 80, 160, and then always 250 s. Up to a fifth is added to each
/// wait at random. So devices whose attempts failed at the same time don't try again at the same
/// time. The first wait is therefore 5 to 6 s, and no wait is longer than 5 minutes.
struct Backoff: Hashable, Sendable {
    static let first = Duration.seconds(5)
    static let last = Duration.seconds(250)
    /// The divisor that gives the longest random addition from the wait.
    static let jitterDivisor = 5

    let seed: UInt64

    /// Returns the wait after this number of failed attempts, 1 or more. The wait depends only on
    /// the seed, the parcel and the number.
    func wait(after failures: Int, of parcel: Packet.ID) -> Duration {
        let doublings = min(max(failures, 1) - 1, 6)
        let base = min(Self.last, Self.first * (1 << doublings))
        var chance = SeededRandom(
            seed: seed, about: "backoff", parcel.sender, String(parcel.number), String(failures))
        return chance.duration(in: base...(base + base / Self.jitterDivisor))
    }
}
