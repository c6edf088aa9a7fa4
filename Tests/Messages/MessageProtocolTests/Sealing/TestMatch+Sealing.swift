import Values

@testable import MessageProtocol

extension TestMatch {
    func place(of seat: Int, at begin: Int) -> CommitmentContext {
        CommitmentContext(of: seat, inRoundAt: begin, of: log)
    }

    /// Returns the match with a sealed entry of the round that begins at a place. The entry is
    /// added to the bracket at the end of the log, or begins a new bracket.
    func sealing(_ seat: Int, _ index: Int, roundAt begin: Int, new: Bool = false) throws -> TestMatch {
        let seal = CommitmentKey(of: keys[seat - 1]).seal(.index(index), at: place(of: seat, at: begin))
        return try with(seat, seal, placement: new ? .newRound : .currentRound)
    }

    /// Returns the match with the reveal of the entry that was sealed for the round at that place.
    func opening(_ seat: Int, _ index: Int, roundAt begin: Int, new: Bool = false) throws -> TestMatch {
        let opening = CommitmentKey(of: keys[seat - 1]).open(.index(index), at: place(of: seat, at: begin))
        return try with(seat, opening, placement: new ? .newRound : .currentRound)
    }
}
