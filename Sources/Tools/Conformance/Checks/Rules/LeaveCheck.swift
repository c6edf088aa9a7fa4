import GameApps
import GameRules
import MatchSessions
import Values

/// M7: whenever a seat leaves, the match ends or continues legally.
struct LeaveCheck: PlyCheck {
    static let properties: [Property] = [.m7]

    /// The number of plies that are played after a seat has left.
    private static let plies = [Effort.quick: 10, .full: 60]
    /// The number of plies at the start of a game at which the check records the lines that run
    /// when a seat leaves. Later plies are left out, because recording replays the game so far.
    private static let covered = 5
    /// The reasons for leaving, as `leave(state, seat, why)` gets them.
    private static let reasons = [LeaveReason.resigned, .claimed, .timeout]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.isSampled, !game.isOver else { return }
        let seats = (1...game.setup.seats).filter { !game.status.gone.contains($0) }
        let leaving = game.effort == .full ? seats : seats.randomElement(using: &game.chance).map { [$0] } ?? []
        for seat in leaving {
            // a quick check tries only one reason at each ply, a different one at the next ply
            let reasons = game.effort == .full ? Self.reasons : [Self.reasons[game.ply % Self.reasons.count]]
            if game.ply < Self.covered { try game.cover(Step(leaving: seat, why: reasons[0])) }
            for why in reasons {
                try goOn(behind: Step(leaving: seat, why: why), game.scout(), game)
                game.note(.m7)
            }
        }
    }

    private func goOn(behind leave: Step, _ scout: Match, _ game: Playout) throws(Finding) {
        var status = try fails(leave, game) { () throws(GameError) in try scout.play(leave) }
        if let problem = scout.rules.lastProblem { throw after(leave, "a function fails: \(problem)", game) }
        do throws(Finding) {
            let event = MatchEvent(kind: .resign, seat: leave.seat)
            if leave == Step(leaving: leave.seat) { try RenderingCheck.check(messageOf: event, in: scout, game) }
        } catch {
            throw located(error, leave, game)
        }
        do throws(GameError) {
            _ = try scout.stateBytes()
        } catch {
            var finding = Diagnosis.finding(error, standard: .s1)
            finding.sentence = "After seat \(leave.seat) left: \(finding.sentence)"
            throw located(finding, leave, game)
        }
        try checkLooks(after: leave, scout, game)
        var left = Self.plies[game.effort] ?? 10
        while status.outcome == nil, left > 0 {
            left -= 1
            guard let mover = status.turn.randomElement(using: &game.chance) else {
                throw after(leave, "the match isn't over, but nobody is to move", game)
            }
            guard !status.turn.contains(where: { status.gone.contains($0) }) else {
                throw after(leave, "it is still its turn", game)
            }
            let moves = try fails(leave, game) { () throws(GameError) in try scout.legalMoves(for: mover) }
            guard let move = moves.filter({ $0.typed == nil }).randomElement(using: &game.chance) else {
                guard moves.isEmpty else { return }
                throw after(leave, "seat \(mover) is to move but has no legal move", game)
            }
            status = try fails(leave, game) { () throws(GameError) in try scout.play(Step(seat: mover, move)) }
            if left == 0 || status.outcome != nil { try checkLooks(after: leave, scout, game) }
        }
    }

    /// Checks V1 after a seat has left. If the match can't be shown afterwards, nobody can leave.
    private func checkLooks(after leave: Step, _ scout: Match, _ game: Playout) throws(Finding) {
        do throws(Finding) {
            try RenderingCheck.look(at: scout, game)
        } catch {
            var finding = error
            finding.sentence = "After seat \(leave.seat) left: \(finding.sentence)"
            throw located(finding, leave, game)
        }
    }

    private func fails<R>(_ leave: Step, _ game: Playout, _ body: () throws(GameError) -> R) throws(Finding) -> R {
        do throws(GameError) {
            return try body()
        } catch {
            var finding = Diagnosis.finding(error, standard: .m7)
            if finding.property != .b1, finding.property != .s4 { finding.property = .m7 }
            finding.sentence = "After seat \(leave.seat) left: \(finding.sentence)"
            throw located(finding, leave, game)
        }
    }

    private func after(_ leave: Step, _ what: String, _ game: Playout) -> Finding {
        located(Finding(.m7, "After seat \(leave.seat) left, \(what)."), leave, game)
    }

    private func located(_ finding: Finding, _ leave: Step, _ game: Playout) -> Finding {
        game.located(finding, followedBy: [leave])
    }
}
