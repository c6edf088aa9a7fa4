import GameRules
import Values

/// M6: the moves of a round lead to the same state in any order of arrival.
struct RoundCheck: PlyCheck {
    static let properties: [Property] = [.m6]

    /// The most orders that are tried: all orders of three seats, and some orders of more seats.
    private static let mostOrders = 6

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        let seats = game.status.turn
        guard game.isSampled, game.status.isRound, seats.count > 1, game.match.enteredInRound == 0 else { return }
        var steps: [Step] = []
        for seat in seats {
            let listed = (game.legal[seat] ?? []).filter { $0.typed == nil }
            guard let move = listed.randomElement(using: &game.chance) else { return }
            steps.append(Step(seat: seat, move))
        }
        var first: (bytes: [UInt8], log: [LogEntry.Choice], order: [Int])?
        for order in Self.orders(of: steps, using: &game.chance) {
            let scout = try game.scout()
            for (index, step) in order.enumerated() {
                do throws(GameError) {
                    try game.subject.runtime.attempt(scout, step)
                } catch {
                    let played = Array(order.prefix(index + 1))
                    throw game.located(Diagnosis.finding(error, standard: .m6), followedBy: played)
                }
            }
            let bytes = try game.attempt(.s1) { () throws(GameError) in try scout.stateBytes() }
            let log = scout.log.map(\.choice)
            if let first, first.bytes != bytes || first.log != log {
                let what = first.bytes == bytes ? "the log" : Value.difference(from: first.bytes, to: bytes)
                throw Finding(
                    .m6,
                    "A round had another result when its moves arrived in the order \(order.map(\.seat)) instead of "
                        + "\(first.order): \(what)")
            }
            if first == nil { first = (bytes, log, order.map(\.seat)) }
        }
        game.note(.m6)
    }

    private static func orders(of steps: [Step], using generator: inout SplitMix64) -> [[Step]] {
        if steps.count == 2 { return [steps, steps.reversed()] }
        return [steps, steps.reversed()] + (2..<mostOrders).map { _ in steps.shuffled(using: &generator) }
    }
}
