import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// The rules of one match, at some ply of its log: a match of `GameRules` in the form that the
/// protocol replays.
///
/// A device caches the rules of each match in use. For a message that continues from the position of
/// the cached rules, only the new plies are played.
final class MatchRules: RulesReplay {
    let identity: MatchIdentity
    let match: Match
    /// The position of the rules, apart from the Lua state, which ``match`` has.
    var position: RulesPosition {
        didSet { match.rules.waitsFor = position.awaited }
    }

    /// - Parameters:
    ///   - kept: The source of the draws, if it isn't the match itself.
    ///   - secrets: The sealed moves that are known here.
    /// - Throws: ``ReplayFailure``: `failed` if the script fails here. `refused` for a setup that the
    ///   game rejects, or for a game whose cards a host has to deal.
    init(
        _ identity: MatchIdentity, of script: GameScript, after plies: ArraySlice<Ply> = [], pool: MemoryPool? = nil,
        witness: ScriptObserver? = nil, kept: ReplayedDraws? = nil, secrets: [Commitment: RevealedMove] = [:]
    ) throws(ReplayFailure) {
        self.identity = identity
        self.secrets = secrets
        if let objection = script.objectionToMessages { throw .refused(objection) }
        guard identity.setup.rulesVersion == script.version else {
            throw .refused("the script's version is \(script.version), not \(identity.setup.rulesVersion)")
        }
        guard identity.isChained == (script.chance != .none) || kept != nil else {
            throw .refused("seats have anchors where the game draws, and only there")
        }
        var options: [String: Value] = [:]
        for case (.string(let name), let value) in identity.setup.options.mapValue ?? [:] { options[name] = value }
        let before = ProcessorClock.threadSeconds()
        do {
            let seats = identity.setup.seats
            if let kept {
                match = try Match(of: script, seats: seats, options: options, draws: kept, pool: pool, witness: witness)
            } else if identity.isChained {
                match = try Match(keyed: script, seats: seats, options: options, pool: pool, witness: witness)
            } else {
                match = try Match(
                    of: script, seats: seats, options: options, seed: Match.seed(of: identity), pool: pool,
                    witness: witness)
            }
        } catch {
            throw Self.failure(error)
        }
        match.views.keepsMoves = true
        match.rules.rebuilding = ProcessorBudget.message.watched(witness != nil).forRebuilding
        begun = ProcessorClock.threadSeconds() - before
        position = RulesPosition(Self.drawBook(of: identity, script), spent: begun)
        match.rules.waitsFor = position.awaited
        try follow(plies, toEndOf: Array(plies))
    }

    // MARK: Cost

    /// The cost of starting the match, in seconds of processor time.
    private let begun: Double

    /// Records the cost of a full replay.
    func took(_ seconds: Double) { position.spent = seconds }

    private func measured<R>(_ body: () throws(GameError) -> R) throws(GameError) -> R {
        let before = ProcessorClock.threadSeconds()
        defer { position.spent += ProcessorClock.threadSeconds() - before }
        return try body()
    }

    /// Plays a move that a person typed. Such a move isn't part of a replay, so the caller must
    /// call ``stands(at:)`` afterwards.
    ///
    /// - Parameter ply: The resulting ply, as far as it is known: its place, and its chain link.
    /// - Returns: The entry in the rules' log; nil if there is none.
    @discardableResult
    func play(_ text: String, as ply: Ply) throws(GameError) -> LogEntry? {
        try play(as: ply, opener: { $0.logged(by: text) }) { match throws(GameError) in
            try match.moves.playOrWait(text, seat: ply.seat)
        }
    }

    /// Plays a move that isn't given as text, like `play(_:as:)`.
    ///
    /// - Parameter meant: Returns the legal move that is meant. The closure is called only if moves
    ///   may request reveals.
    func play(
        as ply: Ply, opener meant: ([Move]) -> (move: Move, logged: LoggedMove)?,
        _ move: (Match) throws(GameError) -> MovePlayer.Played
    ) throws(GameError) -> LogEntry? {
        isDrafting = true
        defer { isDrafting = false }
        noteRound(startingWith: ply)
        position.hidden.reach(ply, isRoundUnderWay: isRoundUnderWay)
        position.draws?.reach(ply)
        let entry = try measured { () throws(GameError) in
            let opener = try opener(of: ply.seat, meant)
            let entry = try playDrawing(seat: ply.seat, as: opener?.logged) { () throws(GameError) in try move(match) }
            if let opener, opening != nil { position.waiting.describe(as: opener.move) }
            return opening == nil ? entry : position.waiting.entry
        }
        return entry ?? match.lastEntry(of: ply.seat)
    }

