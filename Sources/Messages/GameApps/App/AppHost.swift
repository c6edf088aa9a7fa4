import Conversations
import GameRules
import MatchSessions
import MessageProtocol

/// The program that delivers callbacks to a game and carries out the requests of the game's hooks:
/// an app's extension of Messages, a simulated phone, or a test.
///
/// A host delivers a callback, with the ``HostContext`` that the hook can see, by
/// ``GameApp/deliver(_:to:at:)``. It receives requests by ``carryOut(_:of:)``, and later delivers
/// completions and errors as callbacks. A host names conversations and people as the system names
/// them, and stores no transcript.
///
/// A ``GameApp`` calls every method of its host on the thread on which the host delivered the
/// callback. While hooks run, the app only queries the host (``now``, ``randomBytes(_:)`` and the
/// like). All other calls follow after the hooks have returned. A host may therefore be isolated to
/// the main actor: `final class Host: @MainActor AppHost`.
public protocol AppHost: AnyObject {
    /// Carries out a request of an instance. The app calls this function after the callback has
    /// returned, never during a callback. The host may answer at once.
    func carryOut(_ request: HostRequest, of instance: InstanceID)

    /// Shows a line to the person.
    func show(_ notice: Notice)

    /// Shows what a hook printed, for the game's author.
    func show(_ printout: HookOutput)

    /// Reports that a hook is about to be called that corresponds to no callback of the Messages
    /// framework: `did_touch`, `did_begin`, `did_read`, or the completion of a move.
    ///
    /// - Parameter about: The move, or the verdict's code.
    func willCall(_ hook: String, of instance: InstanceID, at moment: HostContext, about: String?)

    /// Reports a call that silently did nothing.
    func note(_ silence: LifecycleLog.Silence)

    /// Returns the name of a person on this device, or nil if the host knows only ids, as in
    /// Messages.
    func name(of participant: Participant) -> String?

    /// Returns whether the match belongs to another game of this host.
    func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool

    /// Returns an id for a new message. The framework has no such ids. A host that needs no ids keeps
    /// the default implementation.
    func newMessageID() -> MessageID

    /// Returns unpredictable bytes, for ids and keys.
    func randomBytes(_ count: Int) -> [UInt8]

    /// The time since a fixed moment, by the host's clock. Turn limits are measured with this
    /// clock.
    var now: Duration { get }

    /// The time after which a player may claim that another player is overdue. Nil for slow play,
    /// which has no claims.
    var turnLimit: Duration? { get }
}

// The defaults of a host.
extension AppHost {
    /// Shows nothing, so the person never learns why a request was refused. A host for people should
    /// implement this function.
    public func show(_ notice: Notice) {}
    /// Discards what hooks print. A tool for authors should implement this function.
    public func show(_ printout: HookOutput) {}
    /// Does nothing. A host that records all calls should implement this function.
    public func willCall(_ hook: String, of instance: InstanceID, at moment: HostContext, about: String?) {}
    /// Does nothing. A tool for authors should implement this function.
    public func note(_ silence: LifecycleLog.Silence) {}
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

/// A request of an instance to its host. The host receives the requests after the callback has
/// returned, in the order in which the script made them. The host answers an insert or a send by
/// ``Callback/completion(_:_:)`` with the request's number. A request with the number 0 gets no
/// answer.
public enum HostRequest: Sendable {
    /// Show the instance in this style: `requestPresentationStyle`.
    case presentationStyle(PresentationStyle)
    /// Close the instance: `dismiss`.
    case dismiss
    /// Put this post into the draft field, and answer.
    case insert(Request, Post)
    /// Send this post at once, and answer.
    case send(Request, Post)
    /// An insert or a send that has nothing to insert, such as a sticker without a file. The host
    /// answers with this error, as if it had tried to carry out the request.
    case refuse(Request, MessageError)
}

/// A call to the host that waits until the event is over. The call is made on the thread on which
/// the host delivered the event, never during a hook.
enum HostCall {
    case request(HostRequest, of: InstanceID)
    case notice(Notice)
    case printout(HookOutput)
    case hook(String, of: InstanceID, at: HostContext, about: String?)
    case silence(LifecycleLog.Silence)

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
    /// The position of a match at which the line is true. Nil if the line stays true when a match
    /// changes. See `GameApp.holds`.
    var position: Position?

    struct Position: Hashable, Sendable {
        let match: MatchID
        let head: Head
    }
}

/// The text that a hook wrote with `print`.
public struct HookOutput: Hashable, Sendable {
    /// The instance of the hook.
    public let instance: InstanceID
    /// The hook's name: `did_select`.
    public let hook: String
    /// The printed text, cut at the event's limit; never empty.
    public let text: String
}
