/// What one signature of a seat says: its own plies of a run, over the head before it.
package struct SignedWord: Hashable, Sendable {
    package let seat: Int
    /// The head before the run.
    package let head: Head
    package let isRound: Bool
    /// The seat's plies of the run, as the log holds them.
    package let plies: [[UInt8]]

    package init(seat: Int, head: Head, isRound: Bool, plies: [[UInt8]]) {
        self.seat = seat
        self.head = head
        self.isRound = isRound
        self.plies = plies
    }

    init(of seat: Int, in run: Run?, of log: Log, heads: [Head], upTo last: Int?) {
        let own = run.map { run in run.range.filter { log.plies[$0].seat == seat && $0 <= last ?? $0 } } ?? []
        self.init(
            seat: seat, head: heads[run?.range.lowerBound ?? 0], isRound: run?.kind == .round,
            plies: own.map { log.plies[$0].bytes })
    }

    /// Does one of the two only say more than the other? A seat may sign both then.
    package func agrees(with other: SignedWord) -> Bool {
        guard seat == other.seat, head == other.head else { return true }
        return isRound == other.isRound && (plies.starts(with: other.plies) || other.plies.starts(with: plies))
    }
}

extension SignedLog {
    /// What a seat has said from a ply on, a run at a time: that in which the ply stands, and those behind it.
    ///
    /// - Parameter place: The index of the ply.
    package func words(of seat: Int, from place: Int) -> [SignedWord] {
        log.runs.filter { $0.range.upperBound > place }.map { run in
            SignedWord(of: seat, in: run, of: log, heads: heads, upTo: nil)
        }.filter { !$0.plies.isEmpty }
    }

    /// How many of its first plies are those of another log of the match.
    package func shared(with other: SignedLog) -> Int {
        zip(heads.dropFirst(), other.heads.dropFirst()).prefix { $0 == $1 }.count
    }
}
