import GameRules
import Values

/// S1, S2: a saved match is read back unchanged, and continues as the original does.
struct SavingCheck: PlyCheck {
    static let properties: [Property] = [.s1, .s2]

    /// The most loaded matches that are played on beside the game. More would take too long.
    private static let mostCompanions = [Effort.quick: 3, .full: 8]

    private var companions: [(match: Match, since: Int)] = []

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.isLookedAt else { return companions.removeAll() }
        try Self.readBack(game)
        if game.isSampled || game.isOver {
            for companion in companions { try compare(companion.match, since: companion.since, game) }
        }
        let most = Self.mostCompanions[game.effort] ?? 3
        guard game.isSampled, !game.isOver, game.match.enteredInRound == 0 else { return }
        if companions.count == most {
            // replace one at random, so that both early and late loaded matches are tried
            companions.remove(at: Int.random(in: 0..<most, using: &game.chance))
        }
        let saved = try game.attempt(.s1) { () throws(GameError) in try game.match.save() }
        let loaded = try game.attempt(.s2) { () throws(GameError) in
            try game.subject.runtime.load(saved, game.subject.script)
        }
        try compare(loaded, since: game.ply, game)
        companions.append((loaded, game.ply))
    }

    /// Checks S1: the bytes of the state are read back to the same bytes.
    static func readBack(_ game: Playout) throws(Finding) {
        let bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes() }
        guard let value = try? Value(canonicalBytes: bytes), (try? value.canonicalBytes()) == bytes else {
            throw Finding(.s1, "The state was loaded from its bytes, and saving it again gave other bytes.")
        }
        game.note(.s1)
    }

    mutating func played(_ step: Step, _ game: Playout) throws(Finding) {
        for companion in companions {
            do throws(GameError) {
                try companion.match.play(step)
            } catch {
                let words = Diagnosis.finding(error, standard: .s2)
                throw Finding(
                    .s2,
                    "Saved at ply \(companion.since) and loaded in a fresh script, the match rejects '\(step.text)' of "
                        + "seat \(step.seat), which the original plays: \(words.sentence)", place: words.place)
            }
        }
    }

    private func compare(_ loaded: Match, since: Int, _ game: Playout) throws(Finding) {
        try game.compare(loaded, .s2, "the match that was saved at ply \(since) and loaded in a fresh script differs")
        game.note(.s2)
    }
}
