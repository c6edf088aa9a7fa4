import GameRules
import Values

/// P1 for facts that only `view` hides, although every phone knows them.
///
/// If a view shows a part of the public state to one seat and not to another, the author meant that
/// part to be secret. But everybody can derive everything outside `state.secret` from the moves in
/// a message. Two matches show this mistake if their public states differ, one viewer sees the same
/// in both, and another viewer sees a difference.
struct HidingCheck: PlyCheck {
    static let properties: [Property] = [.p1]

    /// The number of plies at the start of a game that are checked. At later plies a view usually
    /// hides the same facts.
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
            return  // a failure with another seed isn't a failure of this game
        }
        try compare(game.match, other, "`setup` drew something else", game, tried: [])
    }

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.subject.script.hidden, game.ply < Self.plies[game.effort] ?? 0, !game.isOver, !game.status.isRound,
            let seat = game.status.turn.first
        else { return }
        // for each kind of move, two moves of that kind
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
            // SecretCheck covers sealed moves
            guard scout.lastEntry(of: step.seat)?.secret == false, try scout.status == twin.status,
                try scout.status.outcome == nil
            else { return }
        } catch {
            return  // MoveTrialCheck reports a listed move that can't be played
        }
        try compare(scout, twin, "'\(other.text)' were played instead of '\(step.text)'", game, tried: [step])
    }

    /// Compares the public states and the views of two matches.
    ///
    /// - Parameters:
    ///   - what: The way in which the second match came to differ.
    ///   - tried: The steps that were played in the first match and not in the game.
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
        // if the game uses `state.secret`, only SecretCheck can show that its content stays secret
        if !game.subject.script.dealt, !game.subject.script.secretive { game.note(.p1) }
        guard knows, let viewer = blind.first else { return }
        let who = viewer.map { "seat \($0)" } ?? "a spectator"
        throw game.located(
            Finding(
                .p1,
                "`view` hides a value from \(who) that every phone can compute, as it isn't in `state.secret`. If "
                    + "\(what), \(Value.difference(from: bytes, to: others)), but that view would be the same. Use a "
                    + "move with `secret` to keep a choice on its own phone, or `deal = \"host\"` for hands "
                    + "from one deck.",
                channel: "public state"),
            followedBy: tried)
    }
}
