/// Two logs that differ within one simultaneous round.
struct ForkedRound {
    private let fork: Fork
    /// The index of the round's first entry in both logs.
    private let start: Int
    private let ours: [Ply]
    private let theirs: [Ply]

    /// Nil where the logs part elsewhere.
    init?(_ fork: Fork) {
        let (our, their) = (fork.ours.log.plies[fork.index], fork.theirs.log.plies[fork.index])
        // A seat that entered here and resigned, or began another round, there did two things, whatever the others did.
        guard our.seat != their.seat || (our.isInRound && our.place == their.place) else { return nil }
        let candidates = [fork.ours.log, fork.theirs.log].compactMap { log in
            log.plies[fork.index].isInRound ? log.plies[...fork.index].lastIndex { $0.place == .beginsRound } : nil
        }
        guard let start = candidates.min() else { return nil }
        let ours = Self.entries(of: fork.ours.log, from: start)
        let theirs = Self.entries(of: fork.theirs.log, from: start)
        guard !ours.isEmpty, !theirs.isEmpty else { return nil }
        self.fork = fork
        self.start = start
        self.ours = ours
        self.theirs = theirs
    }

    private static func entries(of log: Log, from start: Int) -> [Ply] {
        guard log.plies[start].place == .beginsRound else { return [] }
        return [log.plies[start]] + log.plies[(start + 1)...].prefix { $0.place == .continuesRound }
    }

    func decision(unites: Bool) -> Fork.Decision {
        let oursEnds = fork.ours.log.plies.count == start + ours.count
        let theirsEnds = fork.theirs.log.plies.count == start + theirs.count
        if theirsEnds, twice.isEmpty, theirs.allSatisfy({ Self.has(ours, $0.seat) }) { return .nothingNew }
        if oursEnds, theirsEnds { return openDecision(unites: unites) }
        // A seat that entered twice, and someone played on.
        if let seat = twice.first { return fork.oneSeat(seat, after: start) }
        let better = Fork.compare(fork.ours, fork.theirs)
        guard unites, let union else { return better.decision }
        let winner = better.takesSecond ? fork.theirs : fork.ours
        return Fork.compare(winner, union).takesSecond ? .unite(union) : better.decision
    }

    /// Neither log has gone past the round: what either has of it counts. Of a seat that entered twice ours stays, until
    /// someone builds on either.
    private func openDecision(unites: Bool) -> Fork.Decision {
        guard theirs.contains(where: { !Self.has(ours, $0.seat) }) else { return .keep(.undecided) }
        if twice.isEmpty, ours.allSatisfy({ Self.has(theirs, $0.seat) }) { return .take(.moreRuns) }
        if unites, let union { return .unite(union) }
        return twice.isEmpty ? Fork.compare(fork.ours, fork.theirs).decision : .keep(.undecided)
    }

    private static func has(_ entries: [Ply], _ seat: Int) -> Bool {
        entries.contains { $0.seat == seat }
    }

    /// The seats with two different entries.
    private var twice: [Int] {
        ours.filter { entry in theirs.contains { $0.seat == entry.seat && !$0.isSameDeed(as: entry) } }.map(\.seat)
    }

    /// The log up to the round, with the entries of both. Nil where a seat's signature over its entry is missing: it has
    /// gone on in its log, and only its last signature is there.
    private var union: SignedLog? {
        let added = theirs.filter { !Self.has(ours, $0.seat) }
        let plies = Array(fork.ours.log.plies[..<start]) + Log.round(of: ours + added)
        let log = Log(checkedSeats: fork.ours.log.seats, plies: plies)
        return SignedLog(log, signedIn: [fork.ours, fork.theirs])
    }
}
