import LuaRuntime
import Values

/// The setup of a match: the facts that moves don't change.
struct MatchSetup {
    let script: GameScript
    let seats: Int
    /// All options, defaults included.
    let options: [String: Value]

    /// - Parameters:
    ///   - seats: nil for the fewest that the game takes.
    ///   - options: The values that differ from the defaults.
    /// - Throws: ``GameError/request(_:)`` for a number of seats or options that the game doesn't
    ///   take.
    init(_ script: GameScript, seats: Int?, choosing options: [String: Value]) throws(GameError) {
        self.script = script
        self.seats = try script.checkedSeats(seats)
        self.options = try script.options(choosing: options)
    }

    /// Checks that the match has a seat.
    ///
    /// - Throws: ``GameError/request(_:)`` that names the valid seats.
    func check(seat: Int) throws(GameError) {
        guard !(1...seats).contains(seat) else { return }
        throw .request(.noSeat(seat, of: seats))
    }

    /// The form that `begin` and `restore` of `sdk/host/referee.lua` receive.
    var crossing: LuaValue {
        let chosen = options.reduce(into: [:]) { $0[ValueKey.string($1.key)] = $1.value }
        return .crossing(["seats": .int(Int64(seats)), "options": .map(chosen)])
    }
}

extension LuaValue {
    /// Returns data as a function in Lua receives it; nil for data that Lua can't hold.
    static func crossing(_ value: Value) -> LuaValue { (try? LuaValue.value(value)) ?? .nil }
}
