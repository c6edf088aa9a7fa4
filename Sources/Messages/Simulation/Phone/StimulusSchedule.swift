import Conversations
import Storage
import Values

/// A device's clock, and the stimuli that happen at their due times.
struct StimulusSchedule {
    /// The time since the simulation started.
    var now = Duration.zero
    /// The delayed stimuli, in the order in which they were planned.
    private var timers: [Timer] = []

    init() {}

    /// A stimulus that happens at its due time.
    struct Timer {
        let due: Duration
        let stimulus: Stimulus
        let game: String
        let chat: Chat.ID

        /// Whether the stimulus is a part of sending. The simulation hasn't settled before it.
        var isSending: Bool {
            if case .startedSending = stimulus { true } else { false }
        }
    }

    /// The time of the next timer, or nil if there is none.
    var next: Duration? { timers.map(\.due).min() }

    /// The time of the next timer that is a part of sending, or nil.
    var nextSending: Duration? { timers.filter(\.isSending).map(\.due).min() }

    /// Plans a stimulus that follows after a delay.
    mutating func plan(_ later: Reaction.Later, of game: String, in chat: Chat.ID) {
        let timer = Timer(due: now + later.delay, stimulus: later.stimulus, game: game, chat: chat)
        // A message expires some time after it was first opened. Tapping it again doesn't restart
        // the time.
        if let expiry = timer.kept, timers.contains(where: { $0.kept?.isSameMessage(as: expiry) == true }) { return }
        timers.append(timer)
    }

    /// Removes the timers that are due, and returns them in the order in which they were planned.
    mutating func takeDue() -> [Timer] {
        let due = timers.filter { $0.due <= now }
        timers.removeAll { $0.due <= now }
        return due
    }
}

// Timers that survive closing and restoring a device: messages that expire. Timers of sending
// aren't stored, because no instance that could receive them outlives the device.
extension StimulusSchedule {
    /// The stored form of the timers.
    var expiries: [DeviceNumbers.Expiry] { timers.compactMap(\.kept) }

    /// Plans a stored expiry. Does nothing if its message no longer exists.
    mutating func restore(_ kept: DeviceNumbers.Expiry, in transcript: Transcript?) {
        guard let item = transcript?.items.first(where: { $0.id.number == kept.item }) else { return }
        timers.append(
            Timer(
                due: .milliseconds(max(0, kept.milliseconds)), stimulus: .expiry(item.id), game: kept.game,
                chat: kept.chat))
    }
}

extension StimulusSchedule.Timer {
    /// The stored form of the timer, or nil if it isn't stored.
    var kept: DeviceNumbers.Expiry? {
        guard case .expiry(let item) = stimulus else { return nil }
        return DeviceNumbers.Expiry(
            item: item.number, game: game, chat: chat, milliseconds: Int(saturating: due / .milliseconds(1)))
    }
}
