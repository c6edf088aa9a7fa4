import Foundation
import Parlor

#if canImport(Messages)
    import Messages
    import UIKit
#else
    import MessagesStubs
#endif

/// A game of Parlor as an iMessage app. Passes callbacks from the framework to the game, and requests from the game to
/// the conversation.
@MainActor
class GameViewController: MSMessagesAppViewController {
    /// The only app of the process, which has the matches and keys. `load` reads the script from the app's bundle.
    static var app: GameApp?

    private let main: InstanceID
    private var conversation: MSConversation?
    private static var lastInstance = 0
    /// The sessions seen so far. The framework can compare sessions, but gives them no ids.
    private static var sessions: [(theirs: MSSession, ours: Session)] = []

    override init() {
        Self.lastInstance += 1
        main = InstanceID(game: Self.app?.script.id ?? "", kind: .main, number: Self.lastInstance)
        super.init()
    }

    // MARK: Callbacks go in

    override func willBecomeActive(with conversation: MSConversation) {
        self.conversation = conversation
        Self.app?.host = self
        tell(.load, isActive: false)
        tell(.willBecomeActive, isActive: false)
    }

    override func didBecomeActive(with conversation: MSConversation) { tell(.didBecomeActive) }
    override func viewWillAppear(_ animated: Bool) { tell(.viewWillAppear) }
    override func viewDidAppear(_ animated: Bool) { tell(.viewDidAppear) }
    override func viewWillDisappear(_ animated: Bool) { tell(.viewWillDisappear) }
    override func viewDidDisappear(_ animated: Bool) { tell(.viewDidDisappear) }
    override func willResignActive(with conversation: MSConversation) { tell(.willResignActive, isLeaving: true) }

    override func didResignActive(with conversation: MSConversation) {
        tell(.didResignActive, isActive: false)
        self.conversation = nil
    }

    override func willSelect(_ message: MSMessage, conversation: MSConversation) { tell(.willSelect, message) }
    override func didSelect(_ message: MSMessage, conversation: MSConversation) { tell(.didSelect, message) }
    override func didReceive(_ message: MSMessage, conversation: MSConversation) { tell(.didReceive, message) }
    override func didStartSending(_ message: MSMessage, conversation: MSConversation) {
        tell(.didStartSending, message)
    }
    override func didCancelSending(_ message: MSMessage, conversation: MSConversation) {
        tell(.didCancelSending, message)
    }
    override func willTransition(to style: MSMessagesAppPresentationStyle) {
        tell(.willTransition(to: Self.style(style)))
    }
    override func didTransition(to style: MSMessagesAppPresentationStyle) {
        tell(.didTransition(to: Self.style(style)))
    }

    override func didReceiveMemoryWarning() {
        tell(.didReceiveMemoryWarning)
        Self.app?.giveBackMemory()
    }

    /// Plays the move of a button of the scene, after a person has tapped the button.
    func touched(_ move: String) {
        guard let moment = moment() else { return }
        do {
            try Self.app?.touch(move, in: main, at: moment)
        } catch {
            show("\(error)")
        }
    }

    /// Does nothing here. A subclass shows the line to the person.
    func show(_ line: String) {}

    private func tell(_ callback: Callback, _ message: MSMessage? = nil, isActive: Bool = true, isLeaving: Bool = false)
    {
        guard let moment = moment(about: message, isActive: isActive, isLeaving: isLeaving) else { return }
        Self.app?.deliver(callback, to: main, at: moment)
    }

    /// Returns the context of a callback: the conversation and the view as they are now.
    private func moment(about message: MSMessage? = nil, isActive: Bool = true, isLeaving: Bool = false) -> HostContext?
    {
        guard let conversation else { return nil }
        return HostContext(
            Conversation(
                localParticipant: Participant(conversation.localParticipantIdentifier),
                remoteParticipants: conversation.remoteParticipantIdentifiers.map(Participant.init),
                selectedMessage: conversation.selectedMessage.map(Self.message)),
            style: Self.style(presentationStyle), context: presentationContext == .media ? .media : .messages,
            about: message.map(Self.message), appearance: appearance, isActive: isActive, isLeaving: isLeaving)
    }

    /// The appearance of the view now. Before the view is loaded, its size is zero.
    private var appearance: Appearance {
        let size = viewIfLoaded?.bounds.size ?? .zero
        let covered = viewIfLoaded?.safeAreaInsets ?? UIEdgeInsets()
        return Appearance(
            width: size.width, height: size.height,
            safeArea: SafeArea(
                top: covered.top, left: covered.left, bottom: covered.bottom, right: covered.right),
            textScale: Self.textScale(traitCollection.preferredContentSizeCategory),
            locale: Locale.current.identifier, isDark: traitCollection.userInterfaceStyle == .dark)
    }

