import Conversations
import GameApps
import MatchSessions

/// What carries sent messages between devices: a simulated service that can delay, reorder, duplicate, drop and
/// partition, for each person differently.
///
/// It is a value without a clock: it is told the time, as the time since the beginning of the simulation. Time doesn't
/// run back: an earlier time than one it was told counts as the latest.
///
/// What happens to a parcel on its way to one recipient follows from the seed, the parcel's id and the recipient alone,
/// so a run can be repeated exactly, and one more parcel changes nothing for the others (unless they keep their order).
///
/// ```swift
/// world.network.weather = .stormy
/// world.network.setOffline("Bob")
/// world.network.dropNext(from: "Ann")
/// try world.advance(by: .seconds(60))
/// for record in world.network.journal { print(record) }
/// ```
///
/// What the weather or a command drops is lost for ever; people heal it by sending again, as a new parcel. What is on
/// its way to somebody out of reach is not lost: it waits until they are back.
public struct Network: Hashable, Sendable, Codable {
    /// What became of handing a parcel over.
    package enum Handover: Hashable, Sendable {
        /// The network has it now.
        case taken
        /// The network had it before, and does nothing more. For the sender this is as good as `taken`.
        case known
        /// The sender is offline; try again later.
        case refused
    }

    /// A parcel that has come to one of its recipients.
    package struct Arrival: Hashable, Sendable {
        /// The name of the person it came to.
        package let recipient: String
        /// As its sender handed it over.
        package let parcel: Parcel
    }

    /// A parcel on its way to one recipient.
    struct Waiting: Hashable, Sendable, Codable {
        let parcel: Parcel
        let recipient: String
        var arrival: Duration
        /// Whether the journal says already that it waits for its recipient.
        var isHeld = false
    }

    /// Parcels that keep their order where the weather does.
    struct Stream: Hashable, Sendable, Codable {
        let sender: String
        let chat: Chat.ID
        let recipient: String
    }

    /// What shall befall the next parcel of a person.
    struct Command: Hashable, Sendable, Codable {
        var drops = false
        var delay: Duration?
        var duplicates = false
    }

    /// What all chance on the way follows from.
    public let seed: UInt64
    /// The weather on the way to everybody who has no other.
    public var weather: NetworkConditions
    private var personalWeather: [String: NetworkConditions] = [:]
    private var offline: Set<String> = []
    private var groups: [Set<String>] = []
    private var commands: [String: Command] = [:]
    private var taken: [String: TakenNumbers] = [:]
    /// The earliest first, and at the same time in the order they were taken.
    private var waiting: [Waiting] = []
    /// When the last parcel of a stream arrives, those delayed by command left out: nothing waits behind them.
    private var lastArrivals: [Stream: Duration] = [:]
    /// The latest time it was told.
    public private(set) var now = Duration.zero
    private var records: [NetworkRecord] = []

    /// A network with nothing on its way and everybody online.
    ///
    /// - Parameters:
    ///   - seed: What its chance follows from: the same seed and parcels behave the same.
    ///   - weather: For everybody; see ``setWeather(_:for:)``.
    package init(seed: UInt64, weather: NetworkConditions = .fair) {
        self.seed = seed
        self.weather = weather
    }

    // MARK: The weather

    /// The weather on the way to a person.
    public func weather(for person: String) -> NetworkConditions {
        personalWeather[person] ?? weather
    }

    /// Gives a person a weather of their own, or with nil that of everybody. What is on its way stays as decided.
    public mutating func setWeather(_ weather: NetworkConditions?, for person: String) {
        personalWeather[person] = weather
    }

    // MARK: Who reaches whom

    /// Takes a person's device offline, or brings it back. Offline it can't hand anything over, and what arrives for it
    /// waits.
    public mutating func setOffline(_ person: String, _ isOffline: Bool = true) {
        let changed = isOffline ? offline.insert(person).inserted : offline.remove(person) != nil
        if changed { note(.offline(person, isOffline)) }
    }

    /// Is their device out of reach? Somebody the network has never heard of is online.
    public func isOffline(_ person: String) -> Bool { offline.contains(person) }

