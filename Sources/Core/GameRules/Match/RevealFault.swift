/// The reason why honest devices can't have played a log. It is found when sealed moves are opened, and
/// names a ply, the seat of the ply, and what is wrong.
package struct RevealFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The seat sealed a move that it couldn't play at this ply.
        case illegalSeal
        /// The seat's answer differs from the true answer, which follows from the seat's own
        /// secrets.
        case falseAnswer(given: String, truth: String)
        /// An open move that the seat's own secrets, or the rules, forbid.
        case illegalMove
        /// The log has no sealed move at this ply.
        case notSealed
        /// The move that is to open the ply is of a kind that the script doesn't seal.
        case notAsSealed
        /// Earlier seals of these seats must be opened before the ply can be played or opened.
        case unopened([Int])
        /// The revealed moves lead to another public state than before. The script is at fault,
        /// because its sealed moves change the public state.
        case anotherState
        /// The script failed during the replay.
        case failed(GameError)
    }

    /// The number of the ply in the log, from 1.
    package let ply: Int
    /// The seat of the ply; 0 if the log has no ply of that number.
    package let seat: Int
    package let reason: Reason

    package init(ply: Int, seat: Int, reason: Reason) {
        self.ply = ply
        self.seat = seat
        self.reason = reason
    }
}

extension RevealFault: CustomStringConvertible {
    /// One line: `Ply 7, by seat 2: the answer was 'miss'; the truth is 'hit'.`
    package var description: String { "Ply \(ply), by seat \(seat): \(sentence)" }

    /// The fault as a sentence: `the answer was 'miss'; the truth is 'hit'.`
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

extension RevealFault {
    /// Calls `body`, and throws its error as a fault of a ply.
    static func saying<R>(
        _ ply: Int, _ seat: Int, _ body: () throws(GameError) -> R
    ) throws(RevealFault) -> R {
        do throws(GameError) {
            return try body()
        } catch {
            throw RevealFault(ply: ply, seat: seat, reason: .failed(error))
        }
    }
}
