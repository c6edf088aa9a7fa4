import MatchSessions
import MessageHost
import Parlor
import Simulation

// What authors look at, on the phone at hand.
extension ChatSession {
    func showState(isWhole: Bool) throws {
        let seat = device.seatShown(of: game, in: chat)
        try inspected { match throws(GameError) in
            let isOver = try match.status.outcome != nil
            try showState(isWhole: isWhole, of: match, isOver: isOver, seat: seat, name: seat == nil ? nil : person)
        }
    }

    func evaluate(_ expression: String) throws {
        guard mayReveal() else { return }
        let seat = device.seatShown(of: game, in: chat)
        var printed = ""
        try showResults { () throws(GameError) in
            do {
                return try inspected { match throws(GameError) in
                    defer { printed = match.takePrinted() }
                    return try match.evaluate(expression, seat: seat)
                }
            } catch TableError.game(let error) {
                throw error
            } catch {
                throw .request("\(error)")
            }
        }
        show(FailureReport.printed(printed).flatMap { screen.lines($0, .quiet) })
    }

    private func inspected<R>(_ body: (Match) throws(GameError) -> R) throws -> R {
        guard let found = try device.inspect(game, in: chat, body) else {
            throw ChatRefusal("There is no match on \(person)'s phone yet: `start` begins one.")
        }
        return found
    }
}
