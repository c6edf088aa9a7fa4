import GameRules
import Values

/// P1: non-interference, by self-composition.
///
/// A second match, called a twin, is played beside the game. The twin differs only in what one
/// seat, the owner, keeps secret: another choice at a sealed move, or another deal. As long as the
/// game and the twin have the same public history, everybody but the owner must see the same in
/// both, in every channel. After Goguen and Meseguer, "Security Policies and Security Models"
/// (1982), and Barthe, D'Argenio, Rezk, "Secure Information Flow by Self-Composition" (2004).
///
/// A ply counts as checked only if the secrets of the game and the twin differ there.
struct SecretCheck: PlyCheck {
    static let properties: [Property] = [.p1]

    /// The other possible cards of a dealt game, or dice that are rolled in secret; nil for other
    /// games.
    private var deals: OtherDeals?
    /// The twin with another deal. If the owner's move isn't legal in the twin, another twin
    /// replaces it.
    private var dealt: SecretTwin?
    /// The seat that owns the next twin, and the number of comparisons with the current twin.
    private var next = 1, comparisons = 0
    /// The number of plies at which a twin is compared before a twin of another seat replaces it.
    /// At the last of these plies, the old twin and its replacement are both compared with the game, so
    /// that no step falls between two twins.
    private static let pliesOfOneTwin = 3
    /// The position before the next step, from which a new twin is made if the current twin can't
    /// play the step.
    private var before: [UInt8]?
    /// The twin in which a seat made another secret choice.
    private var sealed: SecretTwin?

    init() {}

    mutating func begin(_ game: Playout) throws(Finding) {
        let script = game.subject.script
        guard script.chance != .none, script.dealt || !script.sealing.isEmpty, game.setup.seats > 1 else { return }
        var deals = try OtherDeals(game)
        if game.number == 0 { try deals.expectHidden(game) }
        next = game.rotation % game.setup.seats + 1
        if script.dealt {
            dealt = try deals.whole(of: next, game)
            game.figures.deals += 1
            game.figures.dealsCompared += dealt == nil ? 0 : 1
        }
        self.deals = deals
    }

    mutating func look(_ game: Playout) throws(Finding) {
        guard !game.isOver else { return }
        if let twin = dealt, try !twin.isApart(from: game) { dealt = nil }
        for twin in [dealt, sealed].compactMap(\.self) { try compare(twin, game) }
        // replace the twin only after the comparison, because a new twin is made from the current
        // state, and couldn't show what the last step revealed
        try relieve(game)
        before = nil
        guard dealt != nil else { return }
        before = try game.attempt(.s1) { () throws(GameError) in try game.match.save() }
    }

    /// Replaces a twin that was compared often enough by a twin of the next seat, and compares the
    /// new twin at once.
    private mutating func relieve(_ game: Playout) throws(Finding) {
        let seats = game.setup.seats
        guard game.isLookedAt, game.subject.script.dealt, dealt == nil || comparisons >= Self.pliesOfOneTwin else {
            return
        }
        let after = dealt.map { $0.owner % seats + 1 } ?? next
        let owners = (0..<seats).map { (after + $0 - 1) % seats + 1 }
        // within a round no twin can be made, so try again at the next ply
        guard let other = try deals?.twin(of: owners, game) else { return }
        (dealt, comparisons) = (other, 0)
        try compare(other, game)
    }

    private mutating func compare(_ twin: SecretTwin, _ game: Playout) throws(Finding) {
        guard try twin.isApart(from: game) else { return }
        try twin.compare(with: game)
        game.note(.p1)
        if twin.isDeal { comparisons += 1 }
    }

    mutating func played(_ step: Step, _ game: Playout) throws(Finding) {
        guard case .move(let name, let argument) = step.action, !game.isOver else {
            (dealt, sealed) = (nil, nil)
            return
        }
        if let twin = dealt, try !twin.follows(step, game) {
            dealt = try before.flatMap { before throws(Finding) in
                try deals?.twin(of: twin.owner, playing: step, from: before, game)
            }
        }
        try playedInSecret(step, name, argument, game)
    }

    private mutating func playedInSecret(
        _ step: Step, _ name: String, _ argument: Value, _ game: Playout
    ) throws(Finding) {
        let isEntry = game.match.enteredInRound > 0
        // the secret is revealed to everybody, so from here on the game and the twin differ in
        // public
        if let twin = sealed, twin.opener == name || twin.endsWithRound && !isEntry { sealed = nil }
        if let twin = sealed {
            if try !twin.follows(step, game) { sealed = nil }
            return
        }
        let secrecy = game.match.lastEntry(of: step.seat)?.secrecy
        guard isEntry || secrecy != nil && secrecy != .round, var twin = try part(game, step, name, argument) else {
            return
        }
        twin.endsWithRound = isEntry
        if case .move(let name) = secrecy { twin.opener = name }
        sealed = twin
    }

    /// Returns a twin in which the owner makes another choice at a sealed move, or draws other
    /// numbers. The twin differs from the game from that move on.
    private mutating func part(
        _ game: Playout, _ step: Step, _ name: String, _ argument: Value
    ) throws(Finding) -> SecretTwin? {
        let others = (game.legal[step.seat] ?? []).filter {
            $0.name == name && $0.typed == nil && $0.argument != argument
        }
        guard let other = others.randomElement(using: &game.chance) else {
            guard game.isLookedAt, !game.subject.script.dealt, var twin = try deals?.twin(of: [step.seat], game) else {
                return nil
            }
            twin.origin = "drew something else in secret at ply \(game.ply)"
            twin.isDeal = false
            return twin
        }
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
            return nil
        }
        let origin = "chose '\(other.text)' instead of '\(step.text)' in secret at ply \(game.ply)"
        return SecretTwin(match: match, owner: step.seat, origin: origin)
    }
}
