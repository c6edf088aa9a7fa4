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
    /// An insert without a touch, where the host drops it (``HostProfile/InsertGate/silentDrop``).
    case insertWithoutTouch = "insert without touch"
    /// The style asked for is the one there is, or one this instance can't have.
    case styleUnchanged = "style unchanged"
    /// A request of an instance that is gone.
    case instanceGone = "instance gone"

    public var description: String { rawValue }
}
