import GameRules
import Values

/// One thing that a seat does in a checked game.
public struct Step: Hashable, Sendable {
    /// A move by its name and argument, or that the seat leaves, and why: `resigned`.
    public enum Action: Hashable, Sendable {
        /// A move of the game.
        case move(name: String, argument: Value)
        /// The seat leaves.
        case leave(Leaving)
    }

    /// Whose step it is, from 1.
    public var seat: Int
    /// What the seat does.
    public var action: Action
    /// As a person reads it: `b2`, `leave resigned`.
    public var text: String

    /// A move of a seat.
    ///
    /// - Parameters:
    ///   - seat: Who plays it.
    ///   - move: One of the legal moves of the seat.
    ///   - argument: What a typed move takes; nil for a listed move, which has its own.
    package init(seat: Int, _ move: Move, argument: Value? = nil) {
        self.seat = seat
        action = .move(name: move.name, argument: argument ?? move.argument)
        text = argument.map { "\(move.name) \(GameOption.text($0))" } ?? move.text
    }

    /// A seat leaves the match.
    package init(leaving seat: Int, why: Leaving = .resigned) {
        self.seat = seat
        action = .leave(why)
        text = "leave \(why)"
    }
}

extension Step: CustomStringConvertible {
    /// As a playthrough has it: `1 b2`.
    public var description: String { "\(seat) \(text)" }
}

extension Match {
    /// Plays a step.
    @discardableResult
    func play(_ step: Step) throws(GameError) -> MatchStatus {
        switch step.action {
        case .move(let name, let argument): try play(name: name, argument: argument, seat: step.seat)
        case .leave(let why): try leave(seat: step.seat, why: why)
        }
    }
}
