import Conversations
import Storage
import Values

/// A device's clock, and the stimuli that are planned for later.
struct StimulusSchedule {
    /// The time since the simulation started.
    var now = Duration.zero
    /// The delayed stimuli, in the order in which they were planned.
    private var timers: [Timer] = []

    init() {}

    /// A stimulus that is planned for its due time.
    struct Timer {
        let due: Duration
        let stimulus: Stimulus
        let game: String
        let chat: Chat.ID

        /// Whether the stimulus is a part of sending. `Simulation.settle` waits for such a
        /// stimulus.
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
        // A message expires some time after it was first opened. Another tap on the message
        // doesn't restart that time.
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

// The timers that are stored with a device: those of messages that expire. Timers that are a part
// of sending aren't stored, because the instances that wait for them end when the device is closed.
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
