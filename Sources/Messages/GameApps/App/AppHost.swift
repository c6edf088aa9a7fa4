import Conversations
import GameRules
import MatchSessions
import MessageProtocol

/// The caller of a game's hooks, which carries out their requests: an app's extension of Messages,
/// a simulated phone, or a test.
///
/// A host delivers callbacks, with what can be seen in them, by ``GameApp/deliver(_:to:at:)``. It
/// receives requests by ``carryOut(_:of:)``, and delivers completions and errors later, as
/// callbacks. A host invents nothing: it names conversations and people as the system does, and
/// stores no transcript.
///
/// A ``GameApp`` calls all of these on the thread on which the host delivered the callback. It
/// reports to the host after the hooks have returned, and queries it (``now``, ``randomBytes(_:)``
/// and the like) while they run. A host may therefore be of the main actor:
/// `final class Host: @MainActor AppHost`.
public protocol AppHost: AnyObject {
    /// Carries out a request of an instance. Called after the callback has returned, never within
    /// one. The host may answer at once.
    func carryOut(_ request: HostRequest, of instance: InstanceID)

    /// Shows a line to the person.
    func show(_ notice: Notice)

    /// Shows what a hook printed, for the game's author.
    func show(_ printout: Printout)

    /// Reports that a hook without a callback of Messages is about to be called: `did_touch`,
    /// `did_begin`, `did_read`, or the completion of a move.
    ///
    /// - Parameter about: The move, or the verdict's code.
    func willCall(_ hook: String, of instance: InstanceID, at moment: Moment, about: String?)

    /// Reports a call that silently did nothing.
    func note(_ silence: EventLog.Silence)

    /// Returns the name of a person on this device, or nil if the host knows only ids, as in
    /// Messages.
    func name(of participant: Participant) -> String?

    /// Returns whether the match belongs to another game of this host.
    func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool

    /// Returns an id for a new message. Messages has no such ids. A host that needs none keeps the
    /// default.
    func newMessageID() -> MessageID

    /// Returns unpredictable bytes, for ids and keys.
    func randomBytes(_ count: Int) -> [UInt8]

    /// The time since a fixed moment, by the host's clock. Turn limits use it.
    var now: Duration { get }

    /// The time after which a match may be claimed, or nil for slow play.
    var turnLimit: Duration? { get }
}

// The defaults of a host.
extension AppHost {
    /// Shows nothing, so the person never learns why a request was refused. A host for people
    /// should implement it.
    public func show(_ notice: Notice) {}
    /// Discards what hooks print. A tool for authors should implement it.
    public func show(_ printout: Printout) {}
    /// Does nothing. A host that records all calls should implement it.
    public func willCall(_ hook: String, of instance: InstanceID, at moment: Moment, about: String?) {}
    /// Does nothing. A tool for authors should implement it.
    public func note(_ silence: EventLog.Silence) {}
    /// Returns nil: the host knows only ids, and people have the names that their messages give.
    public func name(of participant: Participant) -> String? { nil }
    /// Returns false: the host has no other game. A host of several games asks each app's table, so
    /// that no two games adopt the same match.
    public func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool { false }
    /// Returns 16 random hexadecimal digits.
    public func newMessageID() -> MessageID { MessageID(HostDefaults.hex(HostDefaults.randomBytes(8))) }
    /// Returns bytes of the system's generator.
    public func randomBytes(_ count: Int) -> [UInt8] { HostDefaults.randomBytes(count) }
    /// Nil, for slow play.
    public var turnLimit: Duration? { nil }
}

/// The defaults for a host that doesn't implement a method or was deallocated.
enum HostDefaults {
    static func randomBytes(_ count: Int) -> [UInt8] {
        var system = SystemRandomNumberGenerator()
        return (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: system.next()) }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// A request of an instance to its host, in the script's order. The host carries it out after the
/// callback has returned. It answers an insert or a send by ``Callback/completion(_:_:)`` with the
/// request's number, except for number 0.
public enum HostRequest: Sendable {
    /// Show the instance in this style: `requestPresentationStyle`.
    case presentationStyle(PresentationStyle)
    /// Close the instance: `dismiss`.
    case dismiss
    /// Put this into the draft field and answer.
    case insert(Request, Post)
    /// Send this at once and answer.
    case send(Request, Post)
    /// An insert or a send without anything to insert, such as a sticker without a file. The host
    /// answers it with this error, as if it had tried.
    case refuse(Request, MessageError)
}

/// A call to the host, delayed until the event is over. The host is called on its own thread, never
/// within a hook.
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
    /// The conversation of the line.
    public let chat: Chat.ID
    /// The id of the game of the line.
    public let game: String
    /// The text for the person.
    public let text: String
    /// The error, if the line reports one; nil for news.
    public var error: AppError?
    /// The failure of a hook, if the line reports one, for the script's author.
    public var failure: ScriptFailure? {
        if case .game(.failed(let failure)) = error { failure } else { nil }
    }
    /// The position of the match to which the line applies, or nil if it always applies. See
    /// `GameApp.holds`.
    var position: Position?

    struct Position: Hashable, Sendable {
        let match: MatchID
        let head: Head
    }
}

/// The text that a hook wrote with `print`.
public struct Printout: Hashable, Sendable {
    /// The instance of the hook.
    public let instance: InstanceID
    /// The hook's name: `did_select`.
    public let hook: String
    /// The printed text, cut at the event's limit; never empty.
    public let text: String
}
