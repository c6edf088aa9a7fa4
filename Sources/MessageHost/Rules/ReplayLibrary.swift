import GameRules
import LuaRuntime
import MessageWire
import Values

/// The versions of one game for the replays of one match, and the rules that those play on.
final class ReplayLibrary: RulesLibrary {
    private let shelf: ScriptShelf?
    private let cache: RulesCache
    private let known: [Ply]?
    private let pool: MemoryPool?
    private let budget: ProcessorBudget
    private let kept: KeptDraws?
    private let secrets: [Commitment: OpenedMove]

    /// - Parameters:
    ///   - shelf: Nil where the game isn't at hand.
    ///   - cache: The rules of the match that are in memory.
    ///   - known: All plies of the match as the device knows it; nil for a match that it doesn't know.
    ///   - kept: What its draws follow from, where that isn't the match itself.
    ///   - secrets: What is known here of sealed moves.
    init(
        _ shelf: ScriptShelf?, cache: RulesCache = RulesCache(capacity: 1), known: [Ply]? = nil, pool: MemoryPool?,
        budget: ProcessorBudget = .message, kept: KeptDraws? = nil, secrets: [Commitment: OpenedMove] = [:]
    ) {
        (self.shelf, self.cache, self.known, self.pool) = (shelf, cache, known, pool)
        (self.budget, self.kept, self.secrets) = (budget, kept, secrets)
    }

    func support(for game: GameID, script: ScriptDigest) -> RulesSupport {
        guard let shelf, shelf.installed.id == game.name else { return .unknownGame }
        return shelf.script(script) == nil ? .otherVersion : .available
    }

    func withinBudget<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try budget.run(body) }

    func replay(of match: MatchIdentity, after plies: ArraySlice<Ply>) throws(ReplayFailure) -> any RulesReplay {
        try rules(of: match, after: Array(plies), for: .play)
    }

    /// The rules at the end of a log that was adopted.
    func rules(atEndOf adoption: Adoption) throws(ReplayFailure) -> MatchRules {
        let log = adoption.signedLog
        // the last replay may have been of a union that the rules refused
        if let last = cache.last, last.identity == log.match, last.hasReplayed(log.log.plies) {
            last.stands(at: log.log.plies)
            last.learn()
            return last
        }
        let rules = try rules(of: log.match, after: log.log.plies, for: .look)
        rules.learn()
        return rules
    }

    private func rules(
        of match: MatchIdentity, after plies: [Ply], for use: RulesCache.Use
    ) throws(ReplayFailure) -> MatchRules {
        try cache.rules(of: match, after: plies, in: known, for: use, secrets: secrets) { () throws(ReplayFailure) in
            guard let script = shelf?.script(match.script) else { throw .failed("the script isn't here") }
            return try MatchRules(match, of: script, pool: pool, kept: kept, secrets: secrets)
        }
    }
}