    /// Returns the size of body text, divided by the usual 17 points.
    private static func textScale(_ category: UIContentSizeCategory) -> Double {
        let sizes: [UIContentSizeCategory: Double] = [
            .extraSmall: 14, .small: 15, .medium: 16, .large: 17, .extraLarge: 19, .extraExtraLarge: 21,
            .extraExtraExtraLarge: 23, .accessibilityMedium: 28, .accessibilityLarge: 33,
            .accessibilityExtraLarge: 40, .accessibilityExtraExtraLarge: 47,
            .accessibilityExtraExtraExtraLarge: 53,
        ]
        return (sizes[category] ?? 17) / 17
    }

    // MARK: The framework's values as Parlor's

    private static func style(_ style: MSMessagesAppPresentationStyle) -> PresentationStyle {
        switch style {
        case .expanded: .expanded
        case .transcript: .transcript
        default: .compact
        }
    }

    private static func message(_ message: MSMessage) -> Message {
        Message(
            id: MessageID("\(ObjectIdentifier(message))"), url: message.url?.absoluteString,
            session: message.session.map(session), shouldExpire: message.shouldExpire,
            senderParticipant: Participant(message.senderParticipantIdentifier), isPending: message.isPending)
    }

    private static func session(_ theirs: MSSession) -> Session {
        if let known = sessions.first(where: { $0.theirs == theirs }) { return known.ours }
        sessions.append((theirs, Session(UUID())))
        return sessions[sessions.count - 1].ours
    }

    private static func session(_ ours: Session) -> MSSession {
        if let known = sessions.first(where: { $0.ours == ours }) { return known.theirs }
        sessions.append((MSSession(), ours))
        return sessions[sessions.count - 1].theirs
    }

    private static func message(_ message: Message) -> MSMessage {
        let made = message.session.map { MSMessage(session: session($0)) } ?? MSMessage()
        made.url = message.url.flatMap(URL.init(string:))
        made.summaryText = message.summaryText
        made.accessibilityLabel = message.accessibilityLabel
        made.shouldExpire = message.shouldExpire
        if let layout = message.layout {
            let template = self.template(layout.template)
            made.layout = layout.isLive ? MSMessageLiveLayout(alternateLayout: template) : template
        }
        return made
    }

    private static func template(_ layout: TemplateLayout) -> MSMessageTemplateLayout {
        let made = MSMessageTemplateLayout()
        made.image = layout.image.flatMap(image)
        made.mediaFileURL = layout.mediaFileURL.flatMap(URL.init(string:))
        (made.imageTitle, made.imageSubtitle) = (layout.imageTitle, layout.imageSubtitle)
        (made.caption, made.trailingCaption) = (layout.caption, layout.trailingCaption)
        (made.subcaption, made.trailingSubcaption) = (layout.subcaption, layout.trailingSubcaption)
        return made
    }

    /// Turns a scene's SVG into the raster image that the framework takes. See "Pictures" in docs/embedding.md.
    static var rasterise: (_ svg: Data) -> UIImage? = { _ in nil }

    private static func image(_ svg: Data) -> UIImage? { rasterise(svg) }

    // MARK: Requests come out

    private func carryOut(_ request: HostRequest) {
        switch request {
        case .presentationStyle(let style): requestPresentationStyle(style == .expanded ? .expanded : .compact)
        case .dismiss: dismiss()
        case .insert(let request, .message(let message)):
            conversation?.insert(Self.message(message), completionHandler: completion(of: request))
        case .send(let request, .message(let message)):
            conversation?.send(Self.message(message), completionHandler: completion(of: request))
        case .insert(let request, .text(let text)):
            conversation?.insertText(text, completionHandler: completion(of: request))
        case .send(let request, .text(let text)):
            conversation?.sendText(text, completionHandler: completion(of: request))
        case .insert(let request, let post), .send(let request, let post):
            tell(.completion(request.number, .unavailable(post, in: .messages)))
        case .refuse(let request, let error): tell(.completion(request.number, error))
        }
    }

    /// Returns a handler that answers a request when the framework does.
    private func completion(of request: Request) -> @Sendable ((any Error)?) -> Void {
        { error in
            let answer = error.map { MessageError.unknown("\($0)") }
            Task { @MainActor in self.tell(.completion(request.number, answer)) }
        }
    }
}

extension GameViewController: @MainActor AppHost {
    func carryOut(_ request: HostRequest, of instance: InstanceID) { carryOut(request) }

    func show(_ notice: Notice) { show(notice.text) }

    var now: Duration { .seconds(Date().timeIntervalSinceReferenceDate) }
}
