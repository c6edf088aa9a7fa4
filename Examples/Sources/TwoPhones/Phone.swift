import Foundation
import Parlor

/// The smallest app host: it opens a game, holds the message that the game wants to send, and shows
/// what a person would see.
///
/// If Apple's framework is the host, use the adapter in `docs/embedding.md`.
final class Phone: AppHost {
    let person: String
    let app: GameApp
    /// The message in the draft field.
    private(set) var staged: Message?
    private let me = Participant(UUID())
    private let friend = Participant(UUID())
    private let main: InstanceID
    private var selected: Message?

    init(_ script: GameScript, person: String) throws {
        self.person = person
        app = try GameApp(script, playing: DisplayName(shortening: person))
        main = InstanceID(game: script.id, kind: .main, number: 1)
        app.host = self
        app.deliver(.load, to: main, at: moment(isActive: false))
        app.deliver(.willBecomeActive, to: main, at: moment(isActive: false))
        for callback in [Callback.didBecomeActive, .viewWillAppear, .viewDidAppear] {
            app.deliver(callback, to: main, at: moment())
        }
    }

    private var conversation: Conversation {
        Conversation(localParticipant: me, remoteParticipants: [friend], selectedMessage: selected)
    }

    private func moment(about message: Message? = nil, isActive: Bool = true) -> HostContext {
        HostContext(conversation, style: .expanded, about: message, isActive: isActive)
    }

    /// The match of this conversation; nil before there is one.
    var match: MatchView? { app.match(in: Conversation.ID(of: conversation)) }

    var legalMoves: [Move] { app.legalMoves(in: Conversation.ID(of: conversation)) }

    /// Touches a cell of the board, or the Start button.
    func touch(_ move: String) throws { try app.touch(move, in: main, at: moment()) }

    /// Sends the message in the draft field, and tells the game.
    func send() -> Message? {
        guard let draft = staged else { return nil }
        staged = nil
        let sent = Message(
            id: draft.id, url: draft.url, session: draft.session, layout: draft.layout, senderParticipant: me,
            isPending: false)
        app.deliver(.didStartSending, to: main, at: moment(about: sent))
        // games name people by placeholders, and Messages inserts the names
        return ParticipantNames([me: person]).substituted(in: sent)
    }

    /// Receives a message, which the person taps.
    func receive(_ message: Message) {
        let arrived = Message(
            id: message.id, url: message.url, session: message.session, layout: message.layout,
            senderParticipant: friend, isPending: false)
        app.deliver(.willSelect, to: main, at: moment(about: arrived))
        selected = arrived
        app.deliver(.didSelect, to: main, at: moment(about: arrived))
    }

    func carryOut(_ request: HostRequest, of instance: InstanceID) {
        switch request {
        case .insert(let request, let post), .send(let request, let post):
            staged = post.message ?? staged
            app.deliver(.completion(request.number, nil), to: instance, at: moment())
        case .refuse(let request, let error):
            app.deliver(.completion(request.number, error), to: instance, at: moment())
        case .presentationStyle, .dismiss: break  // this phone has one style and never closes the game
        }
    }

    func show(_ notice: Notice) { print("\(person) reads: \(notice.text)") }

    var now: Duration { .seconds(Date().timeIntervalSinceReferenceDate) }
}
