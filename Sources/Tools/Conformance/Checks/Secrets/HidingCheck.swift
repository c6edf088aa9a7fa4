import GameRules
import Values

/// P1 for what only `view` hides: it lies on every phone all the same.
///
/// A view that leaves something of the public state out for one seat and shows it to another means to keep a secret, but what
/// isn't under `state.secret` follows for everybody from the moves in a message. Two matches tell: they differ in public, one
/// viewer sees the same in both, and another one doesn't.
struct HidingCheck: PlyCheck {
    static let properties: [Property] = [.p1]

    /// So many first plies of a game are looked at: a view hides the same later.
    private static let plies = [Effort.quick: 6, .full: 40]

    init() {}

    mutating func begin(_ game: Playout) throws(Finding) {
        guard game.subject.script.hidden, !game.subject.script.dealt, game.subject.script.chance != .none else {
            return
        }
        let other: Match
        do throws(GameError) {
            other = try Match(
                of: game.subject.script, seats: game.setup.seats, options: game.setup.options,
                seed: game.setup.seed &+ 1)
        } catch {
            return  // with that seed it is a game of its own
        }
        try compare(game.match, other, "`setup` drew something else", game, tried: [])
    }

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.subject.script.hidden, game.ply < Self.plies[game.effort] ?? 0, !game.isOver, !game.status.isRound,
            let seat = game.status.turn.first
        else { return }
        // two moves of one kind, and each kind once
        var kinds: Set<String> = []
        let moves = (game.legal[seat] ?? []).filter { $0.typed == nil }
        for move in moves where kinds.insert(move.name).inserted {
            guard let other = moves.last(where: { $0.name == move.name }), other != move else { continue }
            try part(game, Step(seat: seat, move), Step(seat: seat, other))
        }
    }

    private func part(_ game: Playout, _ step: Step, _ other: Step) throws(Finding) {
        let twin = try game.attempt(.s2) { () throws(GameError) in
            try game.subject.runtime.load(game.match.save(), game.subject.script)
        }
        let scout = try game.scout()
        do throws(GameError) {
            try scout.play(step)
            try twin.play(other)
            // sealed moves keep their secrets by themselves: see SecretCheck
            guard scout.lastEntry(of: step.seat)?.secret == false, try scout.status == twin.status,
                try scout.status.outcome == nil
            else { return }
        } catch {
            return  // whoever tries the listed moves finds it
        }
        try compare(scout, twin, "'\(other.text)' were played instead of '\(step.text)'", game, tried: [step])
    }

    /// - Parameters:
    ///   - what: How the second match came to differ.
    ///   - tried: What was played beside the game in the first one.
    private func compare(
        _ match: Match, _ twin: Match, _ what: String, _ game: Playout, tried: [Step]
    ) throws(Finding) {
        let bytes = try game.attempt(.s1) { () throws(GameError) in try match.stateBytes(public: true) }
        let others = try game.attempt(.s1) { () throws(GameError) in try twin.stateBytes(public: true) }
        guard bytes != others else { return }
        var blind: [Int?] = []
        var knows = false
        for viewer in game.viewers {
            let view = try game.attempt(.v1) { () throws(GameError) in try match.view(for: viewer) }
            let other = try game.attempt(.v1) { () throws(GameError) in try twin.view(for: viewer) }
            if view.normalizedTables == other.normalizedTables { blind.append(viewer) } else { knows = true }
        }
        // where something is kept in `state.secret`, only what SecretCheck compares tells that it stays there
        if !game.subject.script.dealt, !game.subject.script.secretive { game.note(.p1) }
        guard knows, let viewer = blind.first else { return }
        let who = viewer.map { "seat \($0)" } ?? "a spectator"
        throw game.located(
            Finding(
                .p1,
                "`view` hides from \(who) what every phone can work out, for it isn't in `state.secret`. If \(what), "
                    + "\(Value.difference(from: bytes, to: others)), and that view would be the same. A move with `secret` "
                    + "keeps its choice on its own phone; hands from one deck take `deal = \"host\"`.",
                channel: "public state"),
            followedBy: tried)
    }
}
