import Conversations
import MatchSessions

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

    func make(to host: any GameHost) {
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
