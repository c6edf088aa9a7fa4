import Conversations
import GameRules
import MatchSessions
import MessageProtocol

/// What calls a game's hooks and carries out what they ask for: an app's extension of Messages, a simulated phone, a test.
///
/// Callbacks and what can be seen in them go in, by ``GameApp/deliver(_:to:at:)``; requests come out, by
/// ``carryOut(_:of:)``; completions and errors come back in later, as callbacks. A host invents nothing: it names
/// conversations and people as the system does, and remembers no transcript.
///
/// All of it is called on the thread on which the host delivered: what it is told when the hooks have returned, and what it is asked
/// (``now``, ``randomBytes(_:)`` and the like) meanwhile. So a host may be of the main actor: `final class Host: @MainActor AppHost`.
public protocol AppHost: AnyObject {
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
extension AppHost {
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

/// What an instance asks of its host, in the order in which the script did. The host carries it out when the callback has
/// returned, and answers an insert or a send by ``Callback/completion(_:_:)`` with the request's number; 0 hears nothing.
public enum HostRequest: Sendable {
    /// Show the instance in this style: `requestPresentationStyle`.
    case presentationStyle(PresentationStyle)
    /// Close the instance: `dismiss`.
    case dismiss
    /// Put this into the draft field, and answer.
    case insert(Request, Post)
    /// Send this at once, and answer.
    case send(Request, Post)
    /// An insert or a send for which there is nothing to put in, such as a sticker without a file: it is answered with this
    /// error, like one that was tried.
    case refuse(Request, MessageError)
}

/// What goes out to a host, kept until the event is over: a host is spoken to on its own thread, never within a hook.
enum HostCall {
    case request(HostRequest, of: InstanceID)
    case notice(Notice)
    case printout(Printout)
    case hook(String, of: InstanceID, at: Moment, about: String?)
    case silence(EventLog.Silence)

    var isRequest: Bool {
        if case .request = self { true } else { false }
    }

    func make(to host: any AppHost) {
        switch self {
        case .request(let request, let instance): host.carryOut(request, of: instance)
        case .notice(let notice): host.show(notice)
        case .printout(let printout): host.show(printout)
        case .hook(let hook, let instance, let moment, let about):
            host.willCall(hook, of: instance, at: moment, about: about)
        case .silence(let silence): host.note(silence)
        }
    }
}

/// One line that the host shows to the person of a device.
public struct Notice: Hashable, Sendable {
    /// The conversation that it belongs to.
    public let chat: Chat.ID
    /// The id of the game that it speaks of.
    public let game: String
    /// What the person reads.
    public let text: String
    /// What couldn't be done, where the line says that; nil for news.
    public var error: AppError?
    /// What failed, if it was a hook of a script: for its author.
    public var failure: ScriptFailure? {
        if case .game(.failed(let failure)) = error { failure } else { nil }
    }
    /// Where the match stood that it speaks of, if it holds only as long as that stands there: see `GameApp.holds`.
    var position: Position?

    struct Position: Hashable, Sendable {
        let match: MatchID
        let head: Head
    }
}

/// What a hook wrote with `print`.
public struct Printout: Hashable, Sendable {
    /// Whose hook it was.
    public let instance: InstanceID
    /// The hook's name: `did_select`.
    public let hook: String
    /// What was printed, cut where the event's limit was met; never empty.
    public let text: String
}
