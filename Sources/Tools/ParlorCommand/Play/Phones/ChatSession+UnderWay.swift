import Conversations
import MatchSessions
import MessageHost
import Parlor
import Simulation
import Values

// What has become of what was sent: whoever waits wants to know whether it is under way, held up, or lost.
extension ChatSession {
    /// Something that a person sent, on its way to others.
    private struct Sending {
        /// "message", or "words" where it was typed.
        let noun: String
        var lost: [String] = []
        /// Those that it hasn't come to yet, and that can be reached.
        var coming: [String] = []
        /// Those that it waits for.
        var held: [String] = []
    }

    /// The last thing that the person at hand sent, as the network has it; nil where nobody lacks it.
    private var lastSending: Sending? {
        let events = world.network.journal.map(\.event)
        let taken = events.lastIndex { event in
            if case .taken(let id) = event { id.sender == person } else { false }
        }
        guard let taken, case .taken(let parcel) = events[taken] else { return nil }
        let own = device.chats[chat]?.transcript.items.last { item in
            if case .summary = item.content { false } else { item.sender == nil }
        }
        var sending = Sending(noun: own == nil || own?.bubble != nil ? "message" : "words")
        var arrived: Set<String> = []
        for (index, event) in zip(events.indices, events).dropFirst(taken) {
            switch event {
            case .lost(parcel, let recipient) where !hasItAll(recipient, arrivingAfter: index, events):
                sending.lost.append(recipient)
            case .sent(parcel, let recipient, _, copy: false): sending.coming.append(recipient)
            case .arrived(parcel, let recipient): arrived.insert(recipient)
            default: break
            }
        }
        sending.coming.removeAll(where: arrived.contains)
        sending.held = sending.coming.filter { !world.network.reaches(from: person, to: $0) }
        sending.coming.removeAll(where: sending.held.contains)
        return sending
    }

    /// What was lost on its way to somebody may have come to them within somebody else's message.
    private func hasItAll(_ person: String, arrivingAfter index: Int, _ events: [NetworkRecord.Event]) -> Bool {
        let hasNews = events[index...].contains { event in
            if case .arrived(_, person) = event { true } else { false }
        }
        let head = (try? world.device(person))?.match(of: game, in: chat)?.record.signedLog.head
        return hasNews && head != nil && head == device.match(of: game, in: chat)?.record.signedLog.head
    }

    /// That the network lost what the person at hand sent last, and what to do; nil where it didn't.
    var lossOfLast: String? {
        guard world.undelivered(person).isEmpty, let sending = lastSending, !sending.lost.isEmpty else { return nil }
        let to = NameList.of(sending.lost)
        if sending.noun == "words" { return "The network lost \(person)'s words to \(to): type them once more." }
        return "The network lost \(person)'s last message, and \(to) \(sending.lost.count == 1 ? "doesn't" : "don't") "
            + "know of it: \(isSlow ? "`again`, then `send`, sends" : "`again` sends") it once more."
    }

    /// What is on its way from the person at hand, or to them; nil where nothing is.
    var underWay: String? {
        if !world.undelivered(person).isEmpty {
            return world.network.isOffline(person)
                ? "\(person)'s phone is offline: what was sent waits on it until `online`."
                : "\(person)'s message has left the game: `receive` lets the network take it."
        }
        if let sending = lastSending {
            let noun = sending.noun
            if !sending.held.isEmpty {
                let to = NameList.of(sending.held)
                let off = sending.held.filter(world.network.isOffline)
                let way = off.isEmpty ? "`heal` ends the partition" : "`online \(off[0])` brings the phone back"
                return "\(person)'s \(noun) can't reach \(to) now: \(way)."
            }
            if !sending.coming.isEmpty {
                let verb = noun == "words" ? "are" : "is"
                return
                    "\(person)'s \(noun) \(verb) on the way to \(NameList.of(sending.coming)): `receive` lets the next thing arrive."
            }
        }
        guard world.network.waitingCount(for: person) > 0, !world.network.isOffline(person) else { return nil }
        return "Something is on its way to \(person): `receive` lets the next thing arrive."
    }

    /// The losses that the network has noted, to tell whether there was another one.
    var losses: [NetworkRecord] {
        world.network.journal.filter { if case .lost = $0.event { true } else { false } }
    }

    /// Who lost what since then, as a sentence; nil where nothing was lost.
    func lossSentence(since before: Int) -> String? {
        let lost = losses.dropFirst(before)
        guard case .lost(let parcel, _) = lost.first?.event else { return nil }
        let to = lost.compactMap { record -> String? in
            if case .lost(parcel, let recipient) = record.event { recipient } else { nil }
        }
        return "The network lost what \(parcel.sender) sent to \(NameList.of(to)); it never arrives."
    }
}