    /// Returns the move that a person means, if it requests reveals.
    private func opener(
        of seat: Int, _ meant: ([Move]) -> (move: Move, logged: LoggedMove)?
    ) throws(GameError) -> (move: Move, logged: LoggedMove)? {
        if match.script.opening.isEmpty || position.hidden.all.isEmpty { return nil }
        return meant(try match.legalMoves(for: seat)).flatMap { $0.move.opens ? $0 : nil }
    }

    /// Whether some seats have entered the current round, and others still owe their entries or
    /// reveals.
    var isRoundUnderWay: Bool { match.enteredInRound > 0 || position.sealed.plies > 0 }

    static func failure(_ error: GameError) -> ReplayFailure {
        switch error {
        case .rejected(let rejection): .refused(rejection.message)
        case .request(let problem): .refused(problem.description)
        case .failed, .invalid: .failed("\(error)")
        }
    }

    @discardableResult
    func attempt<R>(_ body: () throws(GameError) -> R) throws(ReplayFailure) -> R {
        do {
            return try measured { () throws(GameError) in try body() }
        } catch {
            throw Self.failure(error)
        }
    }

    // MARK: RulesReplay

    func standing() throws(ReplayFailure) -> ReplayPosition {
        if let seat = owedWitness { return ReplayPosition(seats: [seat], isWitness: true) }
        if let opening {
            return ReplayPosition(
                seats: opening.seats.sorted(), isRound: true, isUnderWay: opening.opened > 0, isOpening: true)
        }
        let now: TurnStatus
        do {
            // this query isn't measured, because a replay to this position doesn't need it
            now = try match.rules.turnStatus
        } catch {
            throw Self.failure(error)
        }
        return position.sealed.standing(
            ReplayPosition(
                seats: now.turn, isRound: now.isRound, isUnderWay: match.enteredInRound > 0, isOver: now.isOver))
    }

    func seals(_ move: LoggedMove, seat: Int) throws(ReplayFailure) -> Bool {
        guard !match.script.sealing.isEmpty, opening == nil, !match.awaitsSetup else { return false }
        return try attempt { () throws(GameError) in try match.sealedMoves.seals(move, seat: seat) }
    }

    func play(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        try attempt { () throws(GameError) in
            try playDrawing(seat: seat, as: move) { () throws(GameError) in
                try match.moves.playOrWait(move, seat: seat)
            }
        }
        if match.enteredInRound == 0 || !position.waiting.isEmpty { position.sealed = CommittedRound() }
    }

    func seal(seat: Int) throws(ReplayFailure) {
        guard match.script.secretive else { throw .refused("the game has no sealed moves") }
        position.sealed.seal(seat)
    }

    func open(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        position.sealed.open(seat)
        try play(move, seat: seat)
    }

    func hide(_ commitment: Commitment, seat: Int) throws(ReplayFailure) {
        guard match.script.secretive else { throw .refused("the game has no sealed moves") }
        if position.draws == nil, let secret = secrets[commitment] {
            try play(secret.move, seat: seat)
            return position.noteHidden(seat: seat, in: match)
        }
        try attempt { () throws(GameError) in
            if position.draws != nil, try !match.rules.turnStatus.isRound {
                let isForced = try match.rules.hasOneChoice(seat)
                position.draws?.choose(isForced: isForced)
            }
            try hideDrawing(seat: seat)
        }
    }

    func leave(seat: Int, why: LeaveReason) throws(ReplayFailure) {
        if seat == owedWitness, why == .claimed { position.notePutOut(seat) }
        position.sealed = CommittedRound()
        if opening?.seats.contains(seat) == true {
            try voidOpener()
            // a seat that left before may have ended the match
            guard try attempt({ () throws(GameError) in try match.status.outcome }) == nil else { return }
        }
        if opening != nil {
            position.waiting.opening?.opened = 0  // further reveals are a bracket of their own
            return try leaveWaiting(seat: seat, why: why)
        }
        if position.draws?.isWaiting == true || match.awaitsSetup { return try leaveWaiting(seat: seat, why: why) }
        position.draws?.leave(seat)
        try attempt { () throws(GameError) in try match.leave(seat: seat, why: why) }
        position.notePlace(number, in: match)
    }

    /// The moves sealed for longer than a round that this device knows: those of its own seat.
    var secrets: [Commitment: RevealedMove] = [:]

    /// Whether the current move is played for a draft, which may seal the move afterwards.
    var isDrafting = false

    /// The number of the ply that is played now.
    var number: Int { position.played.number }

