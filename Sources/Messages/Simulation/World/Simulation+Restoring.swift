import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageHost
import MessageWire
import Storage
import Values

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
        _ store: DeviceStore, people: [String], games: [GameScript], profile: HostProfile = .modern, seed: UInt64,
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
        _ stored: StoredDevice, index: Int, from store: DeviceStore, games: [GameScript], seed: UInt64
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

    private func restoreUnread(from store: DeviceStore) throws {
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
