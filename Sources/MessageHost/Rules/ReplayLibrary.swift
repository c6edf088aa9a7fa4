import GameRules
import LuaRuntime
import MessageWire
import Values

/// The versions of one game for the replays of one match, and the rules that the last of them used.
final class ReplayLibrary: RulesLibrary {
    private let shelf: ScriptShelf?
    private let pool: MemoryPool?
    private let budget: ProcessorBudget
    private let kept: KeptDraws?
    private let secrets: [Commitment: OpenedMove]
    /// Where the match stood, or what a replay left behind.
    private(set) var rules: MatchRules?

    /// - Parameters:
    ///   - shelf: Nil where the game isn't at hand.
    ///   - rules: Of the match that is known, at its end.
    ///   - kept: What its draws follow from, where that isn't the match itself.
    ///   - secrets: What is known here of sealed moves.
    init(
        _ shelf: ScriptShelf?, rules: MatchRules? = nil, pool: MemoryPool?, budget: ProcessorBudget = .message,
        kept: KeptDraws? = nil, secrets: [Commitment: OpenedMove] = [:]
    ) {
        self.secrets = secrets
        self.kept = kept
        self.budget = budget
        self.shelf = shelf
        self.rules = rules
        self.pool = pool
    }

    func support(for game: GameID, script: ScriptDigest) -> RulesSupport {
        guard let shelf, shelf.installed.id == game.name else { return .unknownGame }
        return shelf.script(script) == nil ? .otherVersion : .available
    }

    func withinBudget<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try budget.run(body) }

    func replay(of match: MatchIdentity, after plies: ArraySlice<Ply>) throws(ReplayFailure) -> any RulesReplay {
        rules?.secrets = secrets
        if let rules, rules.identity == match {
            if try rules.follow(Array(plies)) { return rules }
            // a round under way is played again from its start
            if let start = rules.beforeRound, plies.starts(with: start.plies) {
                try rules.stand(at: start)
            } else {
                try rules.restart()
            }
            if try rules.follow(Array(plies)) { return rules }
        }
        rules = nil
        guard let script = shelf?.script(match.script) else { throw .failed("the script isn't here") }
        let made = try MatchRules(match, of: script, after: plies, pool: pool, kept: kept, secrets: secrets)
        rules = made
        return made
    }

    /// The rules at the end of a log that was adopted.
    func rules(atEndOf adoption: Adoption) throws(ReplayFailure) -> MatchRules {
        let log = adoption.signedLog
        // the last replay may have been of a union that the rules refused
        if let rules, rules.identity == log.match, rules.hasReplayed(log.log.plies) {
            rules.stands(at: log.log.plies)
            rules.learn()
            return rules
        }
        guard let script = shelf?.script(log.match.script) else { throw .failed("the script isn't here") }
        let made = try MatchRules(
            log.match, of: script, after: log.log.plies[...], pool: pool, kept: kept, secrets: secrets)
        made.learn()
        return made
    }
}
