import Values

/// Why a log can't have been played by honest devices, as it shows when sealed moves are opened: a ply, who made it, and what is
/// wrong with it.
package struct OpeningFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The seat sealed a move that it couldn't play there.
        case illegalSeal
        /// The seat answered something else than what was true by its own secrets.
        case falseAnswer(given: String, truth: String)
        /// An open move that the seat's own secrets, or the rules, forbid.
        case illegalMove
        /// The log has no sealed move there.
        case notSealed
        /// What opens it is no move that is sealed.
        case notAsSealed
        /// It can't be played, or known, before the seals of these seats that stand in front of it are open.
        case unopened([Int])
        /// With what was sealed the match comes to another public state: the script's sealed moves change it.
        case anotherState
        /// The script failed on the way.
        case failed(GameError)
    }

    /// The number of the ply in the log, from 1.
    package let ply: Int
    /// Whose ply it is; 0 where the log has none of that number.
    package let seat: Int
    package let reason: Reason

    package init(ply: Int, seat: Int, reason: Reason) {
        self.ply = ply
        self.seat = seat
        self.reason = reason
    }
}

extension OpeningFault: CustomStringConvertible {
    /// One line: `Ply 7, by seat 2: the answer was 'miss'; the truth is 'hit'.`
    package var description: String { "Ply \(ply), by seat \(seat): \(sentence)" }

    /// What is wrong: `the answer was 'miss'; the truth is 'hit'.`
    package var sentence: String {
        switch reason {
        case .illegalSeal: "the move that was sealed can't be played there."
        case .falseAnswer(let given, let truth):
            "the answer was '\(given.excerpt)'; the truth is '\(truth.excerpt)'."
        case .illegalMove: "the move isn't legal there by what the seat knew."
        case .notSealed: "there is no sealed move to open."
        case .notAsSealed: "it is opened by a move that isn't sealed."
        case .unopened(let seats):
            "before it the seals of \(seats.map { "seat \($0)" }.joined(separator: ", ")) have to be opened."
        case .anotherState: "the sealed moves change what everybody sees: the script is at fault."
        case .failed(let error): "\(error)"
        }
    }
}
