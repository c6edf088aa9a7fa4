import GameRules
import MessageWire
import Values

/// What was played on a host and isn't signed yet, on its way to become plies of a signed log.
struct UnsignedRun {
    private let entries: [LogEntry]
    private let log: SignedLog
    private let sender: Int
    private let claims: [Attendance.Claim]
    /// The seat that nobody has taken yet.
    private let openSeat: Int?
    /// The same, until it is taken now.
    private var joining: Int?
    private var plies: [Ply] = []
    /// Where the round begins that is being written, in `plies`; nil outside of one, and in one that is signed in part.
    private var roundBegin: Int?
    /// What was chosen in rounds, with the place of the head that names the round.
    private(set) var chosen: [(seat: Int, action: Ply.Action, place: Int)] = []
    /// Is the last entry of a round to be sealed, since somebody else may still choose behind it?
    private(set) var sealsLast = false
    /// Moves that stay sealed for the match, each with how many plies of its seat stand before it in the run: those of one seat
    /// keep their order, wherever a round puts them.
    private var hidden: [(seat: Int, place: Int, begin: Int?)] = []
    /// Entries that can't be signed before the other seat has joined.
    private(set) var held = 0

    /// - Parameter claims: Those that stand behind all the entries.
    init(_ entries: [LogEntry], claims: [Attendance.Claim] = [], of log: SignedLog, sender: Int) {
        self.entries = entries
        self.claims = claims
        self.log = log
        self.sender = sender
        let open = (1...log.log.seats).first { log.roster[$0] == nil }
        openSeat = open
        joining = open.flatMap { open in
            open == sender || entries.contains(where: { $0.seat == open }) ? open : nil
        }
    }

    /// Plays the entries on rules that stand at the end of the log, and tells their plies.
    ///
    /// - Parameter keys: Those that this host holds; that of a seat which is taken now is added.
    /// - Throws: ``TableError`` for an entry of a seat whose key another host holds, and where the rules fail.
    mutating func play(on rules: MatchRules, keys: inout [Int: SeatKey]) throws(TableError) -> [Ply] {
        guard log.log.plies.count + entries.count <= WireLimits().plies else {
            throw .request(
                "A message holds at most \(WireLimits().plies) plies; this match has "
                    + "\(log.log.plies.count + entries.count).")
        }
        for (number, entry) in entries.enumerated() {
            let isRound = try standing(rules).isRound && entry.leaving == nil
            let beginsRound = isRound && rules.pliesOfRound == 0
            if beginsRound || entry.seat == joining { try join(&keys, rules) }
            if beginsRound, !mayBeginRound {
                held = entries.count - number
                break
            }
            guard keys[entry.seat] != nil else {
                throw .request(
                    "Ply \(rules.match.log.count + 1) was played here for seat \(entry.seat), whose key another host "
                        + "holds: undo it, and receive seat \(entry.seat)'s message.")
            }
            try play(entry, isRound: isRound, beginsRound: beginsRound, on: rules, keys)
        }
        try join(&keys, rules)
        for claim in claims where held == 0 {
            guard keys[claim.by] != nil else {
                throw .request("The key of seat \(claim.by), which claims, is on another host.")
            }
            let ply = Ply(seat: claim.by, action: .claim(against: claim.against))
            try check(ply, rules)
            add(ply, rules)
        }
        return plies
    }

    /// The ply with the link that it opens.
    private func linked(_ ply: Ply, _ keys: [Int: SeatKey]) throws(TableError) -> Ply {
        let all = try saying(TableError.wire) { () throws(WireError) in
            try log.opening(log.log.plies + plies + [ply], keys: keys)
        }
        return all.last ?? ply
    }

    private func standing(_ rules: MatchRules) throws(TableError) -> Standing {
        do { return try rules.standing() } catch { throw .replay(error) }
    }