    /// Separates people: what goes from a group to somebody of another waits until ``heal()``. It takes the place of
    /// an earlier partition. Who is in no group reaches everybody, so `[["alice"], ["bob"]]` cuts one line only.
    public mutating func partition(_ groups: [Set<String>]) {
        guard groups.contains(where: { !$0.isEmpty }) else { return heal() }
        self.groups = groups
        note(.partitioned(groups))
    }

    /// Ends the partition. It brings nobody online.
    public mutating func heal() {
        guard !groups.isEmpty else { return }
        groups = []
        note(.healed)
    }

    /// Whether a person can hand parcels over: whether their device is online.
    package func accepts(from person: String) -> Bool { !isOffline(person) }

    /// Whether what one person sent can come to another now.
    public func reaches(from sender: String, to recipient: String) -> Bool {
        if isOffline(recipient) { return false }
        let recipientGroups = groups.filter { $0.contains(recipient) }
        return recipientGroups.isEmpty || recipientGroups.contains { $0.contains(sender) }
            || !groups.contains { $0.contains(sender) }
    }

    // MARK: Parcels

    /// Takes a parcel and decides what becomes of it, for each recipient separately.
    ///
    /// A parcel that was taken before is not carried again, so a sender that doesn't know whether it had handed one
    /// over may simply do it once more.
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
        // All is drawn every time, so that another probability doesn't change the delays.
        let isLost = chance.happens(weather.loss)
        let isDoubled = chance.happens(weather.duplication)
        let delays = [chance.duration(in: weather.delay), chance.duration(in: weather.delay)]

        // Who commands a delay or a copy wants to see it, so it isn't lost to the weather.
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

    /// How many parcels on their way arrive until then: the index of the first that comes later.
    private func waitingCount(until time: Duration) -> Int {
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].arrival <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Removes and returns what has arrived: the earliest first, and at the same time in the order it was taken.
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

    /// When the next parcel arrives, as things stand: nil if none is on its way to somebody who can be reached. A time
    /// that has passed if one waited for somebody who is back.
    public var nextArrival: Duration? {
        waiting.first { reaches(from: $0.parcel.sender, to: $0.recipient) }?.arrival
    }

    /// How many parcels are on their way to a person, copies and those that wait included.
    public func waitingCount(for recipient: String) -> Int {
        waiting.count { $0.recipient == recipient }
    }

    // MARK: Commands, for people who want to see a race

    /// The next parcel taken from this person is lost on the way to everybody.
    public mutating func dropNext(from sender: String) {
        commands[sender, default: Command()].drops = true
        note(.commanded("dropped", from: sender))
    }

    /// The next parcel taken from this person takes so much longer, and others may overtake it in any weather.
    ///
    /// - Throws: ``NetworkConditionsError`` if the delay isn't in zero...``NetworkConditions/longestDelay``.
    public mutating func delayNext(from sender: String, by delay: Duration) throws(NetworkConditionsError) {
        try NetworkConditions.check(delay: delay)
        commands[sender, default: Command()].delay = delay
        note(.commanded("delayed by \(delay.inSeconds)", from: sender))
    }

    /// The next parcel taken from this person arrives twice at everybody.
    public mutating func duplicateNext(from sender: String) {
        commands[sender, default: Command()].duplicates = true
        note(.commanded("doubled", from: sender))
    }

    /// Turns the order of all that is on its way to a person around: the last gets the place and time of the first.
    ///
    /// - Returns: How many parcels it were.
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

    /// How many of the latest records the journal keeps.
    public static let journalLength = 4_096

    /// What the network did, the latest ``journalLength`` records of it, the oldest first.
    public var journal: [NetworkRecord] { records.suffix(Self.journalLength) }

    /// How many of the latest records are kept in a store: enough to tell what became of what somebody sent last.
    private static let mostKept = 32

    /// The network as it is kept: the journal is cut, since all of this is written for each step of the simulation.
    var kept: Network {
        var network = self
        network.records = Array(records.suffix(Self.mostKept))
        return network
    }

    private mutating func note(_ event: NetworkRecord.Event) {
        // Cut off seldom and much, since moving up what remains takes time.
        if records.count >= 2 * Self.journalLength { records.removeFirst(Self.journalLength) }
        records.append(NetworkRecord(time: now, event: event))
    }
}
