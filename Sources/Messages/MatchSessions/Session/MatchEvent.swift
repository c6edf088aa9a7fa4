import MessageProtocol
import Values

/// What a message tells of: the last thing that its sender did in the match.
package struct MatchEvent: Hashable, Sendable {
    /// What the seat did; the raw value is what a script reads as `event.kind`.
    package enum Kind: String, Hashable, Sendable {
        case invite, join, start, move, witness, resign, claim, close

        /// What a script calls a ply.
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

    /// What happened.
    package let kind: Kind
    /// Who did it, from 1; of an invitation the inviter.
    package let seat: Int
    /// The move's name; nil if it is sealed.
    package let name: String?
    /// The move's text, `sealed` for a sealed one; nil for what isn't a move.
    package let text: String?
    /// What else its sentence tells; nothing that a script hears of.
    package let detail: Detail?

    /// What a person is told more exactly than a script.
    package enum Detail: Hashable, Sendable {
        /// A closing, or what a move asks for, opens what its seat had sealed.
        case discloses
        /// A witness before the first move: nothing was rolled yet, and the seat is there.
        case begins
    }

    package init(kind: Kind, seat: Int, name: String? = nil, text: String? = nil, detail: Detail? = nil) {
        self.kind = kind
        self.detail = detail
        self.seat = seat
        self.name = name
        self.text = text
    }

    /// Is it a move of which others learn only that it was made?
    package var isSealed: Bool { kind == .move && name == nil }

    /// As `message(view, event, match)` of a script gets it.
    package var value: Value {
        var fields: [ValueKey: Value] = ["kind": .string(kind.rawValue), "seat": .int(Int64(seat))]
        if let name { fields["name"] = .string(name) }
        if let text { fields["text"] = .string(text) }
        return .map(fields)
    }

    /// What happened: `Ann played b2`. A move that reads as its name and what was typed is no word for a sentence: `Ann: ask
    /// Is it near?`
    package func sentence(_ seat: String) -> String {
        guard kind == .move, let name, let text, text.hasPrefix(name + " ") else { return "\(seat) \(deed)" }
        return "\(seat): \(text)"
    }

    /// What the seat did: `played b2`.
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
