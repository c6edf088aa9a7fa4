/// The participants on the seats of one match, as far as this device knows them. The device knows
/// its own seat by the key. It learns who plays another seat when a participant of the conversation
/// sends a message with that seat as the sender.
///
/// A participant is the host's name for a person, such as a UUID. Keys and participants are paired
/// one to one, for the whole match. The same message from another participant is a forwarded copy.
public struct ParticipantDirectory<Participant: Hashable & Sendable>: Hashable, Sendable {
    /// The public part of the key that this device holds; nil if the device only watches.
    public let ownKey: SeatKey.Public?
    /// The confirmed pairs.
    public private(set) var participants: [SeatKey.Public: Participant] = [:]

    /// - Parameter participants: The stored pairs, which were confirmed before.
    package init(ownKey: SeatKey.Public? = nil, participants: [SeatKey.Public: Participant] = [:]) {
        self.ownKey = ownKey
        self.participants = participants
    }

    /// Returns the same pairs for a device that took a seat.
    package func holding(_ key: SeatKey.Public) -> ParticipantDirectory {
        ParticipantDirectory(ownKey: key, participants: participants)
    }

    /// The conclusion from a message about its sender.
    public enum Finding: Hashable, Sendable {
        /// The participant plays the seat, which wasn't known before.
        case confirmed
        /// The participant is known to play the seat.
        case known
        /// Another participant plays the seat, or this participant plays another seat. The message
        /// counts and confirms nothing.
        case forwarded
        /// The message is from this device's own seat.
        case own
        /// The sender has no seat, so the message confirms nothing.
        case nobody
    }

    /// Records a message that the host reports as sent by `participant`.
    ///
    /// - Parameter envelope: An envelope whose verdict wasn't `forged`, so the sender's key has
    ///   signed the last run of the log.
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

    /// Returns this device's seat in a match; nil if the device only watches.
    public func ownSeat(in roster: Roster) -> Int? {
        ownKey.flatMap { roster.seat(of: $0) }
    }

    /// Returns the participant on a seat; nil until a message has confirmed the participant.
    public func participant(on seat: Int, of roster: Roster) -> Participant? {
        roster[seat].flatMap { participants[$0.key] }
    }

    /// Returns the text for a seat: its display name, "you", or a note that it is open or isn't
    /// confirmed.
    ///
    /// A display name alone proves nothing, because two seats may show the same name.
    public func label(of seat: Int, in roster: Roster) -> String {
        guard let entry = roster[seat] else { return "seat \(seat), open" }
        if entry.key == ownKey { return "you" }
        return participants[entry.key] == nil ? "seat \(seat), not confirmed" : entry.token.text
    }
}
