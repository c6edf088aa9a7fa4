import Conversations
import GameApps

/// The calls to the instances of a device's games: the callbacks of the lifecycle, and the calls of
/// hooks that exist only in this host.
package struct CallLog {
    /// The history of callbacks and silent cases.
    package private(set) var events = LifecycleLog()
    /// The calls of hooks that aren't callbacks of the lifecycle, the oldest first.
    package private(set) var hostHooks: [HostHook] = []

    init() {}

    /// Adds a callback or a silent case.
    mutating func append(_ entry: LifecycleLog.Entry) { events.append(entry) }

    /// Adds a call of a hook that isn't a callback of the lifecycle.
    mutating func append(_ hook: String, of instance: InstanceID, at moment: HostContext, about: String?) {
        hostHooks.append(
            HostHook(
                position: events.entries.count, instance: instance, style: moment.style,
                selectedMessage: moment.conversation.selectedMessage?.id, name: hook, about: about))
    }

    /// Returns all calls to a game's instances as lines, in the order in which they were made. The
    /// lines of the event log are among them.
    package func lines(of game: String) -> [String] {
        var lines: [String] = []
        var hooks = hostHooks[...]
        func tell(until position: Int) {
            while let hook = hooks.first, hook.position <= position {
                if hook.instance.game == game { lines.append("\(hook)") }
                hooks.removeFirst()
            }
        }
        for (position, entry) in events.entries.enumerated() {
            tell(until: position)
            if entry.game == nil || entry.game == game { lines.append("\(entry)") }
        }
        tell(until: events.entries.count)
        return lines
    }
}

/// A call of a hook that isn't a callback of the lifecycle. Such a call follows a touch, the start of
/// a match, the reading of a message, or the drafting of a move.
package struct HostHook: Hashable, Sendable {
    /// The number of entries in the event log at the call.
    package let position: Int
    package let instance: InstanceID
    package let style: PresentationStyle
    /// The selected message at the call, or nil.
    package let selectedMessage: MessageID?
    /// `did_touch`, `did_begin`, `did_read`, or `completion` for a drafted move.
    package let name: String
    /// The subject of the call: the move, or the verdict's code.
    package let about: String?
}

extension HostHook: CustomStringConvertible {
    /// The hook as a line of the `LifecycleLog`: `main1 compact - did_touch(b2) -`.
    package var description: String {
        let selected = selectedMessage.map { "\($0)" } ?? "-"
        return "\(instance) \(style) \(selected) \(name)\(about.map { "(\($0))" } ?? "") -"
    }
}
