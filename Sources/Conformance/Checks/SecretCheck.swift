import GameRules
import LuaRuntime
import MessageHost
import Values

/// P1: non-interference, by self-composition.
///
/// Beside the game goes a twin that differs in nothing but what one seat keeps secret: another choice where a move is
/// sealed, or another deal. As long as both have the same public history, everybody else must see the same, in every
/// channel. After Goguen and Meseguer, "Security Policies and Security Models" (1982), and Barthe, D'Argenio, Rezk, "Secure
/// Information Flow by Self-Composition" (2004).
struct SecretCheck: PlyCheck {
    static let properties: [Property] = [.p1]

    /// The game in which the owner's secrets are others; nil while there is none.
    private var twin: Match?
    /// Whose secrets differ.
    private var owner = 0
    /// The move that opens what differs, if one does.
    private var opener: String?
    /// Is it an entry of a round that differs? When the round is complete it is open.
    private var endsWithRound = false
    /// What to say of how they came to differ.
    private var origin = ""

    init() {}

    mutating func begin(_ game: Playout) throws(Finding) {
        guard game.subject.script.dealt, game.setup.seats > 1 else { return }
        try deal(game)
    }

    /// Other deals that are tried: where one card of 52 lies face up, one in 52 has the same.
    private static let deals: UInt64 = 200

    /// The same public state with another deal for one seat, from a match with another seed.
    private mutating func deal(_ game: Playout) throws(Finding) {
        let owner = Int.random(in: 1...game.setup.seats, using: &game.chance)
        let other = try game.attempt(.l2) { () throws(GameError) in
            try Match(
                of: game.subject.script, seats: game.setup.seats, options: game.setup.options, seed: game.setup.seed)
        }
        for attempt in 1...Self.deals {
            _ = try game.attempt(.l2) { () throws(GameError) in
                try other.restart(seed: game.setup.seed &+ attempt)
            }
            let composed = try game.attempt(.s2) { () throws(GameError) in
                try game.match.composed(withSecretsOf: other, for: owner)
            }
            guard let composed else { continue }
            (twin, self.owner, origin) = (composed, owner, "was dealt something else")
            return
        }
    }

    mutating func look(_ game: Playout) throws(Finding) {
        guard let twin, !game.isOver else { return }
        guard try game.attempt(.p1, { () throws(GameError) in try twin.status.outcome }) == nil else {
            throw leak(game, "outcome", "the match is over in one and goes on in the other")
        }
        for viewer in game.viewers where viewer != owner { try compare(twin, viewer, game) }
        game.note(.p1)
    }

    mutating func played(_ step: Step, _ game: Playout) throws(Finding) {
        guard case .move(let name, let argument) = step.action else { return twin = nil }
        let isEntry = game.match.enteredInRound > 0
        // opened for everybody: from here on the two differ in public
        if opener == name || endsWithRound && !isEntry { (twin, opener, endsWithRound) = (nil, nil, false) }
        if let twin { return try follow(step, twin, game) }
        guard !game.isOver else { return }
        let secrecy = game.match.lastEntry(of: step.seat)?.secrecy
        guard isEntry || secrecy != nil && secrecy != .round else { return }
        try part(game, step, name, argument)
        guard twin != nil else { return }
        endsWithRound = isEntry
        if case .move(let name) = secrecy { opener = name }
    }

    /// Lets the twin go its own way at a sealed move: the same game but for another choice there.
    private mutating func part(_ game: Playout, _ step: Step, _ name: String, _ argument: Value) throws(Finding) {
        let others = (game.legal[step.seat] ?? []).filter {
            $0.name == name && $0.typed == nil && $0.argument != argument
        }
        guard let other = others.randomElement(using: &game.chance) else { return }
        let match = try game.attempt(.s2) { () throws(GameError) in
            try Match(
                of: game.subject.script, seats: game.setup.seats, options: game.setup.options, seed: game.setup.seed)
        }
        for earlier in game.steps.dropLast() {
            try game.attempt(.s5) { () throws(GameError) in try match.play(earlier) }
        }
        do throws(GameError) {
            try match.play(Step(seat: step.seat, other))
        } catch {
            return
        }
        (twin, owner) = (match, step.seat)
        origin = "chose '\(other.text)' instead of '\(step.text)' in secret at ply \(game.ply)"
    }

    /// Plays the step in the twin. Where the public histories part there, as after another answer, the two tell nothing more.
    private mutating func follow(_ step: Step, _ twin: Match, _ game: Playout) throws(Finding) {
        do throws(GameError) {
            try twin.play(step)
        } catch {
            // the owner may be unable to make the same move, and its own answers may be others
            guard step.seat != owner else { return self.twin = nil }
            throw leak(
                game, "rejection", "'\(step.text)' of seat \(step.seat) is legal in one and refused in the other")
        }
        // what was sealed is open when the match is over
        if game.isOver { self.twin = nil }
    }

