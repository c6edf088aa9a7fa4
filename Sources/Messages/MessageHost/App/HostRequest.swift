import Conversations
import MatchSessions

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
