import Conversations
import GameApps
import MatchSessions

/// A simulated service that carries sent messages between devices. It can delay, reorder, duplicate
/// and drop messages, and separate groups of people. Each person can have other conditions.
///
/// The network is a value without a clock. Callers pass the time since the start of the simulation.
/// Time never goes back: an earlier time counts as the latest known one.
///
/// Whether and when a parcel reaches a recipient depends only on the seed, the parcel's id and the
/// recipient. A run can therefore be repeated exactly. An additional parcel doesn't affect other
/// parcels, unless the conditions keep the order of parcels.
///
/// ```swift
/// world.network.weather = .stormy
/// world.network.setOffline("Bob")
/// world.network.dropNext(from: "Ann")
/// try world.advance(by: .seconds(60))
/// for record in world.network.journal { print(record) }
/// ```
///
/// A parcel that is lost because of the conditions or a command never arrives. The sender can only
/// send the message again, as a new parcel. A parcel for a person who is out of reach isn't lost:
/// it waits until the person is within reach again.
public struct Network: Hashable, Sendable, Codable {
    /// The result of handing a parcel over.
    package enum Handover: Hashable, Sendable {
        /// The network has taken the parcel.
        case taken
        /// The network had already taken the parcel, and does nothing. For the sender this is the
        /// same as `taken`.
        case known
        /// The sender is offline and must try again later.
        case refused
    }

    /// A parcel that has reached one of its recipients.
    package struct Arrival: Hashable, Sendable {
        package let recipient: String
        /// The parcel as its sender handed it over.
        package let parcel: Packet
    }

    /// A parcel on its way to one recipient.
    struct Waiting: Hashable, Sendable, Codable {
        let parcel: Packet
        let recipient: String
        var arrival: Duration
        /// Whether the journal already has a record that the parcel waits for its recipient.
        var isHeld = false
    }

    /// The sender, chat and recipient of parcels that arrive in order if the conditions keep the
    /// order.
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
    /// The network conditions for everybody without personal conditions.
    public var weather: NetworkConditions
    private var personalWeather: [String: NetworkConditions] = [:]
    private var offline: Set<String> = []
    private var groups: [Set<String>] = []
    private var commands: [String: Command] = [:]
    private var taken: [String: TakenNumbers] = [:]
    /// The parcels on their way, sorted by arrival. Parcels with the same arrival are in the order
    /// in which the network took them.
    private var waiting: [Waiting] = []
    /// The arrival of the last parcel of each stream. Parcels that a command delayed are left out,
    /// because later parcels don't wait for them.
    private var lastArrivals: [Stream: Duration] = [:]
    /// The latest time that a caller passed.
    public private(set) var now = Duration.zero
    private var records: [NetworkRecord] = []

    /// Creates a network without parcels, with everybody online.
    ///
    /// - Parameters:
    ///   - seed: The seed of the network's random decisions. Networks with the same seed treat the
    ///     same parcels alike.
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

    /// Sets a person's own network conditions; nil restores the general conditions. Parcels on
    /// their way aren't affected.
    public mutating func setWeather(_ weather: NetworkConditions?, for person: String) {
        personalWeather[person] = weather
    }

    // MARK: Reachability

    /// Takes a person's device offline, or brings it back. An offline device can't hand parcels
    /// over to the network, and parcels for the device wait.
    public mutating func setOffline(_ person: String, _ isOffline: Bool = true) {
        let changed = isOffline ? offline.insert(person).inserted : offline.remove(person) != nil
        if changed { note(.offline(person, isOffline)) }
    }

    /// Returns whether a person's device is offline. An unknown person is online.
    public func isOffline(_ person: String) -> Bool { offline.contains(person) }

    /// Separates groups of people: parcels from a person of one group to a person of another group
    /// wait until ``heal()``. A new partition replaces an earlier one. A person in no group reaches
    /// everybody, so `[["alice"], ["bob"]]` separates only these two.
    public mutating func partition(_ groups: [Set<String>]) {
        guard groups.contains(where: { !$0.isEmpty }) else { return heal() }
        self.groups = groups
        note(.partitioned(groups))
    }

    /// Ends the partition. Devices that are offline stay offline.
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

    /// Takes a parcel, and decides for each recipient separately whether and when the parcel
    /// arrives.
    ///
    /// A parcel that was taken before isn't delivered again. A sender that doesn't know whether it
    /// has handed a parcel over can therefore safely hand it over again.
    package mutating func take(_ parcel: Packet, at time: Duration) -> Handover {
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

    private mutating func send(_ parcel: Packet, to recipient: String, _ command: Command) {
        let weather = weather(for: recipient)
        var chance = SeededRandom(
            seed: seed, about: "fate", parcel.sender, String(parcel.id.number), recipient)
        // Draw all values every time, so that a changed probability doesn't affect the delays.
        let isLost = chance.happens(weather.loss)
        let isDoubled = chance.happens(weather.duplication)
        let delays = [chance.duration(in: weather.delay), chance.duration(in: weather.delay)]

        // A parcel that a command delays or duplicates can't be lost at random. Otherwise the
        // person who gave the command might not see its effect.
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

    /// Returns the number of waiting parcels that arrive until `time`. This is also the index of
    /// the first later parcel.
    private func waitingCount(until time: Duration) -> Int {
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].arrival <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Removes and returns the parcels that have arrived, sorted by arrival. Parcels with the same
    /// arrival are in the order in which the network took them.
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
    /// past if a parcel has waited for a person who is now within reach again.
    public var nextArrival: Duration? {
        waiting.first { reaches(from: $0.parcel.sender, to: $0.recipient) }?.arrival
    }

    /// Returns the number of parcels on their way to a person, including copies and parcels that
    /// wait because the person is out of reach.
    public func waitingCount(for recipient: String) -> Int {
        waiting.count { $0.recipient == recipient }
    }

    // MARK: Commands for demonstrating races

    /// Drops the next parcel of this person, for all recipients.
    public mutating func dropNext(from sender: String) {
        commands[sender, default: Command()].drops = true
        note(.commanded("dropped", from: sender))
    }

    /// Delays the next parcel of this person. Under any conditions, other parcels may overtake the
    /// delayed parcel.
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

    /// Reverses the order of all parcels on their way to a person. The last parcel gets the place
    /// and the arrival of the first parcel, and so on.
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

    /// The number of latest records in a store. They are enough to show what happened to the last
    /// sent messages.
    private static let mostKept = 32

    /// A copy of the network for a store. Its journal is cut, because each step of the simulation
    /// writes the whole network.
    var kept: Network {
        var network = self
        network.records = Array(records.suffix(Self.mostKept))
        return network
    }

    private mutating func note(_ event: NetworkRecord.Event) {
        // Remove many records at once, because moving the remaining records takes time.
        if records.count >= 2 * Self.journalLength { records.removeFirst(Self.journalLength) }
        records.append(NetworkRecord(time: now, event: event))
    }
}
