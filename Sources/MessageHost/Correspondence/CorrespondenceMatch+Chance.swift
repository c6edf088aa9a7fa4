import GameRules
import LuaRuntime
import MessageWire
import Values

// A match of chance that messages tell: both hosts draw together. What is played here is signed at once, since what it draws hangs on
// the link that it opens; a draw that waits for a seat of this host is witnessed as soon as it is known of.
extension CorrespondenceMatch {
    /// Do both hosts draw together? Not before somebody was invited.
    var isChained: Bool { signedLog?.match.isChained == true }

    /// Is what is played here signed at once? Where what it does hangs on the links that it opens, or on what others have to open.
    var signsAtOnce: Bool { isChained || signedLog != nil && !match.script.opening.isEmpty }

    /// The seat of this host for which a draw waited, where nothing was played since: its message tells the other host.
    package var witnessed: Int? {
        guard let last = signedLog?.log.plies.last, last.action == .witness, keys[last.seat] != nil else { return nil }
        return last.seat
    }

    /// Plays a move by its text; see ``Match/play(_:seat:)-(String,_)``.
    ///
    /// - Throws: ``TableError``; the match is what it was.
    package func play(_ text: String, seat: Int) throws(TableError) {
        guard signsAtOnce else {
            return try saying(TableError.game) { () throws(GameError) in _ = try match.playGoingOn(text, seat: seat) }
        }
        try playTogether(seat, opener: { $0.logged(by: text) }) { match throws(GameError) in
            try match.playOrWait(text, seat: seat)
        }
    }

    /// Plays a move by its name and argument.
    package func play(name: String, argument: Value, seat: Int) throws(TableError) {
        guard signsAtOnce else {
            return try saying(TableError.game) { () throws(GameError) in
                _ = try match.playGoingOn(name: name, argument: argument, seat: seat)
            }
        }
        try playTogether(seat, opener: { $0.logged(byName: name, argument: argument) }) { match throws(GameError) in
            try match.playOrWait(name: name, argument: argument, seat: seat)
        }
    }

    /// A seat resigns.
    package func resign(seat: Int) throws(TableError) {
        guard signsAtOnce else {
            return try saying(TableError.game) { () throws(GameError) in
                _ = try match.leave(seat: seat, why: .resigned)
            }
        }
        _ = try sign([LogEntry(seat: seat, choice: .leave(.resigned))], [], from: seat)
    }

    /// Random moves are played on one host's own match.
    package func checkMayPlayRandomly() throws(TableError) {
        guard signsAtOnce else { return }
        throw .request("Both hosts draw together in this match: `random` can't play it. Play moves, and send messages.")
    }

    private func playTogether(
        _ seat: Int, opener: (Move) -> LoggedMove?, _ move: (Match) throws(GameError) -> Match.Played
    ) throws(TableError) {
        try LuaThread.run { () throws(TableError) in try playAndSign(seat, opener, move) }
    }

    private func playAndSign(
        _ seat: Int, _ opener: (Move) -> LoggedMove?, _ move: (Match) throws(GameError) -> Match.Played
    ) throws(TableError) {
        guard let log = signedLog else { return }
        let rules = try rules(at: log, for: .play)
        if let owed = rules.owedWitness {
            throw .request("A draw waits for seat \(owed), whose host has to send a message first.")
        }
        if let owed = rules.opening?.seats.min() {
            throw .request("What seat \(owed) has sealed is to be opened first, by a message of its host.")
        }
        guard log.roster.isComplete else {
            throw .request(
                "Nobody moves before both seats are taken: send the message that invites, and receive the answer.")
        }
        guard let key = keys[seat] else {
            throw .request("The key of seat \(seat) is on another host: receive its message.")
        }
        let status = try saying(TableError.game) { () throws(GameError) in try rules.status }
        let place: Ply.Place = status.isRound ? .continuesRound : .alone
        let linked = try saying(TableError.wire) { () throws(WireError) in
            try log.opening(
                log.log.plies + [Ply(seat: seat, action: .move(.index(1)), place: place)], keys: [seat: key])
        }
        // the move is played to learn its entry; signing it plays it again
        let entry: LogEntry?
        do throws(GameError) {
            entry = try rules.play(as: linked[linked.count - 1], opener: opener, move)
            try rules.match.checkGoesOn()
            rules.forget()
        } catch {
            rules.forget()
            throw .game(error)
        }
        guard let entry else { throw .request("The move left no trace in the log.") }
        _ = try sign([entry], [], from: seat)
        try witnessAll()
    }

    /// Goes on with the match as these rules have it.
    func stand(at rules: MatchRules) {
        match = standing(at: rules)
        mark(rules)
    }

    /// The match as it is played here, at the end of the signed log.
    func standing(at rules: MatchRules) -> Match {
        _ = try? rules.match.status  // known from now on, without a Lua state
        let adopted = Match(at: rules.match, limits: match.limits)
        adopted.countsInstructions = match.countsInstructions
        adopted.guardsLooks = match.guardsLooks
        return adopted
    }

    /// Witnesses whatever waits for a seat of this host.
    func witnessOwn() throws(GameError) {
        do {
            try witnessAll()
        } catch {
            throw .request("\(error)")
        }
    }

    func witnessAll() throws(TableError) {
        guard isChained else { return }
        while let log = signedLog {
            let rules = try rules(at: log)
            guard let seat = rules.owedWitness, let key = keys[seat], log.roster[seat]?.key == key.publicKey else {
                return
            }
            let witnessed = try saying(TableError.wire) { () throws(WireError) in
                try log.adding([.witness], seat: seat, key: key)
            }
            let next = try self.rules(at: witnessed)
            signedLog = witnessed
            stand(at: next)
        }
    }

    /// Entries of the round that were sent and that the adopted log doesn't have are signed again as they were.
    func signLostEntriesAgain(_ rules: MatchRules, _ log: SignedLog) throws(GameError) -> [LogEntry] {
        var again: [LogEntry] = []
        guard let standing = try? rules.standing() else { return [] }
        guard standing.isRound, !standing.isOpening else { return [] }
        for (seat, sent) in (chosen[rules.headBeforeRound(in: log)] ?? [:]).sorted(by: { $0.key < $1.key })
        where standing.seats.contains(seat) && keys[seat] != nil {
            guard case .move(let move) = sent.action else { continue }
            let entry = LogEntry(seat: seat, choice: .move(move))
            // what the rules refuse is told as lost
            if (try? sign([entry], [], from: seat)) != nil { again.append(entry) }
        }
        return again
    }
}
