import MessageProtocol
import Values

/// The rules that a device caches for its matches: at most two for each match, and at most
/// `capacity` in all.
///
/// The first of the two is at the end of the match's log and doesn't move. Plies that may be
/// withdrawn are played on the second. They belong to a message that has just arrived, to a draft, or
/// to obligations that aren't sent yet. The second starts as a copy of the first. A device that
/// alternates between both positions therefore plays no ply again.
///
/// A round is played again from its start, for which the rules have a checkpoint. A fork is played
/// from one of the last positions. Rules that were dropped are built from the log when they are
/// needed.
final class RulesCache {
    /// The purpose of rules.
    enum Use {
        /// The rules are only queried.
        case look
        /// Plies that may be withdrawn are played on the rules.
        case play
    }

    /// The cached rules, the last used first.
    private var all: [MatchRules] = []
    private let capacity: Int
    /// The last positions that rules have left, the newest first.
    private var left: [(match: MatchIdentity, position: RulesCheckpoint)] = []
    /// The most positions in ``left``: enough for a fork that begins a few messages back.
    private static let mostLeft = 4

    /// - Parameter capacity: The most cached rules. Each has a Lua state of about a quarter of a
    ///   megabyte.
    init(capacity: Int) { self.capacity = capacity }

    /// Returns the rules of a match after some plies.
    ///
    /// - Parameters:
    ///   - wanted: The plies before the position of the rules.
    ///   - log: All plies of the match as the device knows it; nil for a match that the device
    ///     doesn't know.
    ///   - secrets: The sealed moves that the device knows.
    ///   - make: Creates rules at the start of the match.
    /// - Throws: ``ReplayFailure`` if the script fails. The next call then starts from the log.
    func rules(
        of match: MatchIdentity, after wanted: [Ply], in log: [Ply]?, for use: Use, secrets: [Commitment: RevealedMove],
        make: () throws(ReplayFailure) -> MatchRules
    ) throws(ReplayFailure) -> MatchRules {
        WorkCounter.add(.rulesLookedUp)
        if use == .look,
            let ready = all.first(where: { $0.identity == match && $0.position.played.stands(exactlyAt: wanted) })
        {
            return keep(ready, secrets)
        }
        var base: MatchRules?
        if let log {
            base = all.first { $0.identity == match && $0.position.played.stands(exactlyAt: log) }
            if base == nil, wanted.count > log.count || use == .play, wanted.begins(with: log) {
                base = try rules(of: match, after: log, in: nil, for: .look, secrets: secrets, make: make)
            }
        }
        let own = all.filter { $0.identity == match }
        let others = own.filter { $0 !== base }
        let nearest = others.filter { !$0.position.played.isAhead && wanted.begins(with: $0.plies) }
            .max { $0.plies.count < $1.plies.count }
        let kept = own.flatMap(\.position.roundStarts) + left.filter { $0.match == match }.map(\.position)
        let start = kept.filter { wanted.begins(with: $0.plies) }.max { $0.plies.count < $1.plies.count }
        // the first rules, if a copy of them can play on to `wanted`
        let copied = base.flatMap { wanted.begins(with: $0.plies) ? $0 : nil }
        let reached = max(start?.plies.count ?? 0, copied?.plies.count ?? 0)
        if let nearest, nearest.plies.count >= reached { return try move(nearest, to: wanted, secrets) }
        if let base { keep(base, secrets) }
        let moved = if let other = others.last { other } else { try make() }
        if !moved.position.played.isAhead, !moved.plies.isEmpty { note(try moved.checkpoint(), of: match) }
        if let copied {
            try moved.stand(at: try copied.checkpoint())
        } else if let start {
            try moved.stand(at: start)
        } else if moved.position.played.isAhead || !moved.plies.isEmpty {
            try moved.restart()
        }
        return try move(moved, to: wanted, secrets)
    }

    /// The rules that were used last.
    var last: MatchRules? { all.first }

    /// Drops all rules of a match.
    func remove(_ match: MatchID) {
        all.removeAll { $0.identity.id == match }
        left.removeAll { $0.match.id == match }
    }

    /// Drops all rules.
    func removeAll() { (all, left) = ([], []) }

    /// Drops the least recently used rules.
    func removeOldest() { if !all.isEmpty { all.removeLast() } }

    /// Whether the cache is empty.
    var isEmpty: Bool { all.isEmpty }

    /// The number of cached rules.
    var count: Int { all.count }

    /// The memory of the Lua states of all cached rules, in bytes.
    var memoryUsed: Int { all.reduce(0) { $0 + Int($1.match.meters?.used ?? 0) } }

    @discardableResult
    private func move(
        _ rules: MatchRules, to wanted: [Ply], _ secrets: [Commitment: RevealedMove]
    ) throws(ReplayFailure) -> MatchRules {
        keep(rules, secrets)
        if !rules.position.played.isAhead, !rules.plies.isEmpty, rules.plies != wanted {
            note(try rules.checkpoint(), of: rules.identity)
        }
        _ = try rules.follow(wanted)
        return rules
    }

    private func note(_ position: RulesCheckpoint, of match: MatchIdentity) {
        left.removeAll { $0.match == match && $0.position.plies == position.plies }
        left.insert((match, position), at: 0)
        if left.count > Self.mostLeft { left.removeLast() }
    }

    @discardableResult
    private func keep(_ rules: MatchRules, _ secrets: [Commitment: RevealedMove]) -> MatchRules {
        rules.secrets = secrets
        all.removeAll { $0 === rules }
        all.insert(rules, at: 0)
        if all.count > capacity { all.removeLast(all.count - capacity) }
        return rules
    }
}

extension [Ply] {
    /// Returns whether these plies begin with the others. Logs of one match differ near their ends,
    /// so the comparison starts there.
    func begins(with others: [Ply]) -> Bool {
        guard others.count <= count else { return false }
        return withUnsafeBufferPointer { plies in
            others.withUnsafeBufferPointer { others in
                if plies.baseAddress == others.baseAddress { return true }
                let differing = others.indices.last { plies[$0] != others[$0] }
                WorkCounter.add(.pliesCompared, others.count - (differing ?? 0))
                return differing == nil
            }
        }
    }
}