    /// What others would refuse isn't signed.
    private func check(_ ply: Ply, _ rules: MatchRules) throws(TableError) {
        let standing = try standing(rules)
        var attendance = rules.attendance
        attendance.settle(standing)
        let stage = Stage(standing, attendance, behind: plies.last ?? log.log.plies.last)
        guard let refusal = stage.refusal(of: ply) else { return }
        throw .request("Seat \(ply.seat) can't sign that: \(refusal).")
    }

    private mutating func add(_ ply: Ply, _ rules: MatchRules) {
        plies.append(ply)
        rules.note(ply)
    }

    /// May a round begin? Not before both seats are taken, since a join can't stand within one; and where a seat is taken
    /// by a message without a move of its own, its join has to be the last ply.
    private var mayBeginRound: Bool {
        guard let openSeat else { return true }
        return plies.contains { $0.seat == openSeat } && entries.contains { $0.seat == openSeat }
    }

    private mutating func join(_ keys: inout [Int: SeatKey], _ rules: MatchRules) throws(TableError) {
        guard let seat = joining else { return }
        let key = keys[seat] ?? SeatKey()  // one whose join was lost joins again as it was
        let entry = SeatEntry(token: .empty, key: key, in: log.match.id, isChained: log.match.isChained)
        keys[seat] = key
        let ply = try linked(Ply(seat: seat, action: .join(entry)), keys)
        try check(ply, rules)
        try saying(TableError.replay) { () throws(ReplayFailure) in
            var rules = rules
            try rules.play(ply)
        }
        add(ply, rules)
        joining = nil
    }

    private mutating func play(
        _ entry: LogEntry, isRound: Bool, beginsRound: Bool, on rules: MatchRules, _ keys: [Int: SeatKey]
    ) throws(TableError) {
        let place = (log.log.plies + plies).placeBeforeRound(
            entered: rules.pliesOfRound, gone: rules.attendance.gone)
        guard let action = Ply.Action(entry.choice) else {
            guard entry.choice != .sealed else {
                throw .request(
                    "Seat \(entry.seat) sealed a move that this device doesn't know: a message can't tell it.")
            }
            let why = entry.leaving.map { " (\($0))" } ?? ""
            throw .request("Seat \(entry.seat) left\(why), which a message can't tell.")
        }
        // behind a claim, entries go into a further bracket
        let beginsBracket = beginsRound || plies.isEmpty && log.log.plies.last?.isClaim == true
        let ply = try linked(
            Ply(
                seat: entry.seat, action: action,
                place: !isRound ? .alone : beginsBracket ? .beginsRound : .continuesRound), keys)
        try check(ply, rules)
        rules.isDrafting = true
        defer { rules.isDrafting = false }
        try saying(TableError.replay) { () throws(ReplayFailure) in
            var rules = rules
            try rules.play(ply)
        }
        if rules.opening == nil, try isToBeHidden(entry, rules) {
            // of an entry of a round, where that begins, which may be in what is signed
            let all = log.log.plies + plies
            let begin = all[min(place, all.count)...].firstIndex { !$0.isClaim } ?? all.count
            hidden.append((entry.seat, plies.count { $0.seat == entry.seat }, isRound ? begin : nil))
        }
        guard isRound else { return add(ply, rules) }
        if try isToBeSealed(entry, rules) { sealsLast = true }
        chosen.append((entry.seat, action, place))
        if beginsBracket { roundBegin = plies.count }
        add(Ply(seat: entry.seat, action: action, place: .continuesRound, link: ply.link), rules)
        if let begin = roundBegin {
            plies.replaceSubrange(begin..., with: Log.round(of: Array(plies[begin...])))
        }
        if rules.pliesOfRound == 0 { roundBegin = nil }
    }

    /// Does what was played on the rules stay sealed for the match?
    private func isToBeHidden(_ entry: LogEntry, _ rules: MatchRules) throws(TableError) -> Bool {
        guard !rules.match.script.sealing.isEmpty, case .move = entry.choice else { return false }
        let played = try saying(TableError.game) { () throws(GameError) in
            try rules.match.lastEntry(of: entry.seat, for: entry.seat)
        }
        return played.map(rules.hides) ?? false
    }

