import GameRules
import MessageProtocol
import Values

/// A move as a person or a program states it.
public enum ToldMove: Hashable, Sendable {
    /// By its text.
    case text(String)
    /// By its name and its argument.
    case named(String, argument: Value)

    /// The move as a person reads it.
    var text: String {
        switch self {
        case .text(let text): text
        case .named(let name, let argument): "\(name) \(argument.summary())"
        }
    }

    /// Returns the move among `moves` that is meant, together with its form in a log; nil if there is
    /// none.
    func logged(among moves: [Move]) -> (move: Move, logged: LoggedMove)? {
        switch self {
        case .text(let text): moves.logged(by: text)
        case .named(let name, let argument): moves.logged(byName: name, argument: argument)
        }
    }

    /// Plays the move, or leaves it waiting for a draw.
    func play(on match: Match, seat: Int) throws(GameError) -> MovePlayer.Played {
        switch self {
        case .text(let text): try match.moves.playOrWait(text, seat: seat)
        case .named(let name, let argument): try match.moves.playOrWait(name: name, argument: argument, seat: seat)
        }
    }
}

/// A builder that turns the entries of seats after the end of a log into plies, and signs the
/// plies. Each ply is played on the rules. In a round the plies are put into the order of their
/// seats. A move that others mustn't read yet is sealed.
struct DraftSigner {
    /// The log before the new plies.
    let log: SignedLog
    /// The keys of the seats that sign.
    private var keys: [Int: SeatKey]
    /// The rules, which start at the end of the log and move on with each ply.
    private let rules: MatchRules
    private var plies: [Ply] = []
    /// The index in `plies` where the current bracket begins. Nil outside of rounds, or if that
    /// bracket begins in the signed log.
    private var roundBegin: Int?
    /// The choices in rounds, with the place of the head that identifies the round.
    private(set) var chosen: [Choice] = []
    /// Whether the last entry of a round must be sealed, because somebody else may still choose
    /// after it.
    private(set) var sealsLast = false
    /// The moves that stay sealed for longer than a round, each with the number of plies that its
    /// seat has before the move. This number finds the move again, because the plies of one seat
    /// keep their order when a round is sorted by seats.
    private var hidden: [(seat: Int, place: Int, begin: Int?)] = []

    struct Choice {
        let seat: Int
        let move: LoggedMove
        let text: String?
        let place: Int
    }

    /// - Parameters:
    ///   - rules: The rules at the end of the log, to play on.
    ///   - keys: The keys of the seats that sign.
    init(behind log: SignedLog, on rules: MatchRules, keys: [Int: SeatKey]) {
        (self.log, self.rules, self.keys) = (log, rules, keys)
    }

    /// Returns whether a seat has a ply among those that were added.
    func hasPly(of seat: Int) -> Bool { plies.contains { $0.seat == seat } }

    // MARK: Adding plies

    /// Adds the join that takes a seat.
    mutating func join(_ entry: SeatedPlayer, seat: Int, key: SeatKey) throws(SessionError) {
        keys[seat] = key
        let ply = try linked(Ply(seat: seat, action: .join(entry)))
        try check(ply)
        try replay(ply)
        add(ply)
    }

    /// Adds a claim against a seat.
    mutating func claim(_ claim: Attendance.Claim) throws(SessionError) {
        let ply = Ply(seat: claim.by, action: .claim(against: claim.against))
        try check(ply)
        add(ply)
    }

    /// Adds an entry of the rules' own log.
    ///
    /// - Parameter mayFollow: Returns whether an entry of a seat is still to be added.
    mutating func add(_ entry: LogEntry, mayFollow: (Int) -> Bool) throws(SessionError) {
        guard let action = Ply.Action(entry.choice) else {
            guard entry.choice != .sealed else {
                throw .request(.sealedElsewhere(by: entry.seat))
            }
            throw .request(.untoldLeaving(of: entry.seat, entry.leaving.map { "\($0)" }))
        }
        let isRound = try standing().isRound && entry.leaving == nil
        let position = position(isRound)
        let ply = try linked(Ply(seat: entry.seat, action: action, place: position.placement))
        try check(ply)
        try replay(ply, isDrafting: true)
        var isSecret = false
        if case .move = action, rules.opening == nil, !rules.match.script.sealing.isEmpty {
            isSecret = try played(by: entry.seat).map(rules.hides) ?? false
        }
        var isSealed = false
        if isRound, rules.match.script.secretive, rules.match.enteredInRound > 0 {
            let standing = try standing()
            let owing = standing.isOpening ? [] : standing.seats
            if !owing.isEmpty, !owing.contains(where: mayFollow) {
                isSealed = try played(by: entry.seat)?.secrecy == .round
            }
        }
        rules.note(ply)
        put(ply, entry.text, at: position, isRound: isRound, isSecret: isSecret, isSealed: isSealed)
    }

