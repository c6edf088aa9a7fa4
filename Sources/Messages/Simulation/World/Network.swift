import Conversations
import GameApps
import MatchSessions

/// A simulated service that carries sent messages between devices. It can delay, reorder,
/// duplicate, drop and partition, for each person differently.
///
/// The network is a value without a clock. Callers pass the time since the start of the simulation.
/// Time never goes back: an earlier time counts as the latest known one.
///
/// The fate of a parcel for one recipient depends only on the seed, the parcel's id and the
/// recipient. A run can therefore be repeated exactly. An additional parcel doesn't affect the
/// others, unless the conditions keep the order.
///
/// ```swift
/// world.network.weather = .stormy
/// world.network.setOffline("Bob")
/// world.network.dropNext(from: "Ann")
/// try world.advance(by: .seconds(60))
/// for record in world.network.journal { print(record) }
/// ```
///
/// A parcel lost by the conditions or a command is lost forever; people recover by sending again,
/// as a new parcel. A parcel for a person out of reach isn't lost: it waits until they are back.
public struct Network: Hashable, Sendable, Codable {
    /// The result of handing a parcel over.
    package enum Handover: Hashable, Sendable {
        /// The network has taken the parcel.
        case taken
        /// The network had the parcel already and does nothing. For the sender this equals `taken`.
        case known
        /// The sender is offline and must try again later.
        case refused
    }

    /// A parcel that has reached one of its recipients.
    package struct Arrival: Hashable, Sendable {
        package let recipient: String
        /// The parcel as its sender handed it over.
        package let parcel: Parcel
    }

    /// A parcel on its way to one recipient.
    struct Waiting: Hashable, Sendable, Codable {
        let parcel: Parcel
        let recipient: String
        var arrival: Duration
        /// Whether the journal already has a record that the parcel waits for its recipient.
        var isHeld = false
    }

    /// The parcels that keep their order if the conditions keep it.
    struct Stream: Hashable, Sendable, Codable {
        let sender: String
        let chat: Chat.ID
        let recipient: String
    }

    /// A command for the next parcel of a person.
    struct Command: Hashable, Sendable, Codable {
        var drops = false
        var delay: Duration?
        var duplicates = false
    }

    /// The seed of all random decisions.
    public let seed: UInt64
    /// The network conditions for everybody without personal ones.
    public var weather: NetworkConditions
    private var personalWeather: [String: NetworkConditions] = [:]
    private var offline: Set<String> = []
    private var groups: [Set<String>] = []
    private var commands: [String: Command] = [:]
    private var taken: [String: TakenNumbers] = [:]
    /// The parcels on their way, sorted by arrival; equal times in the order of taking.
    private var waiting: [Waiting] = []
    /// The arrival of the last parcel of each stream, except parcels delayed by command: no later
    /// parcel waits for those.
    private var lastArrivals: [Stream: Duration] = [:]
    /// The latest time that a caller passed.
    public private(set) var now = Duration.zero
    private var records: [NetworkRecord] = []

    /// Creates a network without parcels, with everybody online.
    ///
    /// - Parameters:
    ///   - seed: The seed of the network's random decisions. The same seed and parcels behave the
    ///     same.
    ///   - weather: The conditions for everybody; see ``setWeather(_:for:)``.
    package init(seed: UInt64, weather: NetworkConditions = .fair) {
        self.seed = seed
        self.weather = weather
    }

    // MARK: Network conditions

    /// Returns the network conditions on the way to a person.
    public func weather(for person: String) -> NetworkConditions {
        personalWeather[person] ?? weather
    }

    /// Sets a person's own network conditions; nil restores the general ones. Parcels on their way
    /// aren't affected.
    public mutating func setWeather(_ weather: NetworkConditions?, for person: String) {
        personalWeather[person] = weather
    }

    // MARK: Reachability

