import Conversations

/// What an instance asks of its host, in the order in which the script did. The host carries it out when the callback has
/// returned, and answers an insert or a send by ``Callback/completion(_:_:)`` with the request's number; 0 hears nothing.
public enum HostRequest: Sendable {
    case presentationStyle(PresentationStyle)
    case dismiss
    case insert(Request, Post)
    case send(Request, Post)
    /// An insert or a send for which there is nothing to put in, such as a sticker without a file: it is answered with this
    /// error, like one that was tried.
    case refuse(Request, MessageError)
}