    /// How many plies the round under way has in the log: entries, sealed or not, and reveals.
    var pliesOfRound: Int {
        opening?.opened ?? (position.waiting.isEmpty ? match.enteredInRound + position.sealed.plies : 0)
    }

    private static func drawBook(of identity: MatchIdentity, _ script: GameScript) -> RandomDrawLedger? {
        identity.isChained ? RandomDrawLedger(identity, isQuick: script.chance == .quick) : nil
    }

    func note(_ ply: Ply) {
        WorkCounter.add(.pliesReplayed)
        position.attendance.note(ply)
        position.played.note(ply)
    }

    func standingDigest() throws(ReplayFailure) -> [UInt8] {
        try attempt { () throws(GameError) in try match.standingDigest() }
    }

    // MARK: Position

    /// The plies of the log at the rules' position.
    var plies: [Ply] { position.played.log }

    /// The seats that have left and the open claims.
    var attendance: Attendance {
        get { position.attendance }
        _modify { yield &position.attendance }
    }

    /// The wait for the reveals that a move requests; nil if no move waits for reveals.
    var opening: OpeningWait? { position.waiting.opening }

    /// Marks the position as unknown: an operation was started whose result is unknown or must not
    /// count.
    func forget() { position.played.isAmidPly = true }

    /// Records that the rules have played the plies of this log.
    func stands(at plies: [Ply]) {
        position.settle(at: plies, in: match)
        match.moves.keepsTexts = !plies.isEmpty
    }

    /// Starts the match again in the same Lua state, which is quicker than creating another Lua
    /// state.
    func restart() throws(ReplayFailure) {
        try attempt { () throws(GameError) in
            if identity.isChained { try match.rules.restartKeyed() } else { try match.restart(seed: match.seed) }
        }
        position = RulesPosition(Self.drawBook(of: identity, match.script), spent: begun)
        stands(at: [])
    }

    /// Returns the current position of the rules.
    ///
    /// - Throws: ``ReplayFailure/failed(_:)`` if the state of the match can't be written as bytes.
    func checkpoint() throws(ReplayFailure) -> RulesCheckpoint {
        var position = position
        position.played = position.played.settled
        do {
            return RulesCheckpoint(position, match.awaitsSetup ? nil : try match.rules.snapshot())
        } catch {
            throw Self.failure(error)
        }
    }

    /// Moves the rules to a position that these rules or other rules of the same match have recorded.
    ///
    /// - Throws: ``ReplayFailure/failed(_:)`` if the script fails. Then the position of these rules
    ///   is unknown.
    func stand(at checkpoint: RulesCheckpoint) throws(ReplayFailure) {
        guard let snapshot = checkpoint.snapshot else {
            try restart()
            _ = try follow(checkpoint.plies)
            return
        }
        forget()
        do {
            try match.rules.restore(to: snapshot)
        } catch {
            throw Self.failure(error)
        }
        position = checkpoint.position
        match.moves.keepsTexts = !plies.isEmpty
    }

    /// Plays plies that are known to be legal, to the end of a log.
    private func follow(_ further: ArraySlice<Ply>, toEndOf log: [Ply]) throws(ReplayFailure) {
        var rules = self
        // a host shows only the moves of the last message, so keep only their texts
        let firstShown = plies.isEmpty ? (further.lastIndex { $0.place != .continuesRound } ?? 0) : 0
        for index in further.indices {
            match.moves.keepsTexts = index >= firstShown
            try rules.follow(further[index])
        }
        stands(at: log)
    }

    /// Plays on to the end of a log. Returns false if the log doesn't begin with the plies played
    /// so far, or if the rules aren't at the end of these plies.
    func follow(_ log: [Ply]) throws(ReplayFailure) -> Bool {
        guard !position.played.isAhead, log.begins(with: plies) else { return false }
        try follow(log[plies.count...], toEndOf: log)
        return true
    }

    /// Records the position if a ply that is about to be played starts a round.
    func noteRound(startingWith ply: Ply) {
        guard ply.place == .beginsRound, !ply.isOpening || position.played.last?.isInRound != true else { return }
        let earlier = position.roundStarts.first
        position.roundStarts = []  // checkpoints don't refer to earlier ones
        position.roundStarts = [try? checkpoint(), earlier].compactMap(\.self)
    }
}

extension Match {
    /// Returns the seed of a match by messages whose game has no random draws. The seed comes from
    /// the match's first head, so all hosts can compute it.
    package static func seed(of identity: MatchIdentity) -> UInt64 {
        Head(of: identity).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
