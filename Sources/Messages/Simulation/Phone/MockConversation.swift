import Conversations
import GameApps
import GameRules
import MatchSessions
import Values

/// One phone with one game in one chat, and somebody at the other end whom the test plays: for tests of games and of
/// hosts, without a network.
///
/// ```swift
/// let mock = try MockConversation(script)
/// try mock.open()
/// try mock.touch("start")
/// try mock.touch("b2")
/// #expect(mock.inserted.count == 1 && mock.completions.last?.error == nil)
/// try mock.send()
/// #expect(mock.sent.count == 1)
/// ```
public final class MockConversation {
    /// An answer to an `insert` or `send` of the script.
    public struct Completion: Hashable, Sendable {
        /// The `Request.number` of what is answered.
        public let request: Int
        /// Why it was refused; nil if it was done.
        public let error: MessageError?

        /// An answer to compare with what the script got.
        package init(request: Int, error: MessageError? = nil) {
            self.request = request
            self.error = error
        }
    }

    /// The phone, for all that has no function here.
    public let device: Device
    /// The id of the game that is played.
    public let game: String
    /// The only chat on the phone.
    public let chat = Chat.ID("mock")
    /// Who is at the other end.
    public let partner: String
    /// What the script put into the draft field, the oldest first; what was refused or dropped isn't there.
    public private(set) var inserted: [Post] = []
    /// What left the phone, by the script or by the person's Send, the oldest first.
    public private(set) var sent: [Delivery] = []

    /// A phone on which the game is installed and not open.
    ///
    /// - Parameters:
    ///   - script: The game.
    ///   - person: Whose phone it is.
    ///   - partner: Who is at the other end.
    ///   - profile: How the host behaves where hosts differ.
    ///   - seed: What ids and keys are drawn from: the same seed gives the same messages.
    /// - Throws: ``DeviceError`` for a script that can't be installed.
    public init(
        _ script: GameScript, person: String = "Ann", partner: String = "Bob", profile: HostProfile = .modern,
        seed: UInt64 = 1
    ) throws(DeviceError) {
        device = Device(of: person, profile: profile, generator: SplitMix64(seed: seed))
        game = script.id
        self.partner = partner
        try device.install(script)
        device.join(chat, people: [person, partner])
        device.witness = { [weak self] in self?.see($0, $1) }
    }

    /// The answers that the script got, in their order.
    public var completions: [Completion] {
        device.log.entries.compactMap { entry in
            guard case .completion(let request, let error) = entry.event?.callback else { return nil }
            return Completion(request: request, error: error)
        }
    }

    /// The hooks that were called since the beginning, by name; completions among them.
    public var calls: [String] { device.log.entries.compactMap { $0.event?.callback.name } }

    // MARK: What happens

    /// Opens the game from the drawer, or by a tap on a bubble.
    public func open(_ bubble: TranscriptItem.ID? = nil) throws(DeviceError) {
        try perform(bubble.map(Stimulus.tapBubble) ?? .openFromDrawer())
    }

    /// Touches what plays a move, or the Start button.
    public func touch(_ move: String) throws(DeviceError) {
        try device.touch(move, of: game, in: chat)
        collect()
    }

    /// The person taps Send.
    public func send() throws(DeviceError) { try perform(.userSend) }

    /// The person takes the message out of the draft field.
    public func delete() throws(DeviceError) { try perform(.userDeleteDraft) }

    /// Touches what plays a move in a live bubble.
    public func touch(_ move: String, bubble: TranscriptItem.ID) throws(DeviceError) {
        try device.touch(move, bubble: bubble, of: game, in: chat)
        collect()
    }

    /// Lets time pass: what follows by itself, such as `did_start_sending` after an echo, happens.
    public func wait(_ time: Duration) {
        device.pass(time)
        collect()
    }

    /// The person closes the game.
    ///
    /// - Throws: ``DeviceError/stimulus(_:)`` if it isn't open.
    public func close() throws(DeviceError) { try perform(.close) }

    /// A message of the partner's arrives.
    ///
    /// - Returns: Where it stands in the transcript.
    @discardableResult
    public func receive(url: String, session: Session? = nil) throws(DeviceError) -> TranscriptItem.ID? {
        let message = Message(id: device.newMessageID(), url: url, session: session)
        try device.receive(Delivery(.message(message), game: game), from: partner, in: chat)
        collect()
        return device.chats[chat]?.transcript.items.last?.id
    }

    /// Anything else that can happen.
    public func perform(_ stimulus: Stimulus) throws(DeviceError) {
        try device.perform(stimulus, of: game, in: chat)
        collect()
    }

    private func see(_ request: Stimulus, _ reaction: Reaction) {
        let post: Post
        switch request {
        case .insert(_, let wanted), .send(_, let wanted): post = wanted
        default: return
        }
        let isRefused = reaction.entries.contains { entry in
            if case .completion(_, .some) = entry.event?.callback { return true }
            return entry.silentCase != nil
        }
        if !isRefused, reaction.outgoing.isEmpty { inserted.append(post) }
    }

    private func collect() { sent += device.takeDepartures().map(\.delivery) }
}
