import GameRules
import MessageWire

// What a host that reads a message is to be told of its seats.
extension CorrespondenceMatch {
    /// Was something played for a seat that no message tells yet?
    package func waitsToBeTold(_ seat: Int) -> Bool { unsigned.contains { $0.seat == seat } }

    /// Is it a seat of this host?
    package func holdsKey(of seat: Int) -> Bool { keys[seat] != nil }
}
