import GameRules
import MessageWire
import Values

extension MatchIdentity {
    /// What tells a match of a script from every other one.
    ///
    /// - Parameters:
    ///   - options: What differs from the defaults, or all of them.
    ///   - seats: Nil for the fewest that the game takes and a message can tell of.
    ///   - inviterSeat: From 1.
    /// - Throws: ``TableError`` for options or a number of seats that the game doesn't take, and for a script that fits into no
    ///   message or that a host has to deal.
    package init(
        of script: GameScript, options: [String: Value], seats: Int? = nil, inviterSeat: Int = 1, inviter: SeatEntry,
        id: MatchID
    ) throws(TableError) {
        if let objection = script.objectionToMessages { throw .request(objection) }
        guard let digest = ScriptShelf.digest(of: script) else { throw .request("The script has no digest.") }
        let count: Int
        let (chosen, standard): ([String: Value], [String: Value])
        do {
            count = try script.checkedSeats(seats ?? max(2, script.seats.lowerBound))
            (chosen, standard) = (try script.options(choosing: options), try script.options(choosing: [:]))
        } catch {
            throw .game(error)
        }
        do {
            let setup = try Setup(
                rulesVersion: script.version, options: chosen.filter { standard[$0.key] != $0.value }, seats: count,
                inviterSeat: inviterSeat, inviter: inviter)
            self.init(game: try GameID(script.id), script: digest, id: id, setup: setup)
        } catch {
            throw .wire(error)
        }
    }
}
