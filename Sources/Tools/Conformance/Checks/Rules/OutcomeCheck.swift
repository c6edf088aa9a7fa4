import GameRules
import Values

/// O2, O3: the outcome is valid and final, and nothing can be played after it.
struct OutcomeCheck: PlyCheck {
    static let properties: [Property] = [.o2, .o3]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        guard let outcome = game.status.outcome else { return }
        switch outcome {
        case .win(let seats):
            guard !seats.isEmpty, seats.allSatisfy((1...game.setup.seats).contains), Set(seats).count == seats.count
            else {
                throw Finding(
                    .o3, "The outcome is a win of \(seats). Expected seats from 1 to \(game.setup.seats), each once.")
            }
        case .scores(let scores):
            guard scores.count == game.setup.seats, scores.allSatisfy(\.isFinite) else {
                throw Finding(
                    .o3,
                    "The outcome is \(outcome.text). Expected a finite number for each of \(counted(game.setup.seats, "seat"))."
                )
            }
        case .draw: break
        }
        game.note(.o3)
    }

    mutating func end(_ game: Playout) throws(Finding) {
        guard game.isOver else { return }
        let again = try game.attempt(.o3) { () throws(GameError) in
            try game.match.go(to: game.match.log.count)
            return try game.match.status.outcome
        }
        guard again == game.status.outcome else {
            throw Finding(
                .o3,
                "The outcome was \(game.status.outcome?.text ?? "none"). A fresh script that was asked again gave "
                    + "\(again?.text ?? "none").")
        }
        guard game.status.turn.isEmpty else {
            throw Finding(.o2, "The match is over, but seats \(game.status.turn) are to move.")
        }
        for seat in 1...game.setup.seats {
            let moves = try game.attempt(.o2) { () throws(GameError) in try game.match.legalMoves(for: seat) }
            guard moves.isEmpty else { throw Finding(.o2, "The match is over, but seat \(seat) has legal moves.") }
            for step in Set(game.steps.map { Step(seat: seat, action: $0.action, text: $0.text) }).prefix(8) {
                do throws(GameError) {
                    try game.subject.runtime.attempt(game.match, step)
                } catch {
                    if case .rejected = error { continue }
                    throw Diagnosis.finding(error, standard: .o2)
                }
                throw Finding(.o2, "The match is over, but '\(step.text)' of seat \(seat) was accepted.")
            }
        }
        game.note(.o2)
    }
}
