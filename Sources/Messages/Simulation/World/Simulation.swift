import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Storage
import Values

/// A world of phones: the devices of some people, the network between them, and one clock.
///
/// Nothing happens by itself: whoever drives it performs what a person does on a device, and lets time pass. The same seed
/// and the same steps give the same world.
///
/// ```swift
/// let world = try Simulation(of: ["Ann", "Bob"], games: [script], seed: 7)
/// try world.perform(as: "Ann") { ann throws(DeviceError) in
///     try ann.perform(.openFromDrawer(), of: "chess", in: world.chat)
/// }
/// try world.settle()
/// ```
public final class Simulation {
    /// The chat that all of them share.
    public let chat = Chat.ID("chat")
    /// What all chance of this world follows from.
    public let seed: UInt64
    /// Everybody's device, in the order in which the people were named.
    public let devices: [Device]
    /// What carries parcels between the devices. Whoever drives the world changes the weather here, or who is online; the
    /// next step keeps that.
    public var network: Network
    /// The time since it began.
    public private(set) var now = Duration.zero
    /// What each person sent and the network hasn't taken yet, by name.
    package internal(set) var outboxes: [String: Outbox] = [:]
    /// Where in the sender's transcript a parcel stands that the network hasn't taken yet.
    var places: [Parcel.ID: TranscriptItem.ID] = [:]
    let store: SimulationStore?
    /// What the store has already.
    var kept = KeptState()
    private let games: [GameScript]