    /// An entry that was played on the rules is a secret as long as a seat of another host owes its own. (With two seats it's
    /// the last one of the run then.)
    private func isToBeSealed(_ entry: LogEntry, _ rules: MatchRules) throws(TableError) -> Bool {
        guard rules.match.script.secretive, rules.match.enteredInRound > 0 else { return false }
        let standing = try standing(rules)
        let owing = standing.isOpening ? [] : standing.seats
        guard !owing.isEmpty, !entries.contains(where: { $0 != entry && owing.contains($0.seat) }) else { return false }
        let last = try saying(TableError.game) { () throws(GameError) in
            try rules.match.lastEntry(of: entry.seat, for: entry.seat)
        }
        return last?.secrecy == .round
    }
}

extension UnsignedRun {
    /// The plies with the last entry sealed where others mustn't read it yet.
    func sealing(_ plies: [Ply], behind log: SignedLog, _ keys: [Int: SeatKey]) -> [Ply] {
        guard sealsLast, let place = chosen.last?.place, let seat = chosen.last?.seat, let key = keys[seat],
            let index = plies.lastIndex(where: { $0.seat == seat && $0.isMove }),
            case .move(let move) = plies[index].action
        else { return plies }
        let all = log.log.plies + plies
        let begin = all[place...].firstIndex { !$0.isClaim } ?? place
        var sealed = plies
        sealed[index] = plies[index].acting(
            SealingKey(of: key).seal(move, at: SealPlace(of: seat, inRoundAt: begin, of: log, behind: plies)))
        return sealed
    }

    /// The plies with those sealed that stay so for longer than a round, and what they were, by their commitments.
    func hiding(
        _ plies: [Ply], behind log: SignedLog, _ keys: [Int: SeatKey], _ secrets: inout [Commitment: OpenedMove]
    ) -> [Ply] {
        var plies = plies
        for (index, begin) in hiddenIndices(plies) {
            guard let key = keys[plies[index].seat], case .move(let move) = plies[index].action else { continue }
            let place = SealPlace(
                of: plies[index].seat, inRoundAt: begin ?? log.log.plies.count + index, of: log, behind: plies)
            let form = HiddenForm(of: move, key: key, at: place)
            plies[index] = plies[index].acting(form.action)
            if case .hide(let commitment) = form.action { secrets[commitment] = form.opened }
        }
        return plies
    }

    /// Where they stand, from the first on, and where their rounds begin.
    private func hiddenIndices(_ plies: [Ply]) -> [(index: Int, begin: Int?)] {
        hidden.compactMap { entry in
            let own = plies.indices.filter { plies[$0].seat == entry.seat }
            return own.indices.contains(entry.place) ? (own[entry.place], entry.begin) : nil
        }.sorted { $0.0 < $1.0 }
    }

    /// The plies with the bets that they carry: of those that were offered, whatever the first move that may takes; and an
    /// entry that was sent before carries what it carried then.
    ///
    /// - Parameter sent: What seats chose in rounds, by the head that names the round.
    func carrying(_ offers: [OfferedBet], _ plies: [Ply], sent: [Head: [Int: SentEntry]]) -> [Ply] {
        guard !offers.isEmpty || !sent.isEmpty else { return plies }
        var book = BetBook(of: log)
        var (waiting, chosen) = (offers, chosen)
        return plies.map { ply in
            var ply = ply
            if ply.isMove {
                var bets: [Bet]?
                if ply.place != .alone, let next = chosen.firstIndex(where: { $0.seat == ply.seat }) {
                    let place = chosen.remove(at: next).place
                    bets = log.heads.indices.contains(place) ? sent[log.heads[place]]?[ply.seat]?.bets : nil
                }
                let carried = bets ?? waiting.carried(by: ply, book)
                waiting.removeAll { carried.contains($0.bet) }
                ply = ply.carrying(carried)
            }
            book.note(ply)
            return ply
        }
    }
}

/// What a seat chose in a round in a message that was made here, and the bets that its entry carries.
struct SentEntry: Hashable {
    let action: Ply.Action
    let bets: [Bet]
}
