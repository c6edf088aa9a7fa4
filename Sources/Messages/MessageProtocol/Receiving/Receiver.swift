/// Decides the verdict on a message by the table of verdicts in `docs/protocol.md`. The first row
/// that fits is the verdict.
///
/// A receiver has no state: the same message on the same match gets the same verdict, in any
/// process.
///
/// ```swift
/// let verdict = Receiver(library: games).verdict(on: url) { id in known[id] }
/// if case .adopt(let adoption) = verdict {
///     known[adoption.signedLog.match.id] = KnownMatch(adoption.signedLog, keys: [])
/// }
/// ```
public struct Receiver<Library: RulesProvider> {
    /// The coder that reads urls and limits their size.
    public let carrier: MessageURLCoder
    /// The games whose rules replay the logs.
    public let library: Library

    /// Creates a receiver for the games of a device. The default carrier reads the default form of
    /// urls.
    public init(carrier: MessageURLCoder = MessageURLCoder(), library: Library) {
        self.carrier = carrier
        self.library = library
    }

    /// Returns the verdict on a message url.
    ///
    /// - Parameters:
    ///   - url: A url from any source.
    ///   - known: Returns the match with this id, if the device knows it.
    public func verdict(on url: String, known: (MatchID) -> KnownMatch?) -> Verdict {
        do {
            let envelope = try carrier.envelope(from: url)
            return verdict(on: envelope, known: known(envelope.signedLog.match.id))
        } catch {
            return Verdict(error)
        }
    }

    /// Returns the verdict on an envelope.
    ///
    /// - Parameters:
    ///   - envelope: An envelope decoded from a url.
    ///   - known: The match with the envelope's id, if the device knows it.
    public func verdict(on envelope: Envelope, known: KnownMatch?) -> Verdict {
        library.withinBudget { judged(envelope, known) }
    }

    private func judged(_ envelope: Envelope, _ known: KnownMatch?) -> Verdict {
        let theirs = envelope.signedLog
        // the known match is of another game, so it doesn't matter whether the device has the
        // message's game
        if let known, known.signedLog.match.game != theirs.match.game { return .otherMatch(theirs.match.id) }
        switch library.support(for: theirs.match.game, script: theirs.match.script) {
        case .unknownGame: return .unknownGame(theirs.match.game)
        case .otherVersion: return .needsVersion(theirs.match.game, theirs.match.script)
        case .available: break
        }
        if let known, known.signedLog.heads[0] != theirs.heads[0] { return .otherMatch(theirs.match.id) }
        if let forgery = envelope.forgery(known: known?.signedLog) { return .forged(forgery) }
        if let join = envelope.join, known != nil { return .joinRequest(join) }
        let shared = known.map { Self.sharedPlies($0.signedLog, theirs) } ?? 0
        if let known, shared == theirs.log.plies.count {
            if let bet = envelope.bet { return verdict(on: bet, known.signedLog) }
            return shared == known.signedLog.log.plies.count
                ? .duplicate : Self.late(known, theirs, shared, sender: envelope.sender)
        }
        let course: ReplayTrace
        do {
            var replay = try Replay(theirs, known: shared, library: library)
            let digest = try replay.run()
            guard digest.starts(with: envelope.stateCheck) else { return .corrupted }
            course = replay.course
        } catch {
            switch error {
            case .illegal(let ply, let seat, let reason):
                return .illegalTransition(ply: ply, seat: seat, reason: reason)
            case .failed(let reason): return .cannotReplay(reason: reason)
            case .forged(let forgery): return .forged(forgery)
            }
        }
        guard let known else {
            return .adopt(Adoption(signedLog: theirs, cause: .new, known: 0, superseded: []))
        }
        return weighed(theirs, course, known, shared, sender: envelope.sender)
    }

    /// Returns the verdict on a log that this device has verified before, compared with the log
    /// that the device has now.
    package func verdict(onVerified log: SignedLog, known: KnownMatch) -> Verdict {
        library.withinBudget {
            let shared = Self.sharedPlies(known.signedLog, log)
            if shared == log.log.plies.count { return .duplicate }
            guard var replay = try? Replay(log, known: shared, library: library), (try? replay.run()) != nil else {
                return .cannotReplay(reason: "a log that could be replayed before can't be replayed now")
            }
            return weighed(log, replay.course, known, shared, sender: 0)
        }
    }

    /// Returns the verdict on a legal log.
    ///
    /// - Parameter shared: The number of first plies that this log and the known log share.
    private func weighed(
        _ theirs: SignedLog, _ course: ReplayTrace, _ known: KnownMatch, _ shared: Int, sender: Int
    ) -> Verdict {
        guard Fork.index(known.signedLog, theirs) != nil else {
            return .adopt(Adoption(signedLog: theirs, cause: .longer, known: shared, superseded: []))
        }
        do {
            // only a replay finds which seats left with which plies, so replay our log from the first
            // difference
            var replay = try Replay(known.signedLog, known: shared, library: library)
            _ = try replay.run()
            let ours = ForkBranch(log: known.signedLog, course: replay.course)
            guard let fork = Fork(ours: ours, theirs: ForkBranch(log: theirs, course: course)) else {
                return .duplicate
            }
            return verdict(on: fork, known, sender: sender)
        } catch {
            switch error {
            case .illegal, .forged:
                // our log isn't legal, so no other device will ever accept it, and theirs replaces it
                let lost = known.signedLog.log.plies[shared...].filter { $0.seat == known.ownSeat }
                return .adopt(Adoption(signedLog: theirs, cause: .fork(.illegal), known: shared, superseded: lost))
            case .failed(let reason): return .cannotReplay(reason: reason)
            }
        }
    }

