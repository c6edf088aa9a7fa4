import GameRules
import Values

/// An action of a seat in a checked game.
public struct Step: Hashable, Sendable {
    /// A move with its name and argument, or the leaving of the seat with its reason, such as
    /// `resigned`.
    public enum Action: Hashable, Sendable {
        /// A move of the game.
        case move(name: String, argument: Value)
        /// The seat leaves.
        case leave(LeaveReason)
    }

    /// The seat, from 1.
    public var seat: Int
    /// The action of the seat.
    public var action: Action
    /// The step as a person reads it: `b2`, `leave resigned`.
    public var text: String

    /// Creates a move of a seat.
    ///
    /// - Parameters:
    ///   - seat: The seat that plays the move.
    ///   - move: One of the legal moves of the seat.
    ///   - argument: The argument of a typed move; nil for a listed move, which contains its
    ///     argument.
    package init(seat: Int, _ move: Move, argument: Value? = nil) {
        self.seat = seat
        action = .move(name: move.name, argument: argument ?? move.argument)
        text = argument.map { "\(move.name) \(GameOption.text($0))" } ?? move.text
    }

    /// Creates the step of a seat that leaves the match.
    package init(leaving seat: Int, why: LeaveReason = .resigned) {
        self.seat = seat
        action = .leave(why)
        text = "leave \(why)"
    }
}

extension Step: CustomStringConvertible {
    /// The step as it is written in a playthrough: `1 b2`.
    public var description: String { "\(seat) \(text)" }
}

extension Match {
    @discardableResult
    func play(_ step: Step) throws(GameError) -> MatchStatus {
        switch step.action {
        case .move(let name, let argument): try play(name: name, argument: argument, seat: step.seat)
        case .leave(let why): try leave(seat: step.seat, why: why)
        }
    }
}
