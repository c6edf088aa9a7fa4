/// What the sources about the framework disagree on. Each disagreement is a named flag, so that a game can be run under
/// every host it may meet; nothing here is guessed in silence.
///
/// ```swift
/// var profile = HostProfile.modern
/// profile.urlLimit = 5_120
/// ```
public struct HostProfile: Hashable, Sendable {
    /// Whether the selection moves when a message of the selected session arrives.
    public enum SelectionOnArrival: String, Hashable, Sendable, CaseIterable {
        /// It stays; only `did_receive` is called.
        case fixed
        /// It moves to the new message, with `will_select` and `did_select` before `did_receive`.
        case follow
    }

    /// Whether a game hears of its own message as of an arrival.
    public enum OwnSendEcho: String, Hashable, Sendable, CaseIterable {
        /// It never does.
        case none
        /// It does if the message belongs to the selected message's session.
        case bound
    }

    /// What `send` does without an unused touch.
    public enum SendWithoutTouch: String, Hashable, Sendable, CaseIterable {
        /// It fails with `send_without_recent_interaction` (9).
        case error
        /// It stages instead, and the completion reports no error.
        case stage
    }

    /// Which messages take the bubble of their session.
    public enum SessionLinking: String, Hashable, Sendable, CaseIterable {
        /// Every one whose session is equal.
        case bySession = "by_session"
        /// Only one whose sender had a message of the session selected.
        case requireBound = "require_bound"
    }

    /// What stays in the place of a bubble whose message has no summary.
    public enum NilSummary: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// A line of the host's own, ``HostProfile/defaultSummary``.
        case `default`
    }

    /// Whether `insert` needs an instance that presents the game. A touch it never needs.
    public enum InsertGate: String, Hashable, Sendable, CaseIterable {
        /// What an instance asked for before it left is staged.
        case off
        /// An insert of an instance that left is dropped without a word, and its completion never comes; one that was
        /// asked for while it was leaving, as in `will_resign_active`, is staged all the same.
        case silentDrop = "silent_drop"
    }

    /// Where the selection moves when another bubble is tapped in compact style. It never moves after the transition.
    public enum SelectOrder: String, Hashable, Sendable, CaseIterable {
        /// Before `will_transition`.
        case beforeTransition = "before_transition"
        /// Between `will_transition` and `did_transition`, before the style changes.
        case insideTransition = "inside_transition"
    }

    /// What an arrival does to the selection; only ``SelectionOnArrival/follow`` moves it.
    public var selectionOnArrival: SelectionOnArrival
    /// Whether `did_receive` is called for a message that the game itself sent.
    public var ownSendEcho: OwnSendEcho
    /// Whether a `send` without a touch fails, or is staged for the person to send.
    public var sendWithoutTouch: SendWithoutTouch
    /// Whether a session is enough to take a bubble, or its sender has to have had the session selected.
    public var sessionLinking: SessionLinking
    /// Whether a bubble without a summary leaves a line behind once it is taken.
    public var nilSummary: NilSummary
    /// Whether an insert still counts after its instance left.
    public var insertGate: InsertGate
    /// Whether a tap on a bubble moves the selection before the transition or inside it.
    public var selectOrder: SelectOrder
    /// The longest url of a message, in characters; 5,000 or 5,120.
    public var urlLimit: Int
    /// Whether the texts of a received message are kept from the script.
    public var sanitisesReceived: Bool

    /// A host with every flag as given; ``documented`` and ``modern`` are those that ship.
    public init(
        selectionOnArrival: SelectionOnArrival, ownSendEcho: OwnSendEcho, sendWithoutTouch: SendWithoutTouch,
        sessionLinking: SessionLinking, nilSummary: NilSummary, insertGate: InsertGate, selectOrder: SelectOrder,
        urlLimit: Int, sanitisesReceived: Bool
    ) {
        self.selectionOnArrival = selectionOnArrival
        self.ownSendEcho = ownSendEcho
        self.sendWithoutTouch = sendWithoutTouch
        self.sessionLinking = sessionLinking
        self.nilSummary = nilSummary
        self.insertGate = insertGate
        self.selectOrder = selectOrder
        self.urlLimit = urlLimit
        self.sanitisesReceived = sanitisesReceived
    }

    /// What the documentation says.
    public static let documented = HostProfile(
        selectionOnArrival: .fixed, ownSendEcho: .none, sendWithoutTouch: .error, sessionLinking: .bySession,
        nilSummary: .none, insertGate: .off, selectOrder: .insideTransition, urlLimit: 5_000, sanitisesReceived: true)

    /// What developers see on current systems.
    public static let modern = HostProfile(
        selectionOnArrival: .follow, ownSendEcho: .bound, sendWithoutTouch: .stage, sessionLinking: .bySession,
        nilSummary: .none, insertGate: .silentDrop, selectOrder: .beforeTransition, urlLimit: 5_000,
        sanitisesReceived: true)

    /// The bundles that ship, by name. ``modern`` is the default.
    public static let bundles: [String: HostProfile] = ["documented": .documented, "modern": .modern]

    /// How long after the echo of an own message `did_start_sending` comes, where there is an echo.
    package static let startAfterEcho = Duration.seconds(1)

    /// How long after it was opened a message stays that is to expire.
    public static let expiry = Duration.seconds(120)

    /// The line of ``NilSummary/default``.
    public static let defaultSummary = "Game message"
}

extension HostProfile: CustomStringConvertible {
    /// All flags: `selection_on_arrival=follow own_send_echo=bound …`.
    public var description: String {
        [
            "selection_on_arrival=\(selectionOnArrival.rawValue)", "own_send_echo=\(ownSendEcho.rawValue)",
            "send_without_touch=\(sendWithoutTouch.rawValue)", "session_linking=\(sessionLinking.rawValue)",
            "nil_summary=\(nilSummary.rawValue)", "insert_gate=\(insertGate.rawValue)",
            "select_order=\(selectOrder.rawValue)", "url_limit=\(urlLimit)",
            "sanitise_received=\(sanitisesReceived ? "on" : "off")",
        ].joined(separator: " ")
    }
}