    /// Returns why the rules or the protocol reject plies before they are signed; nil if they are
    /// legal.
    ///
    /// - Parameters:
    ///   - log: A log that continues where `known` ends.
    /// - Throws: ``ReplayFailure/failed(_:)`` if the script fails here.
    package func refusal(of log: SignedLog, known: SignedLog) throws(ReplayFailure) -> String? {
        try refusal(of: log, after: known.log.plies.count)
    }

    /// Returns why the rules or the protocol reject a log; nil if it is legal.
    ///
    /// - Parameter known: The number of the log's first plies that need no replay.
    /// - Throws: ``ReplayFailure/failed(_:)`` if the script fails here.
    package func refusal(of log: SignedLog, after known: Int) throws(ReplayFailure) -> String? {
        try library.withinBudget { () throws(ReplayFailure) in try played(log, after: known) }
    }

    private func played(_ log: SignedLog, after known: Int) throws(ReplayFailure) -> String? {
        do {
            var replay = try Replay(log, known: known, library: library)
            _ = try replay.run()
            return nil
        } catch {
            switch error {
            case .illegal(_, _, let reason): return reason
            case .forged(let forgery): return forgery.description
            case .failed(let reason): throw .failed(reason)
            }
        }
    }

    private func verdict(on fork: Fork, _ known: KnownMatch, sender: Int) -> Verdict {
        switch fork.decision(keys: known.keys, allows: { isLegal($0, known: fork.index) }) {
        case .keep(let reason): return .kept(reason)
        case .disputed(let seats): return .disputed(Dispute(seats: seats, theirs: fork.theirs.log))
        case .nothingNew: return Self.late(known, fork.theirs.log, fork.index, sender: sender)
        case .take(let reason): return .adopt(Self.adoption(of: fork.theirs.log, .fork(reason), fork, known))
        case .unite(let union): return .adopt(Self.adoption(of: union, .union, fork, known))
        }
    }

    /// Returns the verdict on a bet by the known log. A bet that can never count is therefore
    /// rejected immediately.
    private func verdict(on bet: Bet, _ known: SignedLog) -> Verdict {
        let book = BetBook(of: known)
        if book.counts(bet) { return .duplicate }
        do {
            var replay = try Replay(known, known: known.log.plies.count, library: library)
            _ = try replay.run()
            let number = bet.number(signedFor: known.heads[0]) ?? 0
            let refusal = book.refusal(of: bet, number: number, at: try replay.standing())
            return refusal.map { .betRefused(bet, $0) } ?? .bet(bet)
        } catch {
            switch error {
            case .illegal(_, _, let reason), .failed(let reason): return .cannotReplay(reason: reason)
            case .forged(let forgery): return .cannotReplay(reason: forgery.description)
            }
        }
    }

    private func isLegal(_ union: SignedLog, known: Int) -> Bool {
        guard var replay = try? Replay(union, known: known, library: library) else { return false }
        return (try? replay.run()) != nil
    }

    /// Returns how many of the first plies two logs of one match share.
    private static func sharedPlies(_ ours: SignedLog, _ theirs: SignedLog) -> Int {
        zip(ours.heads.dropFirst(), theirs.heads.dropFirst()).prefix { $0 == $1 }.count
    }

    /// - Parameter shared: The number of our first plies that the sender certainly has.
    private static func late(_ known: KnownMatch, _ log: SignedLog, _ shared: Int, sender: Int) -> Verdict {
        guard let seat = known.ownSeat, seat != sender else { return .late(senderLacksOurPlies: false) }
        let theirs = log.log.plies[shared...]
        let lacking = known.signedLog.log.plies[shared...].lastIndex { ply in
            ply.seat == seat && !theirs.contains { $0.isSameDeed(as: ply) }
        }
        // if the sender has answered our ply in another message, the sender has the ply, and this
        // message is an old one
        let lacks = lacking.map { !known.signedLog.isAnswered(at: $0, by: sender) } ?? false
        return .late(senderLacksOurPlies: lacks)
    }

    private static func adoption(
        of log: SignedLog, _ cause: Adoption.Cause, _ fork: Fork, _ known: KnownMatch
    ) -> Adoption {
        let kept = log.log.plies[min(fork.index, log.log.plies.count)...].filter(\.isInRound)
        let lost = known.signedLog.log.plies[fork.index...].filter { ply in
            // an entry that the adopted log has in another bracket of the round isn't lost
            ply.seat == known.ownSeat
                && !(ply.isInRound && kept.contains { $0.isSameDeed(as: ply) })
        }
        return Adoption(signedLog: log, cause: cause, known: fork.index, superseded: Array(lost))
    }
}
