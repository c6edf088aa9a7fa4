import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// The rules of one match, at some ply of its log: a match of `GameRules` in the form that the
/// protocol replays.
///
/// A device caches the rules of each match in use, so a message that continues at their position
/// costs only its new plies.
final class MatchRules: RulesReplay {
    let identity: MatchIdentity
    let match: Match
    /// The position of the rules, apart from the Lua state, which ``match`` has.
    private var position = Position()

    /// - Parameters:
    ///   - kept: The source of the draws, if it isn't the match itself.
    ///   - secrets: The sealed moves that are known here.
    /// - Throws: ``ReplayFailure``: `refused` for a setup that the game rejects and for a game that
    ///   a host has to deal, `failed` if the script fails here.
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
        position.spent = begun
        draws = Self.drawBook(of: identity, script)
        try follow(plies, toEndOf: Array(plies))
    }

    // MARK: Cost

    /// The cost of starting the match, in seconds of processor time.
    private let begun: Double
    /// The approximate cost of a replay from the start to this position, in seconds of processor
    /// time on Lua's threads.
    var spent: Double { position.spent }

    /// Records the cost of a full replay.
    func took(_ seconds: Double) { position.spent = seconds }

    private func measured<R>(_ body: () throws(GameError) -> R) throws(GameError) -> R {
        let before = ProcessorClock.threadSeconds()
        defer { position.spent += ProcessorClock.threadSeconds() - before }
        return try body()
    }

    /// Plays what a person typed. It isn't part of a replay, and the caller must call
    /// ``stands(at:)`` afterwards.
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
    /// - Parameter meant: Returns which of the legal moves it is. It is called only if moves may
    ///   request reveals.
    func play(
        as ply: Ply, opener meant: ([Move]) -> (move: Move, logged: LoggedMove)?,
        _ move: (Match) throws(GameError) -> MovePlayer.Played
    ) throws(GameError) -> LogEntry? {
        isDrafting = true
        defer { isDrafting = false }
        noteRound(startingWith: ply)
        hidden.reach(ply, isRoundUnderWay: isRoundUnderWay)
        draws?.reach(ply)
        let entry = try measured { () throws(GameError) in
            let opener = try opener(of: ply.seat, meant)
            let entry = try playDrawing(seat: ply.seat, as: opener?.logged) { () throws(GameError) in try move(match) }
            if let opener, opening != nil, var entry = waitingEntry {
                (entry.text, entry.name) = (opener.move.text, opener.move.name)
                waitingEntry = entry
            }
            return opening == nil ? entry : waitingEntry
        }
        return entry ?? match.lastEntry(of: ply.seat)
    }

    /// Returns the move that a person means, if it requests reveals.
    private func opener(
        of seat: Int, _ meant: ([Move]) -> (move: Move, logged: LoggedMove)?
    ) throws(GameError) -> (move: Move, logged: LoggedMove)? {
        if match.script.opening.isEmpty || hidden.all.isEmpty { return nil }
        return meant(try match.legalMoves(for: seat)).flatMap { $0.move.opens ? $0 : nil }
    }

    /// Whether some seats have entered a round that others owe.
    var isRoundUnderWay: Bool { match.enteredInRound > 0 || sealed.plies > 0 }

    static func failure(_ error: GameError) -> ReplayFailure {
        switch error {
        case .rejected(let rejection): .refused(rejection.message)
        case .request(let sentence): .refused(sentence)
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

    func standing() throws(ReplayFailure) -> Standing {
        if let seat = owedWitness { return Standing(seats: [seat], isWitness: true) }
        if let opening {
            return Standing(
                seats: opening.seats.sorted(), isRound: true, isUnderWay: opening.opened > 0, isOpening: true)
        }
        let now: TurnStatus
        do {
            // this query isn't measured, because a replay to this position doesn't need it
            now = try match.rules.turnStatus
        } catch {
            throw Self.failure(error)
        }
        return sealed.standing(
            Standing(
                seats: now.turn, isRound: now.isRound, isUnderWay: match.enteredInRound > 0, isOver: now.isOver))
    }

    func seals(_ move: LoggedMove, seat: Int) throws(ReplayFailure) -> Bool {
        guard !match.script.sealing.isEmpty, opening == nil, !match.awaitsSetup else { return false }
        return try attempt { () throws(GameError) in try match.sealedMoves.seals(move, seat: seat) }
    }

    func play(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        try attempt { () throws(GameError) in
            try playDrawing(seat: seat, as: move) { () throws(GameError) in try match.moves.playOrWait(move, seat: seat)
            }
        }
        if match.enteredInRound == 0 || !waiting.isEmpty { sealed = CommittedRound() }
    }

    func seal(seat: Int) throws(ReplayFailure) {
        guard match.script.secretive else { throw .refused("the game has no sealed moves") }
        sealed.seal(seat)
    }

    func open(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        sealed.open(seat)
        try play(move, seat: seat)
    }

    func hide(_ commitment: Commitment, seat: Int) throws(ReplayFailure) {
        guard match.script.secretive else { throw .refused("the game has no sealed moves") }
        if draws == nil, let secret = secrets[commitment] {
            try play(secret.move, seat: seat)
            return noteHidden(seat: seat)
        }
        try attempt { () throws(GameError) in
            if var book = draws, try !match.rules.turnStatus.isRound {
                book.choose(isForced: try match.rules.hasOneChoice(seat))
                draws = book
            }
            try hideDrawing(seat: seat)
        }
    }

    func leave(seat: Int, why: Leaving) throws(ReplayFailure) {
        if seat == owedWitness, why == .claimed {
            let claimants = Set(attendance.claims.filter { $0.against == seat }.map(\.by) + [mover])
            putOut.append(Audit.PutOut(seat: seat, ply: number, by: claimants.sorted()))
        }
        sealed = CommittedRound()
        if opening?.seats.contains(seat) == true {
            try voidOpener()
            // a seat that left before may have ended the match
            guard try attempt({ () throws(GameError) in try match.status.outcome }) == nil else { return }
        }
        if opening != nil {
            opening?.opened = 0  // further reveals are a bracket of their own
            return try leaveWaiting(seat: seat, why: why)
        }
        if draws?.isWaiting == true || match.awaitsSetup { return try leaveWaiting(seat: seat, why: why) }
        draws?.leave(seat)
        try attempt { () throws(GameError) in try match.leave(seat: seat, why: why) }
        notePlace(number)
    }

    /// The long-sealed moves that this device knows: those of its own seat.
    var secrets: [Commitment: RevealedMove] = [:]

    /// Whether a move is being played that is sealed afterwards.
    var isDrafting = false

    /// Returns the number of the ply in the log, from 1, that a ply of the match comes from; nil
    /// for a ply that wasn't played.
    func place(of ply: Int) -> Int? { places.indices.contains(ply - 1) ? places[ply - 1] : nil }

    /// The number of the ply that is played now.
    var number: Int { plies.count + trail.count + 1 }

    /// Records that the last entry of the match's log comes from the ply of this number. Entries of
    /// a round that became void are removed.
    func notePlace(_ number: Int) {
        places.removeSubrange(min(places.count, max(0, match.logCount - 1))...)
        places.append(number)
    }

    /// How many plies the round under way has in the log: entries, sealed or not, and reveals.
    var pliesOfRound: Int { opening?.opened ?? (waiting.isEmpty ? match.enteredInRound + sealed.plies : 0) }

    /// Updates the places of the last round's entries, which a log has in seat order and not in the
    /// order of arrival.
    private func renumberRound(by plies: [Ply]) {
        var seats: Set<Int> = []
        for index in match.log.indices.reversed() where places.indices.contains(index) {
            let entry = match.log[index]
            guard entry.leaving == nil, seats.insert(entry.seat).inserted,
                let ply = plies.lastIndex(where: { $0.seat == entry.seat && ($0.isMove || $0.opensRoundSeal) }),
                plies[ply].isInRound
            else { return }
            places[index] = ply + 1
        }
    }

    private static func drawBook(of identity: MatchIdentity, _ script: GameScript) -> RandomDrawLedger? {
        identity.isChained ? RandomDrawLedger(identity, isQuick: script.chance == .quick) : nil
    }

    func note(_ ply: Ply) {
        WorkCounter.add(.pliesReplayed)
        attendance.note(ply)
        trail.append(ply)
        isAmidPly = false
    }

    func standingDigest() throws(ReplayFailure) -> [UInt8] {
        try attempt { () throws(GameError) in try match.standingDigest() }
    }

    // MARK: Position

    var isAhead: Bool { !trail.isEmpty || isAmidPly }

    /// Marks the position as unknown: an operation was started whose result is unknown or must not
    /// count.
    func forget() { isAmidPly = true }

    /// Returns whether the rules are at the end of these plies.
    func stands(exactlyAt log: [Ply]) -> Bool { !isAhead && plies.count == log.count && log.begins(with: plies) }

    /// Sets the plies that were played to those of this log.
    func stands(at plies: [Ply]) {
        position.plies = plies
        hidden.renumber(by: plies)
        renumberRound(by: plies)
        (trail, isAmidPly) = ([], false)
        match.moves.keepsTexts = !plies.isEmpty
    }

    /// Returns whether the last replay played this log, to its end.
    func hasReplayed(_ log: [Ply]) -> Bool {
        guard !isAmidPly, log.begins(with: plies) else { return false }
        return log[plies.count...].elementsEqual(trail) {
            $0.seat == $1.seat && $0.action == $1.action && $0.link == $1.link
        }
    }

    /// Starts the match again in the same Lua state, which is quicker than creating another one.
    func restart() throws(ReplayFailure) {
        try attempt { () throws(GameError) in
            if identity.isChained { try match.rules.restartKeyed() } else { try match.restart(seed: match.seed) }
        }
        position = Position(spent: begun)
        draws = Self.drawBook(of: identity, match.script)
        stands(at: [])
    }

    /// A position in the log of a match. Rules of that match can return to it without playing a
    /// ply.
    final class Checkpoint {
        fileprivate let position: Position
        /// The state of the match; nil before the match is set up.
        fileprivate let snapshot: MatchSnapshot?
        /// The plies before the position.
        var plies: [Ply] { position.plies }

        fileprivate init(_ position: Position, _ snapshot: MatchSnapshot?) {
            (self.position, self.snapshot) = (position, snapshot)
        }
    }

    /// Returns the current position of the rules.
    ///
    /// - Throws: ``ReplayFailure/failed(_:)`` if the state of the match can't be written as bytes.
    func checkpoint() throws(ReplayFailure) -> Checkpoint {
        var position = position
        (position.plies, position.trail) = (plies + trail, [])
        do {
            return Checkpoint(position, match.awaitsSetup ? nil : try match.rules.snapshot())
        } catch {
            throw Self.failure(error)
        }
    }

    /// Moves the rules to a position that these rules, or others of the same match, have recorded.
    ///
    /// - Throws: ``ReplayFailure/failed(_:)`` if the script fails. Then the position of these rules
    ///   is unknown.
    func stand(at checkpoint: Checkpoint) throws(ReplayFailure) {
        guard let snapshot = checkpoint.snapshot else {
            try restart()
            _ = try follow(checkpoint.plies)
            return
        }
        isAmidPly = true
        do {
            try match.rules.restore(to: snapshot)
        } catch {
            throw Self.failure(error)
        }
        position = checkpoint.position
        match.rules.waitsFor = awaited
        match.moves.keepsTexts = !plies.isEmpty
    }

    /// Plays plies that are known to be legal, to the end of a log.
    private func follow(_ further: ArraySlice<Ply>, toEndOf log: [Ply]) throws(ReplayFailure) {
        var rules = self
        // a host shows only what its last message contains
        let firstShown = plies.isEmpty ? (further.lastIndex { $0.place != .continuesRound } ?? 0) : 0
        for index in further.indices {
            match.moves.keepsTexts = index >= firstShown
            try rules.follow(further[index])
        }
        stands(at: log)
    }

    /// Plays on to the end of a log. Returns false if the log doesn't begin with the plies played
    /// so far, or if the rules are ahead of those.
    func follow(_ log: [Ply]) throws(ReplayFailure) -> Bool {
        guard !isAhead, log.begins(with: plies) else { return false }
        try follow(log[plies.count...], toEndOf: log)
        return true
    }
}

extension MatchRules {
    /// The facts that decide which of its own sealed moves a device can reveal to its rules.
    struct Learnt: Hashable {
        let secrets, hidden, linked: Int
    }

    /// The position of rules in a log, apart from the Lua state: everything that a replay changes.
    /// A copy of it and of the match's state is a copy of the rules, so a replay stores nothing
    /// elsewhere.
    fileprivate struct Position {
        var plies: [Ply] = []
        var trail: [Ply] = []
        var isAmidPly = false
        var attendance = Attendance()
        var sealed = CommittedRound()
        var hidden = HiddenMoves()
        var opening: OpeningWait?
        var learnt: Learnt?
        var draws: RandomDrawLedger?
        var waiting: [WaitingPly] = []
        var waitingPlaces: [Int] = []
        var waitingEntry: LogEntry?
        var drawsPlayed = 0
        var putOut: [Audit.PutOut] = []
        var mover = 0
        var faults: [Audit.Fault] = []
        var places: [Int] = []
        var spent = 0.0
        var roundStarts: [Checkpoint] = []
    }

    /// The positions before the last two rounds that were started, the last one first. A message
    /// that continues a round plays it again from there. A message that starts a round also plays
    /// the round before again. Reveals of what was sealed in a round belong to that round, as in
    /// `Log.startOfRound(around:)`.
    var roundStarts: [Checkpoint] { position.roundStarts }

    /// Records the position if a ply that is about to be played starts a round.
    func noteRound(startingWith ply: Ply) {
        guard ply.place == .beginsRound, !ply.isOpening || (trail.last ?? plies.last)?.isInRound != true else { return }
        let earlier = position.roundStarts.first
        position.roundStarts = []  // checkpoints don't refer to earlier ones
        position.roundStarts = [try? checkpoint(), earlier].compactMap(\.self)
    }

    /// The plies of the log at the rules' position.
    var plies: [Ply] { position.plies }

    /// The plies played after ``plies``, by a replay that may be of any log.
    private(set) var trail: [Ply] {
        get { position.trail }
        _modify { yield &position.trail }
    }

    /// Whether a ply was started and not finished. If the rules refused the ply or failed, their
    /// position is unknown.
    var isAmidPly: Bool {
        get { position.isAmidPly }
        set { position.isAmidPly = newValue }
    }

    /// The seats that have left and the open claims.
    var attendance: Attendance {
        get { position.attendance }
        _modify { yield &position.attendance }
    }

    /// The sealed entries of the round under way. The match doesn't know them until they are
    /// revealed.
    var sealed: CommittedRound {
        get { position.sealed }
        _modify { yield &position.sealed }
    }

    /// The moves that are sealed for longer than a round and not revealed.
    var hidden: HiddenMoves {
        get { position.hidden }
        _modify { yield &position.hidden }
    }

    /// The wait for the reveals that a move requests; nil if no move waits for any.
    var opening: OpeningWait? {
        get { position.opening }
        set {
            position.opening = newValue
            match.rules.waitsFor = awaited
        }
    }

    /// The facts at the last call of ``learn()``.
    var learnt: Learnt? {
        get { position.learnt }
        set { position.learnt = newValue }
    }

    /// The ledger of the random draws; nil in a match without hash chains.
    var draws: RandomDrawLedger? {
        get { position.draws }
        set {
            position.draws = newValue
            match.rules.waitsFor = awaited
        }
    }

    /// The first seat that owes a witness ply or a reveal.
    private var awaited: Int? { position.draws?.owed ?? position.opening?.seats.min() }

    /// The plies that wait for a draw or for reveals. The match is still before them.
    var waiting: [WaitingPly] {
        get { position.waiting }
        _modify { yield &position.waiting }
    }

    /// The numbers of those plies in the log.
    var waitingPlaces: [Int] {
        get { position.waitingPlaces }
        _modify { yield &position.waitingPlaces }
    }

    /// The waiting move, as the entry that the rules would record.
    var waitingEntry: LogEntry? {
        get { position.waitingEntry }
        set { position.waitingEntry = newValue }
    }

    /// How many moves drew by chance.
    var drawsPlayed: Int {
        get { position.drawsPlayed }
        set { position.drawsPlayed = newValue }
    }

    /// The seats that others put out while a draw waited for them.
    private(set) var putOut: [Audit.PutOut] {
        get { position.putOut }
        set { position.putOut = newValue }
    }

    /// The seat of the ply that is played now.
    var mover: Int {
        get { position.mover }
        set { position.mover = newValue }
    }

    /// The faults that the audit has found.
    var faults: [Audit.Fault] {
        get { position.faults }
        _modify { yield &position.faults }
    }

    /// For each entry of the match's own log, the number of the ply in the log that it comes from.
    private(set) var places: [Int] {
        get { position.places }
        _modify { yield &position.places }
    }
}

extension Match {
    /// Returns the seed of the numbers in a match by messages whose game has no random draws. It
    /// comes from the match's first head, so all hosts can compute it.
    package static func seed(of identity: MatchIdentity) -> UInt64 {
        Head(of: identity).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
