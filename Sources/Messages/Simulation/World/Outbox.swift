import Conversations
import GameApps
import MatchSessions

/// What one device has sent and the ``Network`` hasn't taken yet: the queue of the simulated Messages service, below
/// `send`. Games can't see it.
///
/// Parcels of a chat leave in the order they were added: while the first can't be handed over, the others wait behind
/// it. Chats don't wait for each other.
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
/// A store keeps the entries and makes the same outbox of them. It may lose a step: an entry that was handed over and
/// is still there is handed over once more, and the network knows it. Time is that since the beginning of the
/// simulation.
package struct Outbox: Hashable, Sendable {
    /// A parcel that waits, with all there is to know of it.
    package struct Entry: Hashable, Sendable, Codable {
        /// What waits.
        package let parcel: Parcel
        /// How many attempts failed.
        package internal(set) var attempts: Int
        /// When it may be handed over, once it is the first of its chat.
        package internal(set) var due: Duration

        /// An entry as a store kept it; `Outbox.add` makes new ones.
        ///
        /// - Parameters:
        ///   - parcel: What waits.
        ///   - attempts: How many failed so far.
        ///   - due: Since the beginning of the simulation.
        package init(parcel: Parcel, attempts: Int = 0, due: Duration) {
            self.parcel = parcel
            self.attempts = attempts
            self.due = due
        }
    }

    /// After so many attempts, some more than a day, sending has failed for good: whoever drives the outbox gives the
    /// parcel up.
    package static let mostAttempts = 360

    /// In the order they were added.
    package private(set) var entries: [Entry]
    private let backoff: Backoff

    /// An outbox with these entries, in the order in which they were added; none for a new one. Of two with the same id
    /// the first counts.
    ///
    /// - Parameters:
    ///   - seed: What the chance in the backoff follows from. The same seed and entries behave the same.
    ///   - entries: What waits already.
    package init(seed: UInt64, entries: [Entry] = []) {
        var ids: Set<Parcel.ID> = []
        self.entries = entries.filter { ids.insert($0.parcel.id).inserted }
        backoff = Backoff(seed: seed)
    }

    /// Puts a parcel at the end of its chat's queue, to be handed over at once.
    ///
    /// - Returns: The new entry; nil if a parcel with this id is there, and nothing has changed.
    @discardableResult
    package mutating func add(_ parcel: Parcel, at time: Duration) -> Entry? {
        guard !entries.contains(where: { $0.parcel.id == parcel.id }) else { return nil }
        let entry = Entry(parcel: parcel, due: time)
        entries.append(entry)
        return entry
    }

    /// The parcels to hand over now: of each chat the first, if its time has come. Ask again after the answers for
    /// these; the next of a chat may be due at once.
    package func due(at time: Duration) -> [Parcel] {
        heads.filter { $0.due <= time }.map(\.parcel)
    }

    /// When a parcel is due next; nil if the outbox is empty. A time that has passed if one waited behind another.
    package var nextAttempt: Duration? { heads.map(\.due).min() }

    /// The network has taken a parcel: removes it.
    ///
    /// - Returns: Its entry; nil if there was none, and nothing has changed.
    @discardableResult
    package mutating func delivered(_ id: Parcel.ID) -> Entry? {
        entries.firstIndex { $0.parcel.id == id }.map { entries.remove(at: $0) }
    }

    /// The network couldn't be reached: the parcel waits, each time longer. See wire protocol, "Delivery".
    ///
    /// - Returns: The changed entry; nil if there was none, and nothing has changed.
    @discardableResult
    package mutating func failed(_ id: Parcel.ID, at time: Duration) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.parcel.id == id }) else { return nil }
        // A store could hold any number of attempts.
        let attempts = min(max(entries[index].attempts, 0), Int.max - 1) + 1
        entries[index].attempts = attempts
        entries[index].due = time + backoff.wait(after: attempts, of: id)
        return entries[index]
    }

    /// The first entry of each chat.
    private var heads: [Entry] {
        var chats: Set<Chat.ID> = []
        return entries.filter { chats.insert($0.parcel.chat).inserted }
    }
}

/// How long the service waits before it tries to hand over a parcel again.
///
/// The waits double: 5, 10, 20, 40, 80, 160 and then always 250 s, each longer by up to a fifth, drawn by chance, so
/// that devices which failed together don't all come back together. So the first retry comes 5 to 6 s after the
/// failure, and no two attempts are more than 5 minutes apart.
struct Backoff: Hashable, Sendable {
    static let first = Duration.seconds(5)
    static let last = Duration.seconds(250)
    /// The longest addition by chance is the wait divided by this.
    static let jitterDivisor = 5

    let seed: UInt64

    /// The wait after so many failed attempts, 1 or more. It follows from the seed, the parcel and the number alone.
    func wait(after failures: Int, of parcel: Parcel.ID) -> Duration {
        let doublings = min(max(failures, 1) - 1, 6)
        let base = min(Self.last, Self.first * (1 << doublings))
        var chance = SeededRandom(
            seed: seed, about: "backoff", parcel.sender, String(parcel.number), String(failures))
        return chance.duration(in: base...(base + base / Self.jitterDivisor))
    }
}
