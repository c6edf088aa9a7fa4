import GameRules
import MatchSessions
import MessageHost
import MessageWire
import Values

extension PlayedGame {
    /// What was played in a match, as a check's own games have it; as far as the rules can tell.
    init(_ signed: SignedLog, of script: GameScript, _ setup: GameSetup) {
        var setup = setup
        setup.seed = Match.seed(of: signed.match)
        var steps: [Step] = []
        let replica = try? Match(of: script, seats: setup.seats, options: setup.options, seed: setup.seed)
        var attendance = Attendance()
        for ply in signed.log.plies {
            if let status = try? replica?.status { attendance.settle(Standing(seats: status.turn)) }
            let leaver = attendance.leaver(with: ply)
            attendance.note(ply)
            guard let replica, let step = try? Self.step(ply, leaver, in: replica) else { continue }
            guard (try? replica.play(step)) != nil else { break }
            steps.append(step)
        }
        self.init(setup: setup, steps: steps)
    }

    private static func step(
        _ ply: Ply, _ leaver: (seat: Int, why: Leaving)?, in match: Match
    ) throws(GameError) -> Step? {
        switch ply.action {
        case .move(.index(let index)), .open(.index(let index), _):
            try match.legalMoves(for: ply.seat).first { $0.index == index }.map { Step(seat: ply.seat, $0) }
        case .move(.typed(let name, let argument)), .open(.typed(let name, let argument), _):
            try match.legalMoves(for: ply.seat).first { $0.name == name && $0.typed != nil }
                .map { Step(seat: ply.seat, $0, argument: argument) }
        case .resign, .claim: leaver.map { Step(leaving: $0.seat, why: $0.why) }
        default: nil
        }
    }
}