    private func compare(_ twin: Match, _ viewer: Int?, _ game: Playout) throws(Finding) {
        let view = try game.attempt(.v1) { () throws(GameError) in try game.match.view(for: viewer) }
        let other = try game.attempt(.p1) { () throws(GameError) in try twin.view(for: viewer) }
        if let difference = other.firstDifference(from: view, root: "view") {
            throw leak(game, "view", "\(Self.name(viewer)) sees \(difference)")
        }
        let status = try game.attempt(.p1) { () throws(GameError) in try twin.status }
        guard status.turn == game.status.turn, status.sealed == game.status.sealed else {
            throw leak(game, "turn", "other seats are to move")
        }
        if let viewer, game.status.turn.contains(viewer) {
            let moves = try game.attempt(.p1) { () throws(GameError) in try twin.legalMoves(for: viewer) }
            guard moves == game.legal[viewer] else {
                throw leak(game, "legal moves", "\(Self.name(viewer)) has other legal moves")
            }
            try compareRejections(twin, viewer, game)
        }
        for style in LooksCheck.styles {
            let scene = try game.attempt(.v1) { () throws(GameError) in try game.match.scene(for: viewer, style: style)
            }
            let theirs = try game.attempt(.p1) { () throws(GameError) in try twin.scene(for: viewer, style: style) }
            if let difference = (theirs ?? .null).firstDifference(from: scene ?? .null, root: "scene") {
                throw leak(game, "scene", "\(Self.name(viewer)) is shown another \(style) scene: \(difference)")
            }
        }
        if viewer == nil, let step = game.steps.last { try compareCaptions(twin, step, game) }
    }

    private func compareCaptions(_ twin: Match, _ step: Step, _ game: Playout) throws(Finding) {
        let event = MatchEvent(of: step, in: game.match).value
        let texts = try game.attempt(.v1) { () throws(GameError) in try game.match.message(of: event) }
        let theirs = try game.attempt(.p1) { () throws(GameError) in try twin.message(of: event) }
        if let difference = (theirs ?? .null).firstDifference(from: texts ?? .null, root: "message") {
            throw leak(game, "caption", "the bubble says \(difference)")
        }
        // a message carries the public state's digest: what is public must be the same, and as long
        let bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes(public: true) }
        let others = try game.attempt(.s1) { () throws(GameError) in try twin.stateBytes(public: true) }
        guard bytes == others else {
            let channel = bytes.count == others.count ? "public state" : "size"
            throw leak(game, channel, "the public state differs: \(Value.difference(from: bytes, to: others))")
        }
    }

    /// What isn't legal must be refused in the same words. Tried beside the two matches, since a probe may be legal after all.
    private func compareRejections(_ twin: Match, _ viewer: Int, _ game: Playout) throws(Finding) {
        guard game.isSampled else { return }
        let probes = Set(game.steps.suffix(20).map(\.text)).subtracting((game.legal[viewer] ?? []).map(\.text)).sorted()
        guard !probes.isEmpty else { return }
        let scouts = try [game.match, twin].map { match throws(Finding) in
            try game.attempt(.s2) { () throws(GameError) in
                try game.subject.runtime.load(match.save(), game.subject.script)
            }
        }
        for probe in probes.prefix(4) {
            let refusals = scouts.map { $0.refusal(of: probe, seat: viewer) }
            guard refusals[0] == refusals[1] else {
                throw leak(
                    game, "rejection",
                    "'\(probe)' of \(Self.name(viewer)) is answered with '\(refusals[0] ?? "yes")', or with '\(refusals[1] ?? "yes")'"
                )
            }
            if refusals[0] == nil { return }
        }
    }

    private static func name(_ viewer: Int?) -> String { viewer.map { "seat \($0)" } ?? "a spectator" }

    private func leak(_ game: Playout, _ channel: String, _ what: String) -> Finding {
        Finding(
            .p1, "A secret of seat \(owner) shows. If it \(origin), with the same public moves: \(what).",
            channel: channel)
    }
}

extension Match {
    /// How a text is refused for a seat; nil if it isn't. The match stays as it is.
    fileprivate func refusal(of text: String, seat: Int) -> String? {
        do throws(GameError) {
            try play(text, seat: seat)
        } catch {
            return "\(error)"
        }
        return nil
    }

    /// A match that stands where this one does, but for one seat's part of `state.secret`, which is another match's. Nil if the
    /// two differ in public, or don't differ in that part.
    fileprivate func composed(withSecretsOf other: Match, for seat: Int) throws(GameError) -> Match? {
        guard try stateBytes(public: true) == other.stateBytes(public: true) else { return nil }
        let (mine, theirs) = (try Value.state(of: self), try Value.state(of: other))
        guard case .map(var state) = mine, let part = theirs["secret"]?.element(at: .int(Int64(seat))),
            let secret = mine["secret"], secret.element(at: .int(Int64(seat))) != part
        else { return nil }
        state["secret"] = secret.replacing(.int(Int64(seat)), with: part)
        return try replacingState(with: .map(state))
    }
}

extension Value {
    fileprivate static func state(of match: Match) throws(GameError) -> Value {
        let bytes = try match.stateBytes()
        return (try? Value(canonicalBytes: bytes)) ?? .null
    }

    /// A list or map with one element replaced; lists count from 1.
    fileprivate func replacing(_ key: ValueKey, with value: Value) -> Value {
        switch (self, key) {
        case (.array(var list), .int(let index)) where list.indices.contains(Int(index) - 1):
            list[Int(index) - 1] = value
            return .array(list)
        case (.map(var fields), _):
            fields[key] = value
            return .map(fields)
        default: return self
        }
    }
}
