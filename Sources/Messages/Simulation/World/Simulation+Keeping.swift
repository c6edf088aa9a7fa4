import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageHost
import MessageWire
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