    /// Adds a move that somebody states. No further ply may be added after it.
    ///
    /// - Parameter status: The status of the match.
    /// - Returns: The entry in the rules' log.
    mutating func add(
        _ move: ToldMove, of seat: Int, from status: MatchStatus
    ) throws(SessionError) -> LogEntry {
        let position = position(status.isRound)
        let coming = try linked(Ply(seat: seat, action: .move(.index(1)), place: position.placement))
        // update the attendance as a replay does: a move answers a claim
        rules.attendance.settle(ReplayPosition(seats: status.turn, isOver: status.outcome != nil))
        let entry = try saying(SessionError.game) { () throws(GameError) in
            let entry = try rules.play(as: coming, opener: move.logged(among:)) { match throws(GameError) in
                try move.play(on: match, seat: seat)
            }
            if !rules.match.rules.lastPlyIsBound { try rules.match.checkGoesOn() }
            return entry
        }
        guard let entry, let action = Ply.Action(entry.choice) else {
            throw .request(.lostMove)
        }
        let ply = Ply(seat: seat, action: action, place: coming.place, link: coming.link)
        rules.attendance.note(ply)
        put(
            ply, entry.text ?? move.text, at: position, isRound: status.isRound, isSecret: rules.hides(entry),
            // the last entry may be open: nobody can choose after it
            isSealed: entry.secrecy == .round && status.turn != [seat])
        return entry
    }

    /// The place of a ply that is added now.
    private struct Position {
        /// The number of plies before the round and the claims directly before the round; 0 outside
        /// of rounds.
        let beforeRound: Int
        let beginsBracket: Bool
        let placement: Ply.Place
    }

    private func position(_ isRound: Bool) -> Position {
        guard isRound else { return Position(beforeRound: 0, beginsBracket: false, placement: .alone) }
        let all = log.log.plies + plies
        // after a claim, entries form another bracket
        let beginsBracket = rules.pliesOfRound == 0 || plies.isEmpty && all.last?.place == .alone
        return Position(
            beforeRound: all.placeBeforeRound(entered: rules.pliesOfRound, gone: rules.attendance.gone),
            beginsBracket: beginsBracket, placement: beginsBracket ? .beginsRound : .continuesRound)
    }

    /// Puts the ply into its place.
    private mutating func put(
        _ ply: Ply, _ text: String?, at position: Position, isRound: Bool, isSecret: Bool, isSealed: Bool
    ) {
        if isSecret {
            // for an entry of a round, also store where the round begins, which may be in the
            // signed log
            hidden.append((ply.seat, plies.count { $0.seat == ply.seat }, isRound ? begin(of: position) : nil))
        }
        guard isRound else {
            plies.append(ply)
            return
        }
        if isSealed { sealsLast = true }
        if case .move(let move) = ply.action {
            chosen.append(Choice(seat: ply.seat, move: move, text: text, place: position.beforeRound))
        }
        if position.beginsBracket { roundBegin = plies.count }
        plies.append(Ply(seat: ply.seat, action: ply.action, place: .continuesRound, link: ply.link))
        if let begin = roundBegin {
            plies.replaceSubrange(begin..., with: Log.round(of: Array(plies[begin...])))
        }
        if rules.pliesOfRound == 0 { roundBegin = nil }
    }

    private func begin(of position: Position) -> Int {
        let all = log.log.plies + plies
        return all[min(position.beforeRound, all.count)...].firstIndex { !$0.isAside } ?? all.count
    }

    private mutating func add(_ ply: Ply) {
        plies.append(ply)
        rules.note(ply)
    }

    private func replay(_ ply: Ply, isDrafting: Bool = false) throws(SessionError) {
        var rules = rules
        rules.isDrafting = isDrafting
        // to find the text of a ply later, the whole match would be played again
        if rules.plies.isEmpty { rules.match.moves.keepsTexts = true }
        defer { rules.isDrafting = false }
        do { try rules.play(ply) } catch { throw .replay(error) }
    }

    private func played(by seat: Int) throws(SessionError) -> LogEntry? {
        try saying(SessionError.game) { () throws(GameError) in try rules.match.lastEntry(of: seat, for: seat) }
    }

    /// Returns the ply with its chain link.
    private func linked(_ ply: Ply) throws(SessionError) -> Ply {
        guard log.match.isChained else { return ply }
        let all = try saying(SessionError.wire) { () throws(WireError) in
            try log.opening(log.log.plies + plies + [ply], keys: keys)
        }
        return all.last ?? ply
    }

    private func standing() throws(SessionError) -> ReplayPosition {
        do { return try rules.standing() } catch { throw .replay(error) }
    }

    /// Throws if other devices would reject the ply.
    private func check(_ ply: Ply) throws(SessionError) {
        let standing = try standing()
        var attendance = rules.attendance
        attendance.settle(standing)
        let stage = LegalPlyKinds(standing, attendance, behind: plies.last ?? log.log.plies.last)
        guard let refusal = stage.refusal(of: ply) else { return }
        throw .request(.noSignature(of: ply.seat, refusal))
    }

    // MARK: Signing

    /// The result of signing.
    struct Signed {
        let log: SignedLog
        /// How many bets the new plies carry.
        let bets: Int
        /// The moves that were sealed for longer than a round.
        let secrets: [Commitment: RevealedMove]
        /// The choices in rounds, by the head that identifies the round.
        let chosen: [Head: [Int: EquivocationGuard.Entry]]
    }

