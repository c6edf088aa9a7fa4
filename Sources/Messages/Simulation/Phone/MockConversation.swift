import Conversations
import GameApps
import GameRules
import MatchSessions
import Values

/// A phone with one game in one chat, without a network, for tests of games and of hosts. The test
/// itself acts as the partner.
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
        /// The `Request.number` of the answered request.
        public let request: Int
        /// The reason for a rejection, or nil for success.
        public let error: MessageError?

        package init(request: Int, error: MessageError? = nil) {
            self.request = request
            self.error = error
        }
    }

    /// The phone. Use it for everything that this class has no function for.
    public let device: SimulatedDevice
    /// The id of the game.
    public let game: String
    /// The only chat on the phone.
    public let chat = Chat.ID("mock")
    /// The name of the partner.
    public let partner: String
    /// The posts that the script put into the draft field, the oldest first. Rejected and dropped
    /// posts aren't included.
    public private(set) var inserted: [Post] = []
    /// The deliveries that the script or the person sent, the oldest first.
    public private(set) var sent: [Delivery] = []

    /// Creates a phone on which the game is installed and not open.
    ///
    /// - Parameters:
    ///   - script: The game.
    ///   - person: The name of the phone's person.
    ///   - partner: The name of the partner.
    ///   - profile: The host's behaviours on which sources about the framework disagree.
    ///   - seed: The seed of ids and keys. The same seed gives the same messages.
    /// - Throws: ``DeviceError`` for a script that can't be installed.
    public init(
        _ script: GameScript, person: String = "Ann", partner: String = "Bob", profile: HostProfile = .modern,
        seed: UInt64 = 1
    ) throws(DeviceError) {
        device = SimulatedDevice(of: person, profile: profile, generator: SplitMix64(seed: seed))
        game = script.id
        self.partner = partner
        try device.install(script)
        device.join(chat, people: [person, partner])
        device.loop.witness = { [weak self] in self?.see($0, $1) }
    }

    /// The answers that the script received, in order.
    public var completions: [Completion] {
        device.log.entries.compactMap { entry in
            guard case .completion(let request, let error) = entry.event?.callback else { return nil }
            return Completion(request: request, error: error)
        }
    }

    /// The names of all hooks called so far, including completions.
    public var calls: [String] { device.log.entries.compactMap { $0.event?.callback.name } }

    // MARK: Stimuli

    /// Opens the game from the drawer, or by a tap on a bubble.
    public func open(_ bubble: TranscriptItem.ID? = nil) throws(DeviceError) {
        try perform(bubble.map(Stimulus.tapBubble) ?? .openFromDrawer())
    }

    /// Plays the touched move, or presses the Start button.
    public func touch(_ move: String) throws(DeviceError) {
        try device.touch(move, of: game, in: chat)
        collect()
    }

    /// Sends the content of the draft field, as when the person taps Send.
    public func send() throws(DeviceError) { try perform(.userSend) }

    /// Removes the message from the draft field, as when the person deletes the message.
    public func delete() throws(DeviceError) { try perform(.userDeleteDraft) }

    /// Plays the move that is touched in a live bubble.
    public func touch(_ move: String, bubble: TranscriptItem.ID) throws(DeviceError) {
        try device.touch(move, bubble: bubble, of: game, in: chat)
        collect()
    }

    /// Lets time pass and runs delayed stimuli, such as `did_start_sending` after an echo.
    public func wait(_ time: Duration) {
        device.pass(time)
        collect()
    }

    /// Closes the game, as when the person closes it.
    ///
    /// - Throws: ``DeviceError/stimulus(_:)`` if the game isn't open.
    public func close() throws(DeviceError) { try perform(.close) }

    /// Receives a message of the partner.
    ///
    /// - Returns: The place in the transcript.
    @discardableResult
    public func receive(url: String, session: Session? = nil) throws(DeviceError) -> TranscriptItem.ID? {
        let message = Message(id: device.newMessageID(), url: url, session: session)
        try device.receive(Delivery(.message(message), game: game), from: partner, in: chat)
        collect()
        return device.chats[chat]?.transcript.items.last?.id
    }

    /// Carries out any other stimulus.
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
