import MessageProtocol
import Values

/// The event of a message: the last thing that its sender did in the match.
package struct MatchEvent: Hashable, Sendable {
    /// The kind of an event. A script reads the raw value as `event.kind`.
    package enum Kind: String, Hashable, Sendable {
        case invite, join, start, move, witness, resign, claim, close

        /// Creates the kind that a script knows for a ply.
        init(_ action: Ply.Action) {
            switch action {
            case .move, .seal, .hide, .open, .reveal: self = .move
            case .join: self = .join
            case .start: self = .start
            case .witness: self = .witness
            case .resign: self = .resign
            case .claim: self = .claim
            case .close: self = .close
            }
        }
    }

    /// The kind of the event.
    package let kind: Kind
    /// The seat that acted, from 1; for an invitation the inviter's.
    package let seat: Int
    /// The move's name; nil for a sealed move.
    package let name: String?
    /// The move's text, `sealed` for a sealed move; nil for an event that isn't a move.
    package let text: String?
    /// A detail for the sentence. Scripts don't get it.
    package let detail: Detail?

    /// A detail of an event that only a person gets.
    package enum Detail: Hashable, Sendable {
        /// The ply reveals the moves that its seat had sealed. It is a closing, or a reveal that a
        /// move requested.
        case discloses
        /// A witness ply before the first move. Nothing was rolled yet, so the ply only shows that
        /// its seat is ready.
        case begins
    }

    package init(kind: Kind, seat: Int, name: String? = nil, text: String? = nil, detail: Detail? = nil) {
        self.kind = kind
        self.detail = detail
        self.seat = seat
        self.name = name
        self.text = text
    }

    /// Whether others learn only that the seat has made a move.
    package var isSealed: Bool { kind == .move && name == nil }

    /// The event for a script's `message(view, event, match)`.
    package var value: Value {
        var fields: [ValueKey: Value] = ["kind": .string(kind.rawValue), "seat": .int(Int64(seat))]
        if let name { fields["name"] = .string(name) }
        if let text { fields["text"] = .string(text) }
        return .map(fields)
    }

    /// Returns the event as a sentence: `Ann played b2`. If a move's text is its name and a typed
    /// argument, the sentence has another form: `Ann: ask Is it near?`
    package func sentence(_ seat: String) -> String {
        guard kind == .move, let name, let text, text.hasPrefix(name + " ") else { return "\(seat) \(deed)" }
        return "\(seat): \(text)"
    }

    /// The predicate of the sentence, such as `played b2`.
    private var deed: String {
        switch kind {
        case .invite: "invites you"
        case .join: "joins"
        case .start: "starts the match"
        case .witness:
            switch detail {
            case .begins: "is ready"
            case .discloses: "opens what was sealed"
            case nil: "lets chance decide"
            }
        case .move: isSealed ? "moved in secret" : "played \(text ?? "")"
        case .resign: "resigns"
        case .claim: "claims that the time is up"
        case .close: detail == .discloses ? "opens what was sealed" : "closes the match"
        }
    }
}
