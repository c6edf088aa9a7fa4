import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Storage
import Values

/// The content that a store already has for a simulation, so that a step writes only its changes.
struct KeptState {
    /// For each device and chat, the stored version of each item, by the item's place.
    var items: [String: [TranscriptItem.ID: String]] = [:]
    /// For each device and game, the stored matches and values.
    var games: [String: StoredGameState] = [:]
    /// For each device, the stored outbox entries with their positions, by number.
    var outbox: [String: [Int: KeptEntry]] = [:]
    /// For each device, the stored urls that couldn't be read, with their reasons.
    var unread: [String: [String: String]] = [:]

    struct KeptEntry: Equatable {
        let position: Int
        let entry: Outbox.Entry
    }
}

// Storing a simulation, with one transaction for each step.
extension Simulation {
    /// Writes the changes since the last call.
    func keep() throws(SimulationError) {
        guard let store else { return }
        var kept = kept
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys  // so that unchanged values have the same bytes
        do {
            try store.transaction { write in
                try write.put(
                    StoredSimulation(
                        seed: seed, milliseconds: Int64(saturating: now / .milliseconds(1)),
                        network: try encoder.encode(network.kept)))
                for (position, device) in devices.enumerated() {
                    try kept.keep(device, position: position, in: write)
                    try keepOutbox(of: device.person, in: write, &kept)
                }
            }
        } catch {
            throw .store(error)
        }
        self.kept = kept
    }

    private func keepOutbox(of person: String, in write: StoreTransaction, _ kept: inout KeptState) throws {
        let before = kept.outbox[person] ?? [:]
        var current: [Int: KeptState.KeptEntry] = [:]
        for (position, entry) in (outboxes[person]?.entries ?? []).enumerated() {
            let number = entry.parcel.id.number
            let now = KeptState.KeptEntry(position: position, entry: entry)
            current[number] = now
            guard before[number] != now else { continue }
            try write.put(
                StoredOutboxEntry(id: "\(number)", position: position, entry: try JSONEncoder().encode(entry)),
                device: person)
        }
        for number in before.keys where current[number] == nil {
            try write.removeOutboxEntry("\(number)", device: person)
        }
        kept.outbox[person] = current
    }
}

// Storing a device.
extension KeptState {
    /// Writes the changes of a device since the last call.
    mutating func keep(_ device: SimulatedDevice, position: Int, in write: StoreTransaction) throws {
        let person = device.person
        let profileName = HostProfile.bundles.first { $0.value == device.profile }?.key ?? "modern"
        try write.put(
            StoredDevice(
                name: person, position: position, hostProfile: profileName, numbers: DeviceNumbers(of: device)))
        for (id, chat) in device.chats {
            try write.put(chat, people: device.people[id] ?? [], device: person)
            try keepItems(of: chat, id, person: person, in: write)
        }
        for (id, game) in device.games.byID {
            let (changes, unkept) = game.app.keeper.changes(
                since: &games["\(person)\n\(id)", default: StoredGameState()])
            try write.put(changes, device: person)
            for match in unkept { game.app.channel.note("This match can't be kept: \(match.error)", in: match.chat) }
        }
        device.loop.hearGames()
        try keepUnread(device.games.unread, person: person, in: write)
    }

    private mutating func keepItems(
        of chat: Chat, _ id: Chat.ID, person: String, in write: StoreTransaction
    ) throws {
        let key = "\(person)\n\(id)"
        var known = items[key] ?? [:]
        var gone = Set(known.keys)
        var changed: [TranscriptItem] = []
        for item in chat.transcript.items {
            gone.remove(item.id)
            let version = item.version
            if known[item.id] != version {
                changed.append(item)
                known[item.id] = version
            }
        }
        for id in gone { known[id] = nil }
        try write.put(changed, chat: id, device: person)
        try write.removeItems(Array(gone), chat: id, device: person)
        items[key] = known
    }

    private mutating func keepUnread(
        _ messages: [UnreadMessage], person: String, in write: StoreTransaction
    ) throws {
        let before = unread[person] ?? [:]
        let waiting = messages.reduce(into: [:]) { $0[$1.url] = $1.reason }
        for message in messages where before[message.url] != waiting[message.url] {
            try write.put(KeptURL(url: message.url, reason: message.reason), device: person)
        }
        for url in before.keys where waiting[url] == nil { try write.removeKeptURL(url, device: person) }
        unread[person] = waiting
    }
}

extension DeviceNumbers {
    fileprivate init(of device: SimulatedDevice) {
        self.init()
        (lastMessage, lastParcel, restarts) = (device.lastMessage, device.lastParcel, device.restarts)
        salt = device.chatStore.directory.ids.salt
        installs = device.chatStore.directory.installs
        expiries = device.loop.schedule.expiries
        isDesktop = device.kind == .desktop
        // a device that was stored with this value gets no games when it is restored
        hasNoGames = device.games.byID.isEmpty
    }
}

