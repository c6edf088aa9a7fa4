import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Storage
import Values

/// A simulated world: the devices of some people, the network between them, and one clock.
///
/// Nothing happens by itself: a driver performs the actions of people on their devices, and lets
/// time pass. The same seed and the same steps give the same world.
///
/// ```swift
/// let world = try Simulation(of: ["Ann", "Bob"], games: [script], seed: 7)
/// try world.perform(as: "Ann") { ann throws(DeviceError) in
///     try ann.perform(.openFromDrawer(), of: "chess", in: world.chat)
/// }
/// try world.settle()
/// ```
public final class Simulation {
    /// The chat that all people share.
    public let chat = Chat.ID("chat")
    /// The seed of all random decisions of this world.
    public let seed: UInt64
    /// The devices, in the order of the people.
    public let devices: [SimulatedDevice]
    /// The network between the devices. The driver may change the network's conditions, and take
    /// people offline. The next step stores such changes.
    public var network: Network
    /// The time since the simulation started.
    public private(set) var now = Duration.zero
    /// The outbox of each person, by name.
    package internal(set) var outboxes: [String: Outbox] = [:]
    /// For each parcel that the network hasn't taken, its place in the sender's transcript.
    var places: [Packet.ID: TranscriptItem.ID] = [:]
    let store: SimulationStore?
    /// The content that the store already has.
    var kept = KeptState()
    private let games: [GameScript]

    /// Creates a new world.
    ///
    /// - Parameters:
    ///   - people: The unique names of at least two people.
    ///   - games: The games to install on every device.
    ///   - profile: The host's behaviours on which sources about the framework disagree.
    ///   - seed: The seed of ids, keys and the network's random decisions.
    ///   - weather: The network conditions for everybody.
    ///   - without: The people who don't have the games installed.
    ///   - desktops: The people at desktops, which show messages and run no games.
    ///   - store: The store that each step writes to, or nil for a world that isn't stored.
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
        var made: [SimulatedDevice] = []
        for (index, person) in people.enumerated() {
            let device = SimulatedDevice(
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
        restoring devices: [SimulatedDevice], games: [GameScript], seed: UInt64, network: Network,
        outboxes: [String: Outbox],
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

    /// Returns the generator of a device. Each device has its own random stream.
    static func generator(_ seed: UInt64, _ index: Int) -> SplitMix64 {
        SplitMix64(seed: seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(index) &+ 1)
    }

    static func attempt<R>(_ body: () throws(DeviceError) -> R) throws(SimulationError) -> R {
        do { return try body() } catch { throw .device(error) }
    }

    /// The names of all people, in the given order.
    public var people: [String] { devices.map(\.person) }

    /// Returns the device of a person.
    ///
    /// - Throws: ``SimulationError/people(_:)`` for an unknown name.
    public func device(_ person: String) throws(SimulationError) -> SimulatedDevice {
        guard let device = devices.first(where: { $0.person == person }) else {
            throw .people("There is nobody called \(person.excerpt) here: \(people.joined(separator: ", ")).")
        }
        return device
    }

    /// Starts another conversation of the same people. Does nothing if it exists.
    package func begin(_ chat: Chat.ID) throws(SimulationError) {
        for device in devices where device.chats[chat] == nil { device.join(chat, people: people) }
        try keep()
    }

    // MARK: Steps

    /// Performs an action of a person. Sent messages are added to the person's outbox, and all
    /// changes are stored before this function returns.
    @discardableResult
    public func perform<R>(
        as person: String, _ body: (SimulatedDevice) throws(DeviceError) -> R
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

    private func collect(from device: SimulatedDevice) {
        let others = people.filter { $0 != device.person }
        for departure in device.takeDepartures() {
            let id = Packet.ID(sender: device.person, number: device.nextParcelNumber())
            let parcel = Packet(id: id, chat: departure.chat, recipients: others, delivery: departure.delivery)
            outboxes[device.person]?.add(parcel, at: now)
            places[id] = departure.item
        }
    }

    /// The time of the next automatic step, or nil.
    public var nextEvent: Duration? {
        let attempts = outboxes.values.compactMap(\.nextAttempt)
        return ([network.nextArrival].compactMap(\.self) + attempts + devices.compactMap(\.nextTimer)).min()
    }

    /// Lets time pass, and delivers the parcels that arrive during that time.
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

    /// Lets time pass, at most an hour, until no parcel that can arrive is on its way. Messages
    /// that wait on an offline phone stay there.
    public func settle() throws(SimulationError) {
        let end = now + .seconds(3600)
        func nextForThoseOnline() -> Duration? {
            let attempts = outboxes.filter { network.accepts(from: $0.key) }.compactMap { $0.value.nextAttempt }
            let starts = devices.compactMap(\.loop.schedule.nextSending)
            return ([network.nextArrival].compactMap(\.self) + attempts + starts).min()
        }
        try exchange()
        while let next = nextForThoseOnline(), next <= end {
            now = max(now, next)
            try exchange()
        }
        try keep()
    }

    /// Hands over the parcels that are due, runs the timers that are due, and delivers the parcels
    /// that have arrived.
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

    /// Discards a parcel that can't be handed over. Its message is marked as failed, without a
    /// callback.
    private func giveUp(_ parcel: Packet) throws(SimulationError) {
        outboxes[parcel.sender]?.delivered(parcel.id)
        places[parcel.id] = nil
        guard let message = parcel.delivery.post.message, let game = parcel.delivery.game else { return }
        let device = try device(parcel.sender)
        device.now = now
        // If a later message has replaced the message's bubble, there is nothing to mark.
        guard let place = Self.place(of: message, in: parcel.chat, device) else { return }
        let error = MessageError.unknown("the network couldn't be reached for a day; send the message again")
        try? device.perform(.failure(place, error), of: game, in: parcel.chat)
    }

    private static func place(of message: Message, in chat: Chat.ID, _ device: SimulatedDevice) -> TranscriptItem.ID? {
        device.chats[chat]?.transcript.items.last { $0.bubble?.message.id == message.id }?.id
    }

    /// Returns the places of those messages in a person's transcript that the network hasn't taken.
    public func undelivered(_ person: String) -> Set<TranscriptItem.ID> {
        Set(
            (outboxes[person]?.entries ?? []).compactMap { entry in
                // after a restore the places are unknown, so look for the message in the transcript
                places[entry.parcel.id]
                    ?? entry.parcel.delivery.post.message.flatMap { message in
                        (try? device(person)).flatMap { Self.place(of: message, in: entry.parcel.chat, $0) }
                    }
            })
    }
}

/// The reason why a step of a simulation failed.
public enum SimulationError: Error, Sendable {
    /// The names of the people aren't valid, or nobody has the given name. The sentence names the
    /// problem.
    case people(String)
    /// A device can't carry out the step.
    case device(DeviceError)
    /// The step can't be stored.
    case store(StoreError)
}

extension SimulationError: CustomStringConvertible {
    /// A sentence for the driver of the simulation.
    public var description: String {
        switch self {
        case .people(let sentence): sentence
        case .device(let error): "\(error)"
        case .store(let error): "\(error)"
        }
    }
}
