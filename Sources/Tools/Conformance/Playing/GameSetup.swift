import GameRules
import Values

/// What a match begins with.
public struct GameSetup: Hashable, Sendable {
    /// How many people play: 1 to 16.
    public var seats: Int
    /// All options, defaults included.
    public var options: [String: Value]
    /// Keys the draws.
    public var seed: UInt64

    /// A setup as it is: whether the game takes it is found out when a match begins.
    package init(seats: Int, options: [String: Value], seed: UInt64 = 0) {
        self.seats = seats
        self.options = options
        self.seed = seed
    }
}

extension GameSetup: CustomStringConvertible {
    /// `2 seats, size 3, seed 7`
    public var description: String {
        let chosen = options.sorted { $0.key < $1.key }.map { "\($0.key) \(GameOption.text($0.value))" }
        return ([counted(seats, "seat")] + chosen + ["seed \(seed)"]).joined(separator: ", ")
    }
}
