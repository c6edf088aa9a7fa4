import Parlor

extension Outcome {
    /// How a match ended: `Ana and Bob win.`
    ///
    /// - Parameter name: what a seat is called within a sentence.
    func sentence(_ name: (Int) -> String) -> String {
        switch self {
        case .win(let seats): return NameList.of(seats.map(name)) + (seats.count == 1 ? " wins." : " win.")
        case .draw: return "The game is drawn."
        case .scores(let scores):
            let each = scores.enumerated().map { "\(name($0.offset + 1)) \(Outcome.text($0.element))" }
            return "The game is over: \(each.joined(separator: ", "))."
        }
    }
}
