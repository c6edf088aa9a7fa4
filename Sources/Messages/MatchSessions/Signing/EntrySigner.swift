import GameRules
import MessageProtocol
import Values

/// A signer of moves that were played on rules elsewhere. If several seats play on one device, moves
/// count there at once, and are signed when a message is needed.
struct EntrySigner {
    /// The match, with the draft.
    private(set) var session: MatchSession
    let rules: SessionRules

    init(_ session: MatchSession, _ rules: SessionRules) { (self.session, self.rules) = (session, rules) }

    /// Signs the entries that seats made after the end of the log, and makes the result the draft.
    ///
    /// - Parameters:
    ///   - entries: The entries, in order.
    ///   - claims: The open claims after all the entries.
    ///   - sender: The seat that sends the message. If that seat is free, it is taken first.
    /// - Returns: How many entries can't be signed before the other seat has joined, and how many
    ///   bets the new plies carry.
    /// - Throws: ``SessionError``.
    mutating func sign(
        _ entries: [LogEntry], claims: [Attendance.Claim], from sender: Int
    ) throws(SessionError) -> (held: Int, bets: Int) {
        let begun = try session.answered(session.signedLog, of: session.seats, using: rules)
        let end = try rules.rules(at: begun, of: session, for: .play)
        // the entries are played on the rules, but count only after they are signed
        var isSigned = false
        defer { if !isSigned { end.forget() } }
        for seat in entries.filter({ $0.leaving == nil }).map(\.seat) + claims.map(\.by)
        where session.owesResignation(of: seat) && !end.attendance.gone.contains(seat) {
            throw .request(.mustResignAgain(seat))
        }
        guard begun.log.plies.count + entries.count <= WireLimits().plies else {
            throw .request(.tooManyPlies(begun.log.plies.count + entries.count))
        }
        var keys = self.keys(in: begun)
        var signer = DraftSigner(behind: begun, on: end, keys: keys)
        let held = try add(entries, from: sender, to: &signer, &keys, end)
        for claim in claims where held == 0 {
            guard keys[claim.by] != nil else {
                throw .request(.otherKey(claiming: claim.by))
            }
            try signer.claim(claim)
        }
        let signed = try saying(SessionError.wire) { () throws(WireError) in
            try signer.signed(offering: session.bets, sent: session.sent, within: rules.carrier)
        }
        try checkChosen(signed.chosen)
        session.secrets.merge(signed.secrets) { $1 }
        for key in keys.values { session.keys.hold(key) }
        if !signer.sealsLast { end.stands(at: signed.log.log.plies) }
        isSigned = !signer.sealsLast
        // add our own reveals: those that the last move requests, and those after the match is over
        let log = try session.answered(signed.log, of: keys.keys.sorted(), using: rules)
        let last = try rules.rules(at: log, of: session)
        let digest = try saying(SessionError.game) { () throws(GameError) in try last.match.standingDigest() }
        let envelope = try saying(SessionError.wire) { () throws(WireError) in
            try Envelope(log, sender: sender, standingDigest: digest)
        }
        guard log.canBeSent(by: sender) else {
            throw .request(.nothingToSend(from: sender))
        }
        let url = try saying(SessionError.wire) { () throws(WireError) in try rules.url(of: envelope) }
        try session.sent.check(log, since: begun)
        if entries.contains(where: { $0.leaving == nil }) {
            try rules.checkSpeed(of: log, since: begun, at: last)
        }
        var draft = Draft(signedLog: log, url: url, text: "", base: session.signedLog.head, seat: sender)
        draft.chosen = signed.chosen
        session.draft = draft
        return (held, signed.bets)
    }

    /// Returns the keys of the seats that are played here, in a log of the match.
    private func keys(in log: SignedLog) -> [Int: SeatKey] {
        var keys: [Int: SeatKey] = [:]
        for seat in 1...log.log.seats { keys[seat] = session.keys.key(of: seat, in: log) }
        return keys
    }

    /// Adds entries, and the join of a newly taken seat before its first entry.
    ///
    /// - Returns: How many entries must wait, because a round can't contain a join and so can't
    ///   begin before all seats are taken.
    private func add(
        _ entries: [LogEntry], from sender: Int, to signer: inout DraftSigner, _ keys: inout [Int: SeatKey],
        _ end: MatchRules
    ) throws(SessionError) -> Int {
        let log = signer.log
        let open = (1...log.log.seats).first { log.roster[$0] == nil }
        var joining = open.flatMap { open in
            open == sender || entries.contains(where: { $0.seat == open }) ? open : nil
        }
        let spare = session.keys.spareKey(in: session.signedLog.roster)
        func join(_ signer: inout DraftSigner, _ keys: inout [Int: SeatKey]) throws(SessionError) {
            guard let seat = joining else { return }
            let key = spare ?? SeatKey()  // the key of a lost join is used again
            keys[seat] = key
            try signer.join(
                SeatedPlayer(token: .empty, key: key, in: log.match.id, isChained: log.match.isChained), seat: seat,
                key: key)
            joining = nil
        }
        for (number, entry) in entries.enumerated() {
            let standing = try saying(SessionError.replay) { () throws(ReplayFailure) in try end.standing() }
            let beginsRound = standing.isRound && entry.leaving == nil && end.pliesOfRound == 0
            if beginsRound || entry.seat == joining { try join(&signer, &keys) }
            if beginsRound, let open, !signer.hasPly(of: open) || !entries.contains(where: { $0.seat == open }) {
                return entries.count - number
            }
            guard keys[entry.seat] != nil else {
                throw .request(.otherKey(end.match.log.count + 1, of: entry.seat))
            }
            try signer.add(entry) { seat in entries.contains { $0 != entry && $0.seat == seat } }
        }
        try join(&signer, &keys)
        return 0
    }

    /// Throws if a seat makes a second choice in a round.
    private func checkChosen(_ chosen: [Head: [Int: EquivocationGuard.Entry]]) throws(SessionError) {
        for (round, entries) in chosen {
            for (seat, entry) in entries {
                guard let before = session.sent.entries[round]?[seat], !before.agrees(with: entry.text, entry.move)
                else {
                    continue
                }
                throw .request(.lostChoice(of: seat))
            }
        }
    }

    /// Adds the witness plies that draws wait for to the log at once, for all seats that are played
    /// here. The device then knows the numbers that are drawn, and its next message contains the
    /// links.
    ///
    /// - Returns: Whether any ply was added.
    mutating func witnessAll() throws(SessionError) -> Bool {
        guard session.signedLog.match.isChained else { return false }
        var hasWitnessed = false
        while let seat = try rules.rules(at: session.signedLog, of: session).owedWitness, session.key(of: seat) != nil {
            (session.signedLog, session.url) = (try session.keys.adding(.witness, of: seat, to: session.signedLog), nil)
            hasWitnessed = true
        }
        return hasWitnessed
    }
}
