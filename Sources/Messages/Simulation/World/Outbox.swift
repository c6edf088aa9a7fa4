import Conversations
import GameApps
import MatchSessions

/// The parcels that a device has sent and the ``Network`` hasn't taken: the queue of the simulated
/// Messages service, below `send`. Games can't see it.
///
/// Parcels of a chat leave in the order in which they were added. If the first can't be handed
/// over, the others wait. Chats don't wait for each other.
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
/// A store keeps the entries and recreates the same outbox from them. It may lose a step: an entry
/// that was handed over but is still there is handed over again, and the network recognizes it.
/// Times count from the start of the simulation.
package struct Outbox: Hashable, Sendable {
    /// A waiting parcel with its state.
    package struct Entry: Hashable, Sendable, Codable {
        package let parcel: Parcel
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
        package init(parcel: Parcel, attempts: Int = 0, due: Duration) {
            self.parcel = parcel
            self.attempts = attempts
            self.due = due
        }
    }

    /// The number of attempts, spread over more than a day, after which sending has failed for
    /// good. The driver of the outbox then discards the parcel.
    package static let mostAttempts = 360

    /// The entries, in the order in which they were added.
    package private(set) var entries: [Entry]
    private let backoff: Backoff

    /// Creates an outbox with these entries, in the order in which they were added. Of two entries
    /// with the same id the first is used.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random backoff. The same seed and entries behave the same.
    ///   - entries: The entries that wait already.
    package init(seed: UInt64, entries: [Entry] = []) {
        var ids: Set<Parcel.ID> = []
        self.entries = entries.filter { ids.insert($0.parcel.id).inserted }
        backoff = Backoff(seed: seed)
    }

    /// Adds a parcel to the end of its chat's queue, due immediately.
    ///
    /// - Returns: The new entry. Nil if there is a parcel with this id; nothing has changed then.
    @discardableResult
    package mutating func add(_ parcel: Parcel, at time: Duration) -> Entry? {
        guard !entries.contains(where: { $0.parcel.id == parcel.id }) else { return nil }
        let entry = Entry(parcel: parcel, due: time)
        entries.append(entry)
        return entry
    }

    /// Returns the parcels to hand over now: the first of each chat, if it is due. Call again after
    /// handling their results, because the next of a chat may be due immediately.
    package func due(at time: Duration) -> [Parcel] {
        heads.filter { $0.due <= time }.map(\.parcel)
    }

    /// The earliest time at which a parcel is due, or nil if the outbox is empty. The time can be
    /// in the past if a parcel waited for an earlier one of its chat.
    package var nextAttempt: Duration? { heads.map(\.due).min() }

    /// Removes a parcel that the network has taken.
    ///
    /// - Returns: The removed entry. Nil if there was none; nothing has changed then.
    @discardableResult
    package mutating func delivered(_ id: Parcel.ID) -> Entry? {
        entries.firstIndex { $0.parcel.id == id }.map { entries.remove(at: $0) }
    }

    /// Records a failed attempt, because the network was out of reach. The wait grows with each
    /// attempt. See wire protocol, "Delivery".
    ///
    /// - Returns: The changed entry. Nil if there was none; nothing has changed then.
    @discardableResult
    package mutating func failed(_ id: Parcel.ID, at time: Duration) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.parcel.id == id }) else { return nil }
        // A store could hold any number of attempts.
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

/// The wait before the service retries to hand over a parcel.
///
/// The waits double: 5, 10, 20, 40, 80, 160, and then always 250 s. A random addition of up to a
/// fifth prevents devices that failed together from retrying together. The first retry therefore
/// comes 5 to 6 s after the failure, and no two attempts are more than 5 minutes apart.
struct Backoff: Hashable, Sendable {
    static let first = Duration.seconds(5)
    static let last = Duration.seconds(250)
    /// The divisor that gives the longest random addition from the wait.
    static let jitterDivisor = 5

    let seed: UInt64

    /// Returns the wait after this number of failed attempts, 1 or more. It depends only on the
    /// seed, the parcel and the number.
    func wait(after failures: Int, of parcel: Parcel.ID) -> Duration {
        let doublings = min(max(failures, 1) - 1, 6)
        let base = min(Self.last, Self.first * (1 << doublings))
        var chance = SeededRandom(
            seed: seed, about: "backoff", parcel.sender, String(parcel.number), String(failures))
        return chance.duration(in: base...(base + base / Self.jitterDivisor))
    }
}
