/// Who the seats of one match are, as far as this device knows: its own seat by the key it holds, another one once a
/// participant of the conversation was seen to send as it.
///
/// A participant is whatever the host calls one, such as a UUID. Keys and participants are paired one to one, and a pair
/// stays for the match: the same message from someone else is a forwarded copy.
public struct ParticipantDirectory<Participant: Hashable & Sendable>: Hashable, Sendable {
    /// The public part of the key that this device holds; nil if it only watches.
    public let ownKey: SeatKey.Public?
    /// The pairs that are confirmed.
    public private(set) var participants: [SeatKey.Public: Participant] = [:]

    /// - Parameter participants: Pairs that were confirmed before and kept.
    package init(ownKey: SeatKey.Public? = nil, participants: [SeatKey.Public: Participant] = [:]) {
        self.ownKey = ownKey
        self.participants = participants
    }

    /// The same pairs on a device that took a seat.
    package func holding(_ key: SeatKey.Public) -> ParticipantDirectory {
        ParticipantDirectory(ownKey: key, participants: participants)
    }

    /// What a message tells about its sender.
    public enum Finding: Hashable, Sendable {
        /// The seat's player is known from now on.
        case confirmed
        /// It was known.
        case known
        /// Someone else sent it before, or this participant is another seat: it counts and confirms nothing.
        case forwarded
        /// It is a message of our own seat.
        case own
        /// It confirms nothing: the sender has no seat.
        case nobody
    }

    /// Takes note of a message that the host reports as sent by `participant`.
    ///
    /// - Parameter envelope: One whose verdict was not `forged`: its sender's key signed its last run.
    package mutating func note(_ envelope: Envelope, from participant: Participant) -> Finding {
        guard
            let key = envelope.signedLog.roster[envelope.sender]?.key ?? envelope.join?.entry.key
                ?? envelope.bet?.bettor.key
        else {
            return .nobody
        }
        if key == ownKey { return .own }
        if participants[key] == participant { return .known }
        guard participants[key] == nil, !participants.values.contains(participant) else { return .forwarded }
        participants[key] = participant
        return .confirmed
    }

    /// Our own seat in a match; nil if we watch.
    public func ownSeat(in roster: Roster) -> Int? {
        ownKey.flatMap { roster.seat(of: $0) }
    }

    /// The participant on a seat, once confirmed.
    public func participant(on seat: Int, of roster: Roster) -> Participant? {
        roster[seat].flatMap { participants[$0.key] }
    }

    /// How to show a seat: its token, "you", or that it isn't confirmed.
    ///
    /// A token alone proves nothing: two seats may show the same.
    public func label(of seat: Int, in roster: Roster) -> String {
        guard let entry = roster[seat] else { return "seat \(seat), open" }
        if entry.key == ownKey { return "you" }
        return participants[entry.key] == nil ? "seat \(seat), not confirmed" : entry.token.text
    }
}
