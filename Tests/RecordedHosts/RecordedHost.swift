import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// A host that is no phone: it feeds callback sequences as they were traced on phones (scenarios S1 to S15), and records what
/// hooks ask for. It has no lifecycle, no transcript and no network; the test hands messages from one to the other.
package final class RecordedHost: AppHost {
    package let game: String
    package private(set) var app: GameApp
    /// The ids of this host's own: nobody else knows people by them.
    package let local = Participant(UUID())
    package let remotes: [Participant]
    package private(set) var requests: [HostRequest] = []
    package private(set) var notices: [String] = []
    package private(set) var calls: [String] = []
    /// The message in the draft field.
    package private(set) var staged: Message?
    package private(set) var isOpen = false
    package private(set) var style = PresentationStyle.compact
    private var selected: Message?
    private var count = 0
    /// Completions that wait for the collapse (S5 in expanded style), by request.
    private var waiting: [Int] = []
    package var now = Duration.zero
    /// What the views of this host look like; nil for what a host that doesn't care says.
    package var appearance: Appearance?
    private var random: SplitMix64
    package var turnLimit: Duration?

    package init(_ script: GameScript, person: String, others: Int = 1, seed: UInt64 = 1) throws {
        random = SplitMix64(seed: seed)
        game = script.id
        remotes = (0..<others).map { _ in Participant(UUID()) }
        app = try GameApp(script, playing: DisplayName(shortening: person))
        app.host = self
    }

    /// The process ends, and the app begins anew with what it kept.
    package func restart(keepingIn store: any MatchStore) throws {
        let person = app.token
        let script = app.script
        (isOpen, selected, style, waiting, staged) = (false, nil, .compact, [], nil)
        app = try GameApp(script, playing: person)
        app.host = self
        try app.keep(in: store)
    }

    package var conversation: Conversation {
        Conversation(localParticipant: local, remoteParticipants: remotes, selectedMessage: selected)
    }

    package var place: Conversation.ID { Conversation.ID(of: conversation) }

    private var main: InstanceID { InstanceID(game: game, kind: .main, number: count) }

    private func moment(about message: Message? = nil, isActive: Bool = true) -> HostContext {
        HostContext(conversation, style: style, about: message, appearance: appearance, isActive: isActive)
    }

    @discardableResult
    package func tell(_ callback: Callback, about message: Message? = nil, isActive: Bool = true) -> Bool {
        calls.append("\(callback)")
        return app.deliver(callback, to: main, at: moment(about: message, isActive: isActive)).isAlive
    }

    // MARK: What is traced

    /// S1, from the drawer; S2 with a bubble that was tapped.
    package func open(_ bubble: Message? = nil) {
        guard !isOpen else { return }
        (count, isOpen, selected) = (count + 1, true, bubble)
        style = bubble == nil ? .compact : .expanded
        tell(.load, isActive: false)
        tell(.willBecomeActive, isActive: false)
        for callback in [Callback.didBecomeActive, .viewWillAppear, .viewDidAppear] { tell(callback) }
    }

    /// S3: another bubble is tapped while the game is open and compact.
    package func select(_ bubble: Message) {
        tell(.willTransition(to: .expanded))
        if bubble != selected {
            tell(.willSelect, about: bubble)
            selected = bubble
            tell(.didSelect, about: bubble)
        }
        style = .expanded
        tell(.didTransition(to: .expanded))
    }

    /// S4.
    package func change(to new: PresentationStyle) {
        guard new != style, isOpen else { return }
        tell(.willTransition(to: new))
        style = new
        tell(.didTransition(to: new))
        guard new == .compact else { return }
        let answered = waiting
        waiting = []
        for request in answered { tell(.completion(request, nil)) }
    }

    /// S15.
    package func close() {
        guard isOpen else { return }
        for callback in [Callback.viewWillDisappear, .viewDidDisappear, .willResignActive] { tell(callback) }
        tell(.didResignActive, isActive: false)
        (isOpen, selected, style, waiting) = (false, nil, .compact, [])
    }

    /// S5 with the game open, S8 without: a fresh instance hears of it. Returns what leaves.
    package func send(echoing: Bool = false) -> Message? {
        guard let draft = staged else { return nil }
        staged = nil
        let sent = Message(
            id: draft.id, url: draft.url, session: draft.session, layout: draft.layout,
            summaryText: draft.summaryText, accessibilityLabel: draft.accessibilityLabel, senderParticipant: local,
            isPending: false)
        if isOpen {
            if echoing, sent.session == selected?.session, selected != nil {
                tell(.willSelect, about: sent)
                selected = sent
                tell(.didSelect, about: sent)
                tell(.didReceive, about: sent)
            }
            tell(.didStartSending, about: sent)
        } else {
            count += 1
            style = .expanded
            let errand = InstanceID(game: game, kind: .errand, number: count)
            for callback in [Callback.load, .willBecomeActive, .didBecomeActive, .didStartSending, .willResignActive] {
                let isActive = callback != .load && callback != .willBecomeActive
                app.deliver(
                    callback, to: errand,
                    at: moment(about: callback == .didStartSending ? sent : nil, isActive: isActive))
            }
            app.deliver(.didResignActive, to: errand, at: moment(isActive: false))
            style = .compact
        }
        return sent
    }

    /// S10 and S12 with the game open, S11 without: nothing then. Returns the message as this host's games see it.
    @discardableResult
    package func receive(_ message: Message, from sender: Participant, following: Bool) -> Message {
        let arrived = Message(
            id: MessageID(UUID().uuidString), url: message.url, session: message.session,
            layout: message.sanitised().layout, senderParticipant: sender, isPending: false)
        guard isOpen else { return arrived }
        if following, arrived.session == selected?.session, selected != nil {
            tell(.willSelect, about: arrived)
            selected = arrived
            tell(.didSelect, about: arrived)
        }
        tell(.didReceive, about: arrived)
        return arrived
    }

    package func touch(_ move: String) throws { try app.touch(move, in: main, at: moment()) }

    package func act(_ act: PersonAction) throws { try app.act(act, in: main, at: moment()) }

    // MARK: AppHost

    package func carryOut(_ request: HostRequest, of instance: InstanceID) {
        requests.append(request)
        switch request {
        case .presentationStyle(let new): if isOpen, new != .transcript { change(to: new) }
        case .dismiss: close()
        case .insert(let request, let post), .send(let request, let post):
            if let message = post.message { staged = message }
            guard instance == main, isOpen else { return }
            if style == .expanded { waiting.append(request.number) } else { tell(.completion(request.number, nil)) }
        case .refuse(let request, let error): tell(.completion(request.number, error))
        }
    }

    package func randomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    package func show(_ notice: Notice) { notices.append(notice.text) }
}