    /// A new world.
    ///
    /// - Parameters:
    ///   - people: Their names, each once; two or more.
    ///   - games: Installed on every device.
    ///   - profile: How the host behaves where hosts differ.
    ///   - seed: What ids, keys and the network's chance are drawn from.
    ///   - weather: What the network does to parcels, for everybody.
    ///   - without: Who has none of the games yet.
    ///   - desktops: Who sits at a desktop, which shows messages and runs no games.
    ///   - store: Takes all that must be remembered, step by step; nil to forget it at the end.
    /// - Throws: ``SimulationError``.
    public init(
        of people: [String], games: [GameScript], profile: HostProfile = .modern, seed: UInt64,
        weather: NetworkConditions = .fair, without: Set<String> = [], desktops: Set<String> = [],
        store: SimulationStore? = nil
    ) throws(SimulationError) {
        guard people.count >= 2, Set(people).count == people.count, people.count <= 16,
            people.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 64 })
        else {
            throw .people("A conversation needs 2 to 16 people with names of their own, each of at most 64 bytes.")
        }
        self.seed = seed
        self.games = games
        self.store = store
        network = Network(seed: seed, weather: weather)
        var made: [Device] = []
        for (index, person) in people.enumerated() {
            let device = Device(
                of: person, profile: profile, kind: desktops.contains(person) ? .desktop : .phone,
                generator: Self.generator(seed, index))
            let installed = without.union(desktops).contains(person) ? [] : games
            for game in installed { try Self.attempt { () throws(DeviceError) in try device.install(game) } }
            device.join(chat, people: people)
            made.append(device)
            outboxes[person] = Outbox(seed: seed &+ UInt64(index))
        }
        devices = made
        try keep()
    }

    init(
        restoring devices: [Device], games: [GameScript], seed: UInt64, network: Network, outboxes: [String: Outbox],
        now: Duration, store: SimulationStore
    ) throws(SimulationError) {
        self.devices = devices
        self.games = games
        self.seed = seed
        self.network = network
        self.outboxes = outboxes
        self.now = now
        self.store = store
        for device in devices { device.now = now }
        try keep()
    }

    /// Each device draws from a stream of its own.
    static func generator(_ seed: UInt64, _ index: Int) -> SplitMix64 {
        SplitMix64(seed: seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(index) &+ 1)
    }

    static func attempt<R>(_ body: () throws(DeviceError) -> R) throws(SimulationError) -> R {
        do { return try body() } catch { throw .device(error) }
    }

    /// Everybody's names, in the order in which they were given.
    public var people: [String] { devices.map(\.person) }

    /// - Throws: ``SimulationError/people(_:)`` for a name that nobody has.
    public func device(_ person: String) throws(SimulationError) -> Device {
        guard let device = devices.first(where: { $0.person == person }) else {
            throw .people("There is nobody called \(person.excerpt) here: \(people.joined(separator: ", ")).")
        }
        return device
    }

    /// Begins another conversation of the same people; nothing if there is one.
    package func begin(_ chat: Chat.ID) throws(SimulationError) {
        for device in devices where device.chats[chat] == nil { device.join(chat, people: people) }
        try keep()
    }

    // MARK: Steps

    /// Lets a person do something. What they send goes to their outbox, and everything that must be remembered is kept
    /// before this returns.
    @discardableResult
    public func perform<R>(
        as person: String, _ body: (Device) throws(DeviceError) -> R
    ) throws(SimulationError) -> R {
        let device = try device(person)
        device.now = now
        let result = try Self.attempt { () throws(DeviceError) in
            try device.counting { () throws(DeviceError) in try body(device) }
        }
        collect(from: device)
        try keep()
        return result
    }

    private func collect(from device: Device) {
        let others = people.filter { $0 != device.person }
        for departure in device.takeDepartures() {
            let id = Parcel.ID(sender: device.person, number: device.nextParcelNumber())
            let parcel = Parcel(id: id, chat: departure.chat, recipients: others, delivery: departure.delivery)
            outboxes[device.person]?.add(parcel, at: now)
            places[id] = departure.item
        }
    }

    /// When something happens next, if nobody does anything.
    public var nextEvent: Duration? {
        let attempts = outboxes.values.compactMap(\.nextAttempt)
        return ([network.nextArrival].compactMap(\.self) + attempts + devices.compactMap(\.nextTimer)).min()
    }

    /// Lets time pass; what arrives meanwhile is received.
    public func advance(by time: Duration) throws(SimulationError) {
        let end = now + max(.zero, time)
        while let next = nextEvent, next <= end {
            now = max(now, next)
            try exchange()
        }
        now = end
        for device in devices { device.now = now }
        try keep()
    }

    /// Lets time pass until nothing is on its way that can arrive, an hour at most. What waits on an offline phone stays.
    public func settle() throws(SimulationError) {
        let end = now + .seconds(3600)
        func nextForThoseOnline() -> Duration? {
            let attempts = outboxes.filter { network.accepts(from: $0.key) }.compactMap { $0.value.nextAttempt }
            let starts = devices.compactMap(\.nextSendingTimer)
            return ([network.nextArrival].compactMap(\.self) + attempts + starts).min()
        }
        try exchange()
        while let next = nextForThoseOnline(), next <= end {
            now = max(now, next)
            try exchange()
        }
        try keep()
    }

    /// Hands over what is due, and receives what has arrived.
    public func exchange() throws(SimulationError) {
        for person in people {
            for parcel in outboxes[person]?.due(at: now) ?? [] {
                if network.take(parcel, at: now) == .refused {
                    let entry = outboxes[person]?.failed(parcel.id, at: now)
                    if let entry, entry.attempts >= Outbox.mostAttempts { try giveUp(parcel) }
                } else {
                    outboxes[person]?.delivered(parcel.id)
                    places[parcel.id] = nil
                }
            }
        }
        for device in devices where device.nextTimer.map({ $0 <= now }) == true {
            device.now = now
            device.counting { device.runTimers() }
            collect(from: device)
        }
        for arrival in network.due(at: now) {
            let device = try device(arrival.recipient)
            device.now = now
            try Self.attempt { () throws(DeviceError) in
                try device.counting { () throws(DeviceError) in
                    try device.receive(arrival.parcel.delivery, from: arrival.parcel.sender, in: arrival.parcel.chat)
                }
            }
            collect(from: device)
        }
        try keep()
    }

    /// A parcel can't be handed over for good: its message says so, and nothing is called.
    private func giveUp(_ parcel: Parcel) throws(SimulationError) {
        outboxes[parcel.sender]?.delivered(parcel.id)
        places[parcel.id] = nil
        guard let message = parcel.delivery.post.message, let game = parcel.delivery.game else { return }
        let device = try device(parcel.sender)
        device.now = now
        // A later message may have taken its bubble: then there is nothing left to mark.
        guard let place = Self.place(of: message, in: parcel.chat, device) else { return }
        let error = MessageError.unknown("the network couldn't be reached for a day; send the message again")
        try? device.perform(.failure(place, error), of: game, in: parcel.chat)
    }

    private static func place(of message: Message, in chat: Chat.ID, _ device: Device) -> TranscriptItem.ID? {
        device.chats[chat]?.transcript.items.last { $0.bubble?.message.id == message.id }?.id
    }

    /// What a person sent and the network hasn't taken yet, by its place in their transcript.
    public func undelivered(_ person: String) -> Set<TranscriptItem.ID> {
        Set(
            (outboxes[person]?.entries ?? []).compactMap { entry in
                // a world that was read back knows its messages, and not where it put them
                places[entry.parcel.id]
                    ?? entry.parcel.delivery.post.message.flatMap { message in
                        (try? device(person)).flatMap { Self.place(of: message, in: entry.parcel.chat, $0) }
                    }
            })
    }
}

/// Why a step of a simulation can't be done.
public enum SimulationError: Error, Sendable {
    /// The people can't be as they were named, and why.
    case people(String)
    /// A device can't do it.
    case device(DeviceError)
    /// It can't be kept.
    case store(StoreError)
}

extension SimulationError: CustomStringConvertible {
    /// A sentence for whoever drives the simulation.
    public var description: String {
        switch self {
        case .people(let sentence): sentence
        case .device(let error): "\(error)"
        case .store(let error): "\(error)"
        }
    }
}
