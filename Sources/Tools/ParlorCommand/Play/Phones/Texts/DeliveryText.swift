import Conversations
import Parlor
import Simulation
import Values

/// The sentences on the delivery of sent messages: under way, held up, or lost.
struct DeliveryText {
    let context: PhonesContext

    /// A message or text of a person on its way to others.
    private struct Sending {
        /// "message", or "words" for a typed text.
        let noun: String
        var lost: [String] = []
        /// The reachable recipients that haven't received it yet.
        var coming: [String] = []
        /// The recipients that can't be reached now.
        var held: [String] = []
    }

    /// The last thing that the person at hand sent, according to the network; nil if nothing was
    /// sent.
    private var lastSending: Sending? {
        let events = context.world.network.journal.map(\.event)
        let taken = events.lastIndex { event in
            if case .taken(let id) = event { id.sender == context.person } else { false }
        }
        guard let taken, case .taken(let parcel) = events[taken] else { return nil }
        let own = context.device.chats[context.chat]?.transcript.items.last { item in
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
        sending.held = sending.coming.filter { !context.world.network.reaches(from: context.person, to: $0) }
        sending.coming.removeAll(where: sending.held.contains)
        return sending
    }

    /// Returns whether a recipient knows the content of a lost message, because a later message
    /// contained it.
    private func hasItAll(_ person: String, arrivingAfter index: Int, _ events: [NetworkRecord.Event]) -> Bool {
        let hasNews = events[index...].contains { event in
            if case .arrived(_, person) = event { true } else { false }
        }
        let head = (try? context.world.device(person))?.match(of: context.game, in: context.chat)?.record.signedLog.head
        return hasNews && head != nil && head == context.match?.record.signedLog.head
    }

    /// The sentence on the loss of what the person at hand sent last, with advice; nil if the
    /// network didn't lose it.
    var lossOfLast: String? {
        guard context.world.undelivered(context.person).isEmpty, let sending = lastSending, !sending.lost.isEmpty else {
            return nil
        }
        let to = NameList.of(sending.lost)
        if sending.noun == "words" {
            return "The network lost \(context.person)'s words to \(to): type them again."
        }
        return
            "The network lost \(context.person)'s last message, and \(to) \(sending.lost.count == 1 ? "doesn't" : "don't") "
            + "know of it: \(context.isSlow ? "`again`, then `send`, sends" : "`again` sends") it once more."
    }

    /// The sentence on the items that are on their way from or to the person at hand; nil if there
    /// are none.
    var underWay: String? {
        if !context.world.undelivered(context.person).isEmpty {
            return context.world.network.isOffline(context.person)
                ? "\(context.person)'s phone is offline: what was sent waits on it until `online`."
                : "\(context.person)'s message has left the game: `receive` gives it to the network."
        }
        if let sending = lastSending {
            let noun = sending.noun
            if !sending.held.isEmpty {
                let to = NameList.of(sending.held)
                let off = sending.held.filter(context.world.network.isOffline)
                let way = off.isEmpty ? "`heal` ends the partition" : "`online \(off[0])` brings the phone back"
                return "\(context.person)'s \(noun) can't reach \(to) now: \(way)."
            }
            if !sending.coming.isEmpty {
                let verb = noun == "words" ? "are" : "is"
                return
                    "\(context.person)'s \(noun) \(verb) on the way to \(NameList.of(sending.coming)): `receive` lets the next thing arrive."
            }
        }
        guard context.world.network.waitingCount(for: context.person) > 0,
            !context.world.network.isOffline(context.person)
        else { return nil }
        return "Something is on its way to \(context.person): `receive` lets the next thing arrive."
    }

    /// The losses that the network noted. Their number shows whether there was another loss.
    var losses: [NetworkRecord] {
        context.world.network.journal.filter { if case .lost = $0.event { true } else { false } }
    }

    /// Returns a sentence on the losses after the first `before` ones; nil if there are none.
    func lossSentence(since before: Int) -> String? {
        let lost = losses.dropFirst(before)
        guard case .lost(let parcel, _) = lost.first?.event else { return nil }
        let to = lost.compactMap { record -> String? in
            if case .lost(parcel, let recipient) = record.event { recipient } else { nil }
        }
        return "The network lost what \(parcel.sender) sent to \(NameList.of(to)): it never arrives."
    }
}
