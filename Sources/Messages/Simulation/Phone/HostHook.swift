import Conversations

/// A hook that no lifecycle has: the host told a script of a touch, of a match, or of what it read.
package struct HostHook: Hashable, Sendable {
    /// How many entries the event log had when it was called.
    package let position: Int
    /// In which instance it was called.
    package let instance: InstanceID
    /// How that was shown then.
    package let style: PresentationStyle
    /// The message that was selected then; nil for none.
    package let selectedMessage: MessageID?
    /// `did_touch`, `did_begin`, `did_read`, or `completion` for a move that was drafted.
    package let name: String
    /// What it is about: the move, the verdict's code.
    package let about: String?
}

extension HostHook: CustomStringConvertible {
    /// As a line of the `EventLog`: `main1 compact - did_touch(b2) -`.
    package var description: String {
        let selected = selectedMessage.map { "\($0)" } ?? "-"
        return "\(instance) \(style) \(selected) \(name)\(about.map { "(\($0))" } ?? "") -"
    }
}

extension Device {
    /// Everything that instances of a game were told, line by line: the event log with the hooks of the host in their
    /// places.
    package func wholeLog(of game: String) -> [String] {
        var lines: [String] = []
        var hooks = hostHooks[...]
        func tell(until position: Int) {
            while let hook = hooks.first, hook.position <= position {
                if hook.instance.game == game { lines.append("\(hook)") }
                hooks.removeFirst()
            }
        }
        for (position, entry) in log.entries.enumerated() {
            tell(until: position)
            if entry.game == nil || entry.game == game { lines.append("\(entry)") }
        }
        tell(until: log.entries.count)
        return lines
    }
}