extension TranscriptItem {
    /// A text that changes when the item's content changes: when a bubble collapses, or when a
    /// message fails.
    fileprivate var version: String {
        switch content {
        case .bubble(let bubble): "bubble \(bubble.message.error.map { "\($0)" } ?? "")"
        case .summary: "summary"
        case .text, .sticker, .attachment: "other"
        }
    }
}

// Restoring a simulation from its store. No instances are restored: people have to open their games
// again.
extension Simulation {
    /// A thousand years of simulated time, in milliseconds. The sum of two such times can't
    /// overflow.
    private static let longestTime: Int64 = 1000 * 366 * 86_400 * 1000

    /// Restores the simulation of a store, or starts a new one in an empty store.
    ///
    /// All arguments except `store` and `games` are used only for a new simulation.
    ///
    /// - Parameters:
    ///   - store: The store to read, and to write from now on.
    ///   - people: The unique names of at least two people.
    ///   - games: The available games. In a new simulation they are installed on every device.
    ///   - profile: The host's behaviours on which sources about the framework disagree.
    ///   - seed: The seed of ids, keys and the network's random decisions.
    ///   - without: The people who don't have the games installed.
    ///   - desktops: The people at desktops, which show messages and run no games.
    /// - Throws: ``SimulationError``. The store is then unchanged.
    public static func open(
        _ store: SimulationStore, people: [String], games: [GameScript], profile: HostProfile = .modern, seed: UInt64,
        without: Set<String> = [], desktops: Set<String> = []
    ) throws(SimulationError) -> Simulation {
        do {
            guard let kept = try store.read({ try $0.simulation() }) else {
                return try Simulation(
                    of: people, games: games, profile: profile, seed: seed, without: without, desktops: desktops,
                    store: store)
            }
            guard (0...Self.longestTime).contains(kept.milliseconds) else {
                throw StoreError.corrupted(path: store.path, what: "a time of \(kept.milliseconds) ms")
            }
            let network = try JSONDecoder().decode(Network.self, from: kept.network)
            let stored = try store.read { try $0.devices() }
            var devices: [SimulatedDevice] = []
            var outboxes: [String: Outbox] = [:]
            for (index, one) in stored.enumerated() {
                devices.append(
                    try SimulatedDevice.restored(one, index: index, from: store, games: games, seed: kept.seed))
                let entries = try store.read { try $0.outbox(device: one.name) }
                outboxes[one.name] = Outbox(
                    seed: kept.seed &+ UInt64(index),
                    entries: try entries.map { try JSONDecoder().decode(Outbox.Entry.self, from: $0.entry) })
            }
            return try Simulation(
                restoring: devices, games: games, seed: kept.seed, network: network, outboxes: outboxes,
                now: .milliseconds(kept.milliseconds), store: store)
        } catch let error as SimulationError {
            throw error
        } catch let error as StoreError {
            throw .store(error)
        } catch {
            throw .store(.corrupted(path: store.path, what: "something that isn't a simulation (\(type(of: error)))"))
        }
    }
}

extension SimulatedDevice {
    static func restored(
        _ stored: StoredDevice, index: Int, from store: SimulationStore, games: [GameScript], seed: UInt64
    ) throws -> SimulatedDevice {
        let numbers = stored.numbers
        let restarts = numbers.restarts &+ 1
        let device = SimulatedDevice(
            of: stored.name, profile: HostProfile.bundles[stored.hostProfile] ?? .modern,
            kind: numbers.isDesktop ? .desktop : .phone,
            // another random stream than before the restore, so that random values don't repeat
            generator: Simulation.generator(seed ^ UInt64(restarts) << 32, index))
        device.restarts = restarts
        device.lastMessage = numbers.lastMessage
        device.lastParcel = numbers.lastParcel
        // a file without a salt gets a salt of zeros, as in all earlier versions
        let salt = numbers.salt.isEmpty ? [UInt8](repeating: 0, count: 16) : numbers.salt
        device.chatStore.directory.ids = PersonIDs(salt: salt, person: stored.name)
        for chat in try store.read({ try $0.chats(device: stored.name) }) {
            device.chatStore.restore(chat.chat, people: chat.people)
        }
        device.chatStore.directory.installs = numbers.installs
        for script in games where !numbers.hasNoGames {
            try device.install(script, times: numbers.installs[script.id] ?? 1)
            try device.games[script.id]?.app.keeper.restore(from: SQLiteMatchStore(store, device: stored.name))
        }
        try device.restoreUnread(from: store)
        for expiry in numbers.expiries {
            device.loop.schedule.restore(expiry, in: device.chats[expiry.chat]?.transcript)
        }
        return device
    }

    private func restoreUnread(from store: SimulationStore) throws {
        for kept in try store.read({ try $0.keptURLs(device: person) }) {
            for (id, chat) in chats {
                let item = chat.transcript.items.last { $0.bubble?.message.url == kept.url }
                guard let bubble = item?.bubble, let session = bubble.message.session else { continue }
                games.keep(
                    UnreadMessage(
                        game: bubble.game, url: kept.url, chat: id, session: session, sender: item?.sender,
                        reason: kept.reason))
            }
        }
    }
}
