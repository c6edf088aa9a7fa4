import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Storage
import Values

/// What a store has of a simulation already, so that a step writes only what it changed.
struct KeptState {
    /// For each device and chat, the items by place with what tells one version from another.
    var items: [String: [TranscriptItem.ID: String]] = [:]
    /// For each device and game, its matches as they were written, and what the game keeps.
    var games: [String: KeptMatches] = [:]
    /// For each device, what waits, with its place.
    var outbox: [String: [Int: KeptEntry]] = [:]
    /// For each device, the urls that wait, with why.
    var unread: [String: [String: String]] = [:]

    struct KeptEntry: Equatable {
        let position: Int
        let entry: Outbox.Entry
    }
}

// Everything that a simulation must remember goes to its store, one transaction for each step.
extension Simulation {
    /// Writes what changed since the last time.
    func keep() throws(SimulationError) {
        guard let store else { return }
        var kept = kept
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys  // what hasn't changed isn't written again
        do {
            try store.transaction { write in
                try write.put(
                    StoredSimulation(
                        seed: seed, milliseconds: Int64(saturating: now / .milliseconds(1)),
                        network: try encoder.encode(network.kept)))
                for (position, device) in devices.enumerated() {
                    try device.keep(position: position, in: write, &kept)
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

extension Device {
    private var numbers: DeviceNumbers {
        var numbers = DeviceNumbers()
        (numbers.lastMessage, numbers.lastParcel, numbers.restarts) = (lastMessage, lastParcel, restarts)
        numbers.salt = ids.salt
        numbers.installs = otherInstalls.merging(games.mapValues(\.install)) { $1 }
        numbers.expiries = timers.compactMap(\.kept)
        numbers.isDesktop = kind == .desktop
        // told apart from one that knew nothing of installing: who has no game here has none later
        numbers.hasNoGames = games.isEmpty
        return numbers
    }

    func keep(position: Int, in write: StoreTransaction, _ kept: inout KeptState) throws {
        let profileName = HostProfile.bundles.first { $0.value == profile }?.key ?? "modern"
        try write.put(
            StoredDevice(
                name: person, position: position, hostProfile: profileName, numbers: numbers))
        for (id, chat) in chats { try keep(chat, id, in: write, &kept) }
        for (id, game) in games {
            let (changes, unkept) = game.app.changes(since: &kept.games["\(person)\n\(id)", default: KeptMatches()])
            try write.put(changes, device: person)
            for match in unkept { game.app.note("This match can't be kept: \(match.error)", in: match.chat) }
        }
        hearGames()
        let before = kept.unread[person] ?? [:]
        let waiting = unread.reduce(into: [:]) { $0[$1.url] = $1.reason }
        for message in unread where before[message.url] != waiting[message.url] {
            try write.put(KeptURL(url: message.url, reason: message.reason), device: person)
        }
        for url in before.keys where waiting[url] == nil { try write.removeKeptURL(url, device: person) }
        kept.unread[person] = waiting
    }

    private func keep(_ chat: Chat, _ id: Chat.ID, in write: StoreTransaction, _ kept: inout KeptState) throws {
        try write.put(chat, people: people[id] ?? [], device: person)
        let key = "\(person)\n\(id)"
        var known = kept.items[key] ?? [:]
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
        kept.items[key] = known
    }
}

extension TranscriptItem {
    /// Tells whether an item was changed since it was kept: bubbles collapse, and messages fail.
    fileprivate var version: String {
        switch content {
        case .bubble(let bubble): "bubble \(bubble.message.error.map { "\($0)" } ?? "")"
        case .summary: "summary"
        case .text, .sticker, .attachment: "other"
        }
    }
}

// A simulation goes on from its store. No instance runs then: every game is opened anew.
extension Simulation {
    /// A thousand years of simulated time, in milliseconds: no sum of two such times overflows.
    private static let longestTime: Int64 = 1000 * 366 * 86_400 * 1000

    /// Goes on with what a store holds, or begins anew in an empty one.
    ///
    /// What a new simulation is made of, all but `games`, counts for a new one only: one that goes on has its own.
    ///
    /// - Parameters:
    ///   - store: Where it is kept from now on.
    ///   - people: Their names, each once; two or more.
    ///   - games: Those at hand. In a new simulation they are installed on every device.
    ///   - profile: How the host behaves where hosts differ.
    ///   - seed: What ids, keys and the network's chance are drawn from.
    ///   - without: Who has none of the games yet.
    ///   - desktops: Who sits at a desktop, which shows messages and runs no games.
    /// - Throws: ``SimulationError``; the store is as it was then.
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
            var devices: [Device] = []
            var outboxes: [String: Outbox] = [:]
            for (index, one) in stored.enumerated() {
                devices.append(try Device.restored(one, index: index, from: store, games: games, seed: kept.seed))
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

extension Device {
    static func restored(
        _ stored: StoredDevice, index: Int, from store: SimulationStore, games: [GameScript], seed: UInt64
    ) throws -> Device {
        let numbers = stored.numbers
        let restarts = numbers.restarts &+ 1
        let device = Device(
            of: stored.name, profile: HostProfile.bundles[stored.hostProfile] ?? .modern,
            kind: numbers.isDesktop ? .desktop : .phone,
            // another stream than before: what was drawn once isn't drawn again
            generator: Simulation.generator(seed ^ UInt64(restarts) << 32, index))
        device.restarts = restarts
        device.lastMessage = numbers.lastMessage
        device.lastParcel = numbers.lastParcel
        // a file without one has always been read like this
        let salt = numbers.salt.isEmpty ? [UInt8](repeating: 0, count: 16) : numbers.salt
        device.ids = PersonIDs(salt: salt, person: stored.name)
        for chat in try store.read({ try $0.chats(device: stored.name) }) {
            device.chats[chat.chat.id] = chat.chat
            device.people[chat.chat.id] = chat.people
        }
        device.otherInstalls = numbers.installs
        for script in games where !numbers.hasNoGames {
            try device.install(script, times: numbers.installs[script.id] ?? 1)
            try device.games[script.id]?.app.restore(from: SQLiteMatchStore(store, device: stored.name))
        }
        try device.restoreUnread(from: store)
        device.timers += numbers.expiries.compactMap(device.timer)
        return device
    }

    private func restoreUnread(from store: SimulationStore) throws {
        for kept in try store.read({ try $0.keptURLs(device: person) }) {
            for (id, chat) in chats {
                let item = chat.transcript.items.last { $0.bubble?.message.url == kept.url }
                guard let bubble = item?.bubble, let session = bubble.message.session else { continue }
                let message = UnreadMessage(
                    game: bubble.game, url: kept.url, chat: id, session: session, sender: item?.sender,
                    reason: kept.reason)
                if let app = games[bubble.game]?.app {
                    app.unread.append(message)
                } else {
                    unreadElsewhere.append(message)
                }
            }
        }
    }
}
