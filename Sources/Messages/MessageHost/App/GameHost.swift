import Conversations
import MatchSessions
import MessageWire

/// What calls a game's hooks and carries out what they ask for: an app's extension of Messages, a simulated phone, a test.
///
/// Callbacks and what can be seen in them go in, by ``GameApp/deliver(_:to:at:)``; requests come out, by
/// ``carryOut(_:of:)``; completions and errors come back in later, as callbacks. A host invents nothing: it names
/// conversations and people as the system does, and remembers no transcript.
///
/// All of it is called on the thread on which the host delivered: what it is told when the hooks have returned, and what it is asked
/// (``now``, ``randomBytes(_:)`` and the like) meanwhile. So a host may be of the main actor: `final class Host: @MainActor GameHost`.
public protocol GameHost: AnyObject {
    /// Carries out what an instance asked for. It is called when the callback has returned, never within one, and may
    /// answer at once.
    func carryOut(_ request: HostRequest, of instance: InstanceID)

    /// The person is told a line.
    func show(_ notice: Notice)

    /// A hook printed: for the game's author.
    func show(_ printout: Printout)

    /// A hook is about to be called that no callback of Messages stands behind: `did_touch`, `did_begin`, `did_read`, or the
    /// completion of a move.
    ///
    /// - Parameter about: The move, or the verdict's code.
    func willCall(_ hook: String, of instance: InstanceID, at moment: Moment, about: String?)

    /// Something silently did nothing.
    func note(_ silence: EventLog.Silence)

    /// What a person is called here; nil where the host knows only ids, as in Messages.
    func name(of participant: Participant) -> String?

    /// Is this a match of another of this host's games?
    func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool

    /// A name for a message that is made now. Messages has none, and a host that needs none leaves this as it is.
    func newMessageID() -> MessageID

    /// Bytes that nobody can foresee: ids and keys are made of them.
    func randomBytes(_ count: Int) -> [UInt8]

    /// The host's clock, since any moment that stays: a turn limit counts by it.
    var now: Duration { get }

    /// After how long a match may be claimed; nil for slow play.
    var turnLimit: Duration? { get }
}

// A host says where it differs.
extension GameHost {
    /// Shows nothing: the person isn't told why something was refused. Every host for people has its own.
    public func show(_ notice: Notice) {}
    /// Keeps nothing of what hooks print. A tool for authors has its own.
    public func show(_ printout: Printout) {}
    /// Notes nothing. A host that keeps a protocol of all calls has its own.
    public func willCall(_ hook: String, of instance: InstanceID, at moment: Moment, about: String?) {}
    /// Notes nothing. A tool for authors tells them of it.
    public func note(_ silence: EventLog.Silence) {}
    /// Nil: only ids are known, and people go by the names that their messages give.
    public func name(of participant: Participant) -> String? { nil }
    /// False: no other game is known here. A host of several games asks each app's table, so that no match is taken up by two.
    public func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool { false }
    /// 16 hexadecimal digits, drawn at random.
    public func newMessageID() -> MessageID { MessageID(HostDefaults.hex(HostDefaults.randomBytes(8))) }
    /// Bytes of the system's generator.
    public func randomBytes(_ count: Int) -> [UInt8] { HostDefaults.randomBytes(count) }
    /// Nil: slow play.
    public var turnLimit: Duration? { nil }
}

/// What a host does that doesn't say, and what is done for one that is gone.
enum HostDefaults {
    static func randomBytes(_ count: Int) -> [UInt8] {
        var system = SystemRandomNumberGenerator()
        return (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: system.next()) }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