    /// Returns the log with all plies, signed. Moves that others mustn't read yet are sealed, and
    /// moves carry as many of the bets as the message has room for.
    ///
    /// - Parameters:
    ///   - offers: The offered bets.
    ///   - sent: The record of sent entries. If an entry was sent before, it carries the same bets
    ///     again.
    func signed(
        offering offers: [OfferedBet], sent: EquivocationGuard, within carrier: MessageURLCoder
    ) throws(WireError) -> Signed {
        guard !plies.isEmpty else { return Signed(log: log, bets: 0, secrets: [:], chosen: [:]) }
        var offers = offers
        while true {
            var secrets: [Commitment: RevealedMove] = [:]
            let carrying = try sealing(hiding(carrying(offers, sent), &secrets))
            let signed = try log.adding(carrying, keys: keys)
            let bets = carrying.flatMap(\.bets)
            guard let last = offers.lastIndex(where: { bets.contains($0.bet) }), !carrier.leavesRoom(signed) else {
                return Signed(log: signed, bets: bets.count, secrets: secrets, chosen: entries(in: signed))
            }
            offers.remove(at: last)
        }
    }

    private func entries(in signed: SignedLog) -> [Head: [Int: EquivocationGuard.Entry]] {
        var entries: [Head: [Int: EquivocationGuard.Entry]] = [:]
        for choice in chosen {
            let ply = signed.log.plies[choice.place...].first { $0.seat == choice.seat && $0.place != .alone }
            entries[signed.heads[choice.place], default: [:]][choice.seat] = EquivocationGuard.Entry(
                text: choice.text, move: choice.move, bets: ply?.bets ?? [])
        }
        return entries
    }

    /// Returns the plies, with the last entry sealed if others mustn't read it yet.
    ///
    /// - Throws: ``WireError/tooLarge(_:)`` for a move that is too long to be sealed.
    private func sealing(_ plies: [Ply]) throws(WireError) -> [Ply] {
        guard sealsLast, let choice = chosen.last, let key = keys[choice.seat],
            let index = plies.lastIndex(where: { $0.seat == choice.seat && $0.isMove }),
            case .move(let move) = plies[index].action
        else { return plies }
        try Self.checkSize(of: move, atMost: WireLimits.sealedMove)
        let all = log.log.plies + plies
        let begin = all[min(choice.place, all.count)...].firstIndex { !$0.isAside } ?? choice.place
        var sealed = plies
        sealed[index] = plies[index].acting(
            CommitmentKey(of: key).seal(
                move, at: CommitmentContext(of: choice.seat, inRoundAt: begin, of: log, behind: plies)))
        return sealed
    }

    /// Returns the plies, with commitments in place of the moves that stay sealed for longer than a
    /// round. Stores these moves by their commitments.
    private func hiding(
        _ plies: [Ply], _ secrets: inout [Commitment: RevealedMove]
    ) throws(WireError) -> [Ply] {
        var plies = plies
        for (index, begin) in hiddenIndices(plies) {
            guard let key = keys[plies[index].seat], case .move(let move) = plies[index].action else { continue }
            if !rules.match.script.opening.isEmpty { try Self.checkSize(of: move, atMost: WireLimits.hiddenMove) }
            let place = CommitmentContext(
                of: plies[index].seat, inRoundAt: begin ?? log.log.plies.count + index, of: log, behind: plies)
            let form = HiddenForm(of: move, key: key, at: place)
            plies[index] = plies[index].acting(form.action)
            if case .hide(let commitment) = form.action { secrets[commitment] = form.opened }
        }
        return plies
    }

    /// Throws if a move needs more room than its commitment reserves for the reveal.
    private static func checkSize(of move: LoggedMove, atMost most: Int) throws(WireError) {
        let size = move.bytes.count
        guard size <= most else { throw .tooLarge(.init("sealed move", size: size, limit: most, unit: "bytes")) }
    }

    /// Returns the indices of the moves that stay sealed for longer than a round, in order, and the
    /// indices where their rounds begin.
    private func hiddenIndices(_ plies: [Ply]) -> [(index: Int, begin: Int?)] {
        hidden.compactMap { entry in
            let own = plies.indices.filter { plies[$0].seat == entry.seat }
            return own.indices.contains(entry.place) ? (own[entry.place], entry.begin) : nil
        }.sorted { $0.0 < $1.0 }
    }

    /// Returns the plies with the bets that they carry. Each offered bet goes to the first move
    /// that may carry it.
    private func carrying(_ offers: [OfferedBet], _ sent: EquivocationGuard) -> [Ply] {
        guard !offers.isEmpty || !sent.entries.isEmpty else { return plies }
        var book = BetBook(of: log)
        var (waiting, chosen) = (offers, chosen)
        return plies.map { ply in
            var ply = ply
            if ply.isMove {
                var bets: [Bet]?
                if ply.place != .alone, let next = chosen.firstIndex(where: { $0.seat == ply.seat }) {
                    let place = chosen.remove(at: next).place
                    bets = log.heads.indices.contains(place) ? sent.entries[log.heads[place]]?[ply.seat]?.bets : nil
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
