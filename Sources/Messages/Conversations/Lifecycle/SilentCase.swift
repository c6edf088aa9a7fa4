/// Something that does nothing, by design, and tells the script nothing. The event log keeps it, so that an author can
/// see why nothing happened.
public enum SilentCase: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// A url of a scheme that messages don't take; the old one stays.
    case wrongURLScheme = "wrong url scheme"
    /// A script asked for the style `transcript`, which only the host gives.
    case transcriptRequested = ".transcript requested"
    /// A bubble asked to be dismissed.
    case dismissInTranscript = "dismiss in transcript"
    /// A message came while the game was not open in its conversation. It is not replayed.
    case arrivalWhileInactive = "arrival while inactive"
    /// An insert of an instance that had left, where the host drops it (``HostProfile/InsertGate/silentDrop``).
    case insertNotPresenting = "insert by a game that isn't presented"
    /// The style asked for is the one there is, or one this instance can't have.
    case styleUnchanged = "style unchanged"
    /// A request of an instance that is gone.
    case instanceGone = "instance gone"
    /// The hooks of an event asked for more than one event may: what was still to come in it was left out.
    case eventLimit = "event ended at its limit"

    /// The words behind the `~` in an ``EventLog``.
    public var description: String { rawValue }
}
