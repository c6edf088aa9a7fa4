import GameRules
import Values

/// O4, as far as one game tells: a perfect game hides nothing. What is declared and never happens shows when all games are
/// played: see ``DeclaredFacts``.
struct FactsCheck: PlyCheck {
    static let properties: [Property] = [.o4]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        if game.match.hasDrawn { game.facts.drew = true }
        guard game.isSampled, !game.facts.hid else { return }
        let views = try game.viewers.map { viewer throws(Finding) in
            try game.attempt(.v1) { () throws(GameError) in try game.match.view(for: viewer) }
        }
        let bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes() }
        let whole = (try? Value(canonicalBytes: bytes))?.normalizedTables
        let differ = zip(views, views.dropFirst()).contains { $0.normalizedTables != $1.normalizedTables }
        game.facts.hid = differ || views.contains { $0.normalizedTables != whole } && game.subject.script.secretive
        if differ, !game.subject.script.hidden {
            throw Finding(
                .o4,
                "The game is declared to hide nothing (`information = \"perfect\"`), but its views differ from seat to seat."
            )
        }
        game.note(.o4)
    }

    mutating func end(_ game: Playout) throws(Finding) {
        if game.match.hasDrawn { game.facts.drew = true }
    }
}

/// What happened in games that a script declares, or doesn't.
struct DeclaredFacts: Sendable {
    /// Numbers were drawn.
    var drew = false
    /// A view hid something from somebody.
    var hid = false

    mutating func add(_ other: DeclaredFacts) {
        drew = drew || other.drew
        hid = hid || other.hid
    }

    /// What is declared and never happened in games that came to an end.
    func finding(for script: GameScript) -> Finding? {
        if script.chance != .none, !drew {
            return Finding(.o4, "The game declares `chance`, and drew nothing in any game: leave the declaration out.")
        }
        if script.hidden, !hid {
            return Finding(
                .o4,
                "The game counts as one with hidden information, and everybody saw the same in every game: declare "
                    + "`information = \"perfect\"`, or hide something.")
        }
        return nil
    }
}