    /// Takes a person's device offline, or brings it back. An offline device can't hand parcels
    /// over, and parcels for it wait.
    public mutating func setOffline(_ person: String, _ isOffline: Bool = true) {
        let changed = isOffline ? offline.insert(person).inserted : offline.remove(person) != nil
        if changed { note(.offline(person, isOffline)) }
    }

    /// Returns whether a person's device is offline. An unknown person is online.
    public func isOffline(_ person: String) -> Bool { offline.contains(person) }

    /// Separates people: parcels from one group to a person of another wait until ``heal()``. It
    /// replaces an earlier partition. A person in no group reaches everybody, so
    /// `[["alice"], ["bob"]]` cuts one line only.
    public mutating func partition(_ groups: [Set<String>]) {
        guard groups.contains(where: { !$0.isEmpty }) else { return heal() }
        self.groups = groups
        note(.partitioned(groups))
    }

    /// Ends the partition. It doesn't bring anybody online.
    public mutating func heal() {
        guard !groups.isEmpty else { return }
        groups = []
        note(.healed)
    }

    /// Returns whether a person's device is online and can hand parcels over.
    package func accepts(from person: String) -> Bool { !isOffline(person) }

    /// Returns whether parcels of one person can reach another now.
    public func reaches(from sender: String, to recipient: String) -> Bool {
        if isOffline(recipient) { return false }
        let recipientGroups = groups.filter { $0.contains(recipient) }
        return recipientGroups.isEmpty || recipientGroups.contains { $0.contains(sender) }
            || !groups.contains { $0.contains(sender) }
    }

    // MARK: Parcels

    /// Takes a parcel and decides its fate, for each recipient separately.
    ///
    /// A parcel that was taken before isn't carried again. A sender that doesn't know whether it
    /// handed a parcel over can safely do it again.
    package mutating func take(_ parcel: Parcel, at time: Duration) -> Handover {
        now = max(now, time)
        guard accepts(from: parcel.sender) else {
            note(.refused(parcel.id))
            return .refused
        }
        guard taken[parcel.sender, default: TakenNumbers()].insert(parcel.id.number) else {
            note(.known(parcel.id))
            return .known
        }
        note(.taken(parcel.id))
        let command = commands.removeValue(forKey: parcel.sender) ?? Command()
        var seen: Set<String> = []
        for recipient in parcel.recipients where seen.insert(recipient).inserted {
            send(parcel, to: recipient, command)
        }
        return .taken
    }

    private mutating func send(_ parcel: Parcel, to recipient: String, _ command: Command) {
        let weather = weather(for: recipient)
        var chance = SeededRandom(
            seed: seed, about: "fate", parcel.sender, String(parcel.id.number), recipient)
        // Draw all values every time, so that another probability doesn't change the delays.
        let isLost = chance.happens(weather.loss)
        let isDoubled = chance.happens(weather.duplication)
        let delays = [chance.duration(in: weather.delay), chance.duration(in: weather.delay)]

        // A commanded delay or copy is exempt from random loss, so that the person who commanded it
        // sees the effect.
        let isSpared = command.delay != nil || command.duplicates
        if command.drops || (isLost && !isSpared) {
            note(.lost(parcel.id, to: recipient))
            return
        }
        let stream = Stream(sender: parcel.sender, chat: parcel.chat, recipient: recipient)
        for (index, delay) in delays.prefix(isDoubled || command.duplicates ? 2 : 1).enumerated() {
            var arrival = now + delay
            if weather.keepsOrder, let last = lastArrivals[stream] { arrival = max(arrival, last) }
            if let more = command.delay {
                arrival += more
            } else {
                lastArrivals[stream] = max(arrival, lastArrivals[stream] ?? arrival)
            }
            waiting.insert(
                Waiting(parcel: parcel, recipient: recipient, arrival: arrival), at: waitingCount(until: arrival))
            note(.sent(parcel.id, to: recipient, arrival: arrival, copy: index > 0))
        }
    }

