import Foundation
import Parlor

/// A small host: one conversation, one open game, and the message that the game wants to send.
final class DraftHost: AppHost {
    let app: GameApp
    /// The message in the draft field, which the person sends.
    private(set) var draft: Message?
    private let conversation = Conversation(
        localParticipant: Participant(UUID()), remoteParticipants: [Participant(UUID())])
    private let main: InstanceID

    init(_ script: GameScript) throws {
        app = try GameApp(script, playing: DisplayName(shortening: "Ann"))
        main = InstanceID(game: script.id, kind: .main, number: 1)
        app.host = self
        app.deliver(.load, to: main, at: moment(isActive: false))
        app.deliver(.willBecomeActive, to: main, at: moment(isActive: false))
        for callback in [Callback.didBecomeActive, .viewWillAppear, .viewDidAppear] {
            app.deliver(callback, to: main, at: moment())
        }
    }

    /// The person touches a cell of the board, or the Start button.
    func touch(_ move: String) throws { try app.touch(move, in: main, at: moment()) }

    func carryOut(_ request: HostRequest, of instance: InstanceID) {
        switch request {
        case .insert(let request, let post), .send(let request, let post):
            draft = post.message ?? draft
            app.deliver(.completion(request.number, nil), to: instance, at: moment())
        case .refuse(let request, let error):
            app.deliver(.completion(request.number, error), to: instance, at: moment())
        case .presentationStyle, .dismiss: break
        }
    }

    var now: Duration { .seconds(Date().timeIntervalSinceReferenceDate) }

    private func moment(isActive: Bool = true) -> HostContext {
        HostContext(conversation, style: .expanded, isActive: isActive)
    }
}
