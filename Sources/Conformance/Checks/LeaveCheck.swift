import GameRules
import Values

/// M7: whenever a seat leaves, the match ends or goes on legally.
struct LeaveCheck: PlyCheck {
    static let properties: [Property] = [.m7]

    /// So many plies are played after a seat has left.
    private static let plies = [Effort.quick: 10, .full: 60]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.isSampled, !game.isOver else { return }
        let seats = (1...game.setup.seats).filter { !game.status.gone.contains($0) }
        let leaving = game.effort == .full ? seats : seats.randomElement(using: &game.chance).map { [$0] } ?? []
        for seat in leaving {
            try goOn(without: seat, game.scout(), game)
            game.note(.m7)
        }
    }

    private func goOn(without seat: Int, _ scout: Match, _ game: Playout) throws(Finding) {
        var status = try leave(seat, scout, game)
        var left = Self.plies[game.effort] ?? 10
        while status.outcome == nil, left > 0 {
            left -= 1
            guard let mover = status.turn.randomElement(using: &game.chance) else {
                throw after(seat, "the match isn't over, and nobody is to move", game)
            }
            guard !status.turn.contains(where: { status.gone.contains($0) }) else {
                throw after(seat, "it is still its turn", game)
            }
            let moves = try fails(seat, game) { () throws(GameError) in try scout.legalMoves(for: mover) }
            guard let move = moves.filter({ $0.typed == nil }).randomElement(using: &game.chance) else {
                guard moves.isEmpty else { return }
                throw after(seat, "seat \(mover) is to move and has no legal move", game)
            }
            status = try fails(seat, game) { () throws(GameError) in try scout.play(Step(seat: mover, move)) }
        }
    }

    private func leave(_ seat: Int, _ scout: Match, _ game: Playout) throws(Finding) -> MatchStatus {
        try fails(seat, game) { () throws(GameError) in try scout.leave(seat: seat) }
    }

    private func fails<R>(_ seat: Int, _ game: Playout, _ body: () throws(GameError) -> R) throws(Finding) -> R {
        do throws(GameError) {
            return try body()
        } catch {
            var finding = Diagnosis.finding(error, standard: .m7)
            if finding.property != .b1, finding.property != .s4 { finding.property = .m7 }
            finding.sentence = "After seat \(seat) left: \(finding.sentence)"
            throw located(finding, seat, game)
        }
    }

    private func after(_ seat: Int, _ what: String, _ game: Playout) -> Finding {
        located(Finding(.m7, "After seat \(seat) left, \(what)."), seat, game)
    }

    private func located(_ finding: Finding, _ seat: Int, _ game: Playout) -> Finding {
        game.located(finding, followedBy: [Step(leaving: seat)])
    }
}