    /// Returns the number of waiting parcels that arrive until then, which is the index of the
    /// first later one.
    private func waitingCount(until time: Duration) -> Int {
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].arrival <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Removes and returns the parcels that have arrived, sorted by arrival; equal times in the
    /// order of taking.
    package mutating func due(at time: Duration) -> [Arrival] {
        now = max(now, time)
        let end = waitingCount(until: now)
        var arrived: [Arrival] = []
        var held: [Waiting] = []
        for var one in waiting[..<end] {
            if reaches(from: one.parcel.sender, to: one.recipient) {
                note(.arrived(one.parcel.id, to: one.recipient))
                arrived.append(Arrival(recipient: one.recipient, parcel: one.parcel))
            } else {
                if !one.isHeld { note(.held(one.parcel.id, to: one.recipient)) }
                one.isHeld = true
                held.append(one)
            }
        }
        waiting.replaceSubrange(..<end, with: held)
        return arrived
    }

    /// The arrival of the next parcel that can reach its recipient, or nil. The time can be in the
    /// past if a parcel waited for a person who is back.
    public var nextArrival: Duration? {
        waiting.first { reaches(from: $0.parcel.sender, to: $0.recipient) }?.arrival
    }

    /// Returns the number of parcels on their way to a person, including copies and held ones.
    public func waitingCount(for recipient: String) -> Int {
        waiting.count { $0.recipient == recipient }
    }

    // MARK: Commands for demonstrating races

    /// Drops the next parcel of this person, for all recipients.
    public mutating func dropNext(from sender: String) {
        commands[sender, default: Command()].drops = true
        note(.commanded("dropped", from: sender))
    }

    /// Delays the next parcel of this person. Others may overtake it under any conditions.
    ///
    /// - Throws: ``NetworkConditionsError`` if the delay isn't in
    ///   zero...``NetworkConditions/longestDelay``.
    public mutating func delayNext(from sender: String, by delay: Duration) throws(NetworkConditionsError) {
        try NetworkConditions.check(delay: delay)
        commands[sender, default: Command()].delay = delay
        note(.commanded("delayed by \(delay.inSeconds)", from: sender))
    }

    /// Duplicates the next parcel of this person, for all recipients.
    public mutating func duplicateNext(from sender: String) {
        commands[sender, default: Command()].duplicates = true
        note(.commanded("doubled", from: sender))
    }

    /// Reverses the order of all parcels on their way to a person. The last gets the place and time
    /// of the first.
    ///
    /// - Returns: The number of these parcels.
    @discardableResult
    public mutating func reorderWaiting(for recipient: String) -> Int {
        let indices = waiting.indices.filter { waiting[$0].recipient == recipient }
        for (index, other) in zip(indices, indices.reversed()).prefix(indices.count / 2) {
            waiting.swapAt(index, other)
            (waiting[index].arrival, waiting[other].arrival) = (waiting[other].arrival, waiting[index].arrival)
        }
        note(.reordered(indices.count, for: recipient))
        return indices.count
    }

    // MARK: The journal

    /// The number of latest records that the journal keeps.
    public static let journalLength = 4_096

    /// The latest ``journalLength`` records, the oldest first.
    public var journal: [NetworkRecord] { records.suffix(Self.journalLength) }

    /// The number of latest records in a store, enough to show the fate of the last sent messages.
    private static let mostKept = 32

    /// The network for a store. Its journal is cut, because the whole network is written in each
    /// step of the simulation.
    var kept: Network {
        var network = self
        network.records = Array(records.suffix(Self.mostKept))
        return network
    }

    private mutating func note(_ event: NetworkRecord.Event) {
        // Cut rarely and much, because moving the remaining records takes time.
        if records.count >= 2 * Self.journalLength { records.removeFirst(Self.journalLength) }
        records.append(NetworkRecord(time: now, event: event))
    }
}
