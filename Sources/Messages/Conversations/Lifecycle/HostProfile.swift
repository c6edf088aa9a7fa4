import Values

/// The behaviours on which sources about the framework disagree. Each is a named flag, so that a
/// game can be tested with every behaviour it may meet.
///
/// ```swift
/// var profile = HostProfile.modern
/// profile.urlLimit = 5_120
/// ```
public struct HostProfile: Hashable, Sendable {
    /// Whether the selection moves when a message of the selected session arrives.
    public enum SelectionOnArrival: String, Hashable, Sendable, CaseIterable {
        /// The selection stays; only `did_receive` is called.
        case fixed
        /// The selection moves to the new message, with `will_select` and `did_select` before
        /// `did_receive`.
        case follow
    }

    /// Whether a game receives its own sent message like an arrival.
    public enum OwnSendEcho: String, Hashable, Sendable, CaseIterable {
        /// Never.
        case none
        /// If the message belongs to the selected message's session.
        case bound
    }

    /// The effect of a `send` that no touch permits.
    public enum SendWithoutTouch: String, Hashable, Sendable, CaseIterable {
        /// The call fails with `send_without_recent_interaction` (9).
        case error
        /// The message is staged, and the completion reports no error.
        case stage
    }

    /// The messages that replace the bubble of their session.
    public enum SessionLinking: String, Hashable, Sendable, CaseIterable {
        /// Every message of an equal session.
        case bySession = "by_session"
        /// Only a message whose sender had a message of the session selected.
        case requireBound = "require_bound"
    }

    /// The text that replaces a bubble whose message has no summary.
    public enum NilSummary: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// The host's own line, ``HostProfile/defaultSummary``.
        case `default`
    }

    /// Whether `insert` needs an instance that presents the game. It never needs a touch.
    public enum InsertGate: String, Hashable, Sendable, CaseIterable {
        /// Requests that an instance made before it ended are staged.
        case off
        /// An insert of an instance that has ended is silently dropped, without a completion. A
        /// request made while the instance was resigning, as in `will_resign_active`, is staged.
        case silentDrop = "silent_drop"
    }

    /// The time at which the selection moves when another bubble is tapped in compact style. The
    /// selection never moves after the transition.
    public enum SelectOrder: String, Hashable, Sendable, CaseIterable {
        /// Before `will_transition`.
        case beforeTransition = "before_transition"
        /// Between `will_transition` and `did_transition`, before the style changes.
        case insideTransition = "inside_transition"
    }

    /// Whether an arrival moves the selection.
    public var selectionOnArrival: SelectionOnArrival
    /// Whether `did_receive` is called for a message that the game itself sent.
    public var ownSendEcho: OwnSendEcho
    /// Whether a `send` without a touch fails, or is staged for the person to send.
    public var sendWithoutTouch: SendWithoutTouch
    /// Whether an equal session is enough to replace a bubble, or the sender must also have had a
    /// message of the session selected.
    public var sessionLinking: SessionLinking
    /// Whether a line replaces a bubble whose message has no summary.
    public var nilSummary: NilSummary
    /// Whether an insert is carried out after its instance has ended.
    public var insertGate: InsertGate
    /// Whether a tap on a bubble moves the selection before or during the transition.
    public var selectOrder: SelectOrder
    /// The longest url of a message, in characters; 5,000 or 5,120.
    public var urlLimit: Int
    /// Whether the texts of a received message are hidden from the script.
    public var sanitisesReceived: Bool

    /// Creates a profile with the given flags. ``documented`` and ``modern`` are predefined.
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

    /// The behaviour in the documentation.
    public static let documented = HostProfile(
        selectionOnArrival: .fixed, ownSendEcho: .none, sendWithoutTouch: .error, sessionLinking: .bySession,
        nilSummary: .none, insertGate: .off, selectOrder: .insideTransition, urlLimit: URLLimit.characters,
        sanitisesReceived: true)

    /// The behaviour that developers see on current systems.
    public static let modern = HostProfile(
        selectionOnArrival: .follow, ownSendEcho: .bound, sendWithoutTouch: .stage, sessionLinking: .bySession,
        nilSummary: .none, insertGate: .silentDrop, selectOrder: .beforeTransition, urlLimit: URLLimit.characters,
        sanitisesReceived: true)

    /// The predefined profiles by name. ``modern`` is the default.
    public static let bundles: [String: HostProfile] = ["documented": .documented, "modern": .modern]

    /// The delay between the echo of an own message (``OwnSendEcho``) and its `did_start_sending`.
    package static let startAfterEcho = Duration.seconds(1)

    /// The time after which an opened message with ``Message/shouldExpire`` disappears.
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
