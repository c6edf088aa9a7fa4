import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// The rules of one match, standing at some ply of its log: a match of `GameRules` in the form that the protocol replays.
///
/// One is kept for each match that is in use, so that a message which goes on where it stands costs only its new plies.
final class MatchRules: RulesReplay {
    let identity: MatchIdentity
    let match: Match
    /// Where the rules stand, apart from the Lua state, which ``match`` has.
    private var position = Position()

    /// - Parameters:
    ///   - kept: What draws follow from, where that isn't the match itself.
    ///   - secrets: What is known here of sealed moves.
    /// - Throws: ``ReplayFailure``: `refused` for a setup that the game doesn't take and for a game that a host has to deal,
    ///   `failed` if the script fails here.
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
        match.keepsMoves = true
        match.rebuilding = ProcessorBudget.message.watched(witness != nil).forRebuilding
        begun = ProcessorClock.threadSeconds() - before
        position.spent = begun
        draws = Self.drawBook(of: identity, script)
        try follow(plies, toEndOf: Array(plies))
    }

    // MARK: What it took

    /// What it took to begin, in seconds of processor time.
    private let begun: Double
    /// About what it took to come here from nothing, in seconds of processor time, as far as it happened on a thread of Lua's.
    var spent: Double { position.spent }

    /// Records the cost of a full replay.
    func took(_ seconds: Double) { position.spent = seconds }

    private func measured<R>(_ body: () throws(GameError) -> R) throws(GameError) -> R {
        let before = ProcessorClock.threadSeconds()
        defer { position.spent += ProcessorClock.threadSeconds() - before }
        return try body()
    }

    /// Plays what a person typed; it isn't part of a replay, and ``stands(at:)`` has to follow.
    ///
    /// - Parameter ply: The ply that comes of it, as far as it is known: its place, and the link that it opens.
    /// - Returns: What the rules have written down of it; nil where it left no trace.
    @discardableResult
    func play(_ text: String, as ply: Ply) throws(GameError) -> LogEntry? {
        try play(as: ply, opener: { $0.logged(by: text) }) { match throws(GameError) in
            try match.playOrWait(text, seat: ply.seat)
        }
    }

    /// The same for a move that is told otherwise.
    ///
    /// - Parameter meant: Which of the legal moves it is: that is asked where moves open what was sealed.
    func play(
        as ply: Ply, opener meant: ([Move]) -> (move: Move, logged: LoggedMove)?,
        _ move: (Match) throws(GameError) -> Match.Played
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

    /// The move that a person means, if it opens what was sealed.
    private func opener(
        of seat: Int, _ meant: ([Move]) -> (move: Move, logged: LoggedMove)?
    ) throws(GameError) -> (move: Move, logged: LoggedMove)? {
        if match.script.opening.isEmpty || hidden.all.isEmpty { return nil }
        return meant(try match.legalMoves(for: seat)).flatMap { $0.move.opens ? $0 : nil }
    }

    /// Have some seats entered a round that others owe?
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
            return try measured { () throws(GameError) in try isDrafting ? body() : match.replaying(body) }
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
            // a look: who comes here again doesn't ask, so it isn't measured
            now = try match.replaying { () throws(GameError) in try match.turnStatus }
        } catch {
            throw Self.failure(error)
        }
        return sealed.standing(
            Standing(
                seats: now.turn, isRound: now.isRound, isUnderWay: match.enteredInRound > 0, isOver: now.isOver))
    }

    func seals(_ move: LoggedMove, seat: Int) throws(ReplayFailure) -> Bool {
        guard !match.script.sealing.isEmpty, opening == nil, !match.awaitsSetup else { return false }
        return try attempt { () throws(GameError) in try match.seals(move, seat: seat) }
    }

    func play(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        try attempt { () throws(GameError) in
            try playDrawing(seat: seat, as: move) { () throws(GameError) in try match.playOrWait(move, seat: seat) }
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
            if var book = draws, try !match.turnStatus.isRound {
                book.choose(isForced: try match.hasOneChoice(seat))
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
            // who left in front may have ended the match
            guard try attempt({ () throws(GameError) in try match.status.outcome }) == nil else { return }
        }
        if opening != nil {
            opening?.opened = 0  // further openings are a bracket of their own
            return try leaveWaiting(seat: seat, why: why)
        }
        if draws?.isWaiting == true || match.awaitsSetup { return try leaveWaiting(seat: seat, why: why) }
        draws?.leave(seat)
        try attempt { () throws(GameError) in try match.leave(seat: seat, why: why) }
        notePlace(number)
    }

    /// What this device knows of moves that are sealed for the match: what its own seat sealed.
    var secrets: [Commitment: RevealedMove] = [:]

    /// Is a move played that is sealed afterwards?
    var isDrafting = false

    /// The number of the ply in the log that a ply of the match comes from, from 1; nil for one that wasn't played.
    func place(of ply: Int) -> Int? { places.indices.contains(ply - 1) ? places[ply - 1] : nil }

    /// The number of the ply that is played now.
    var number: Int { plies.count + trail.count + 1 }

    /// The entry at the end of the match's log comes from the ply of this number. A round that became void has taken its entries
    /// along.
    func notePlace(_ number: Int) {
        places.removeSubrange(min(places.count, max(0, match.logCount - 1))...)
        places.append(number)
    }

    /// How many plies the round under way has in the log: entries, sealed or not, and openings.
    var pliesOfRound: Int { opening?.opened ?? (waiting.isEmpty ? match.enteredInRound + sealed.plies : 0) }

    /// The entries of the last round stand in the order of their seats, whatever the order of arrival.
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

    // MARK: Where it stands

    var isAhead: Bool { !trail.isEmpty || isAmidPly }

    /// Marks the position as unknown: something was started that isn't known to end well, or isn't to count.
    func forget() { isAmidPly = true }

    /// Whether the rules stand at the end of these plies.
    func stands(exactlyAt log: [Ply]) -> Bool { !isAhead && plies.count == log.count && log.begins(with: plies) }

    /// Says that the plies played are those of this log.
    func stands(at plies: [Ply]) {
        position.plies = plies
        hidden.renumber(by: plies)
        renumberRound(by: plies)
        (trail, isAmidPly) = ([], false)
        match.keepsTexts = !plies.isEmpty
    }

    /// Did the replay that ran here play this log, to its end?
    func hasReplayed(_ log: [Ply]) -> Bool {
        guard !isAmidPly, log.begins(with: plies) else { return false }
        return log[plies.count...].elementsEqual(trail) {
            $0.seat == $1.seat && $0.action == $1.action && $0.link == $1.link
        }
    }

    /// Begins anew in the same Lua state, which is quicker than to make another.
    func restart() throws(ReplayFailure) {
        try attempt { () throws(GameError) in
            if identity.isChained { try match.restartKeyed() } else { try match.restart(seed: match.seed) }
        }
        position = Position(spent: begun)
        draws = Self.drawBook(of: identity, match.script)
        stands(at: [])
    }

    /// A position in the log of a match, to which rules of that match can return without playing a ply.
    final class Checkpoint {
        fileprivate let position: Position
        /// Nil before a match is set up.
        fileprivate let snapshot: MatchSnapshot?
        /// What was played before it.
        var plies: [Ply] { position.plies }

        fileprivate init(_ position: Position, _ snapshot: MatchSnapshot?) {
            (self.position, self.snapshot) = (position, snapshot)
        }
    }

    /// The position where the rules stand.
    ///
    /// - Throws: ``ReplayFailure/failed(_:)`` if the state of the match can't be written as bytes.
    func checkpoint() throws(ReplayFailure) -> Checkpoint {
        var position = position
        (position.plies, position.trail) = (plies + trail, [])
        do {
            return Checkpoint(position, match.awaitsSetup ? nil : try match.snapshot())
        } catch {
            throw Self.failure(error)
        }
    }

    /// Moves the rules to a position that these rules, or others of the same match, have noted.
    ///
    /// - Throws: ``ReplayFailure/failed(_:)`` if the script fails. Then these rules stand nowhere.
    func stand(at checkpoint: Checkpoint) throws(ReplayFailure) {
        guard let snapshot = checkpoint.snapshot else {
            try restart()
            _ = try follow(checkpoint.plies)
            return
        }
        isAmidPly = true
        do {
            try match.restore(to: snapshot)
        } catch {
            throw Self.failure(error)
        }
        position = checkpoint.position
        match.waitsFor = awaited
        match.keepsTexts = !plies.isEmpty
    }

    /// Plays plies that are known to be legal, to the end of a log.
    private func follow(_ further: ArraySlice<Ply>, toEndOf log: [Ply]) throws(ReplayFailure) {
        var rules = self
        // a host shows what its last message tells of, and nothing before it
        let firstShown = plies.isEmpty ? (further.lastIndex { $0.place != .continuesRound } ?? 0) : 0
        for index in further.indices {
            match.keepsTexts = index >= firstShown
            try rules.follow(further[index])
        }
        stands(at: log)
    }

    /// Plays on to the end of a log that begins with the plies played so far; false if it doesn't.
    func follow(_ log: [Ply]) throws(ReplayFailure) -> Bool {
        guard !isAhead, log.begins(with: plies) else { return false }
        try follow(log[plies.count...], toEndOf: log)
        return true
    }
}

extension MatchRules {
    /// What decides which of its own sealed moves a device can open for itself.
    struct Learnt: Hashable {
        let secrets, hidden, linked: Int
    }

    /// Where rules stand in a log, apart from the Lua state: everything that a replay changes. A copy of it and of the match's
    /// state is a copy of the rules, so a replay keeps nothing anywhere else.
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

    /// The positions before the last two rounds that were started, the last one first. A message that continues a round plays it
    /// again from there, and one that starts a round the round before that as well. Reveals of what was sealed in a round belong to
    /// that round, as in `Log.startOfRound(around:)`.
    var roundStarts: [Checkpoint] { position.roundStarts }

    /// Notes the position if a ply that is about to be played starts a round.
    func noteRound(startingWith ply: Ply) {
        guard ply.place == .beginsRound, !ply.isOpening || (trail.last ?? plies.last)?.isInRound != true else { return }
        let earlier = position.roundStarts.first
        position.roundStarts = []  // checkpoints don't refer to earlier ones
        position.roundStarts = [try? checkpoint(), earlier].compactMap(\.self)
    }

    /// What was played so far.
    var plies: [Ply] { position.plies }

    /// What was played after ``plies``, by a replay that may have been of any log.
    private(set) var trail: [Ply] {
        get { position.trail }
        _modify { yield &position.trail }
    }

    /// Whether a ply was started and not finished. If the rules refused the ply or failed, their position is unknown.
    var isAmidPly: Bool {
        get { position.isAmidPly }
        set { position.isAmidPly = newValue }
    }

    /// The seats that have left and the open claims.
    var attendance: Attendance {
        get { position.attendance }
        _modify { yield &position.attendance }
    }

    /// What is sealed in the round under way: the match knows nothing of it until it is opened.
    var sealed: CommittedRound {
        get { position.sealed }
        _modify { yield &position.sealed }
    }

    /// What is sealed for longer than a round and not open yet.
    var hidden: HiddenMoves {
        get { position.hidden }
        _modify { yield &position.hidden }
    }

    /// The move that waits until all is opened; nil if none does.
    var opening: OpeningWait? {
        get { position.opening }
        set {
            position.opening = newValue
            match.waitsFor = awaited
        }
    }

    /// What was known when this device's own secrets were last looked through.
    var learnt: Learnt? {
        get { position.learnt }
        set { position.learnt = newValue }
    }

    /// What draws are keyed by, and who has to witness them; nil in a match that has no chains.
    var draws: RandomDrawLedger? {
        get { position.draws }
        set {
            position.draws = newValue
            match.waitsFor = awaited
        }
    }

    /// The first seat that something waits for: a witness, or an opening.
    private var awaited: Int? { position.draws?.owed ?? position.opening?.seats.min() }

    /// Plies that wait for a draw: the match stands before them.
    var waiting: [WaitingPly] {
        get { position.waiting }
        _modify { yield &position.waiting }
    }

    /// The numbers of those plies in the log.
    var waitingPlaces: [Int] {
        get { position.waitingPlaces }
        _modify { yield &position.waitingPlaces }
    }

    /// The move that draws among them, as the rules would write it down.
    var waitingEntry: LogEntry? {
        get { position.waitingEntry }
        set { position.waitingEntry = newValue }
    }

    /// How many moves drew by chance.
    var drawsPlayed: Int {
        get { position.drawsPlayed }
        set { position.drawsPlayed = newValue }
    }

    /// Seats that others put out while a draw waited for them.
    private(set) var putOut: [Audit.PutOut] {
        get { position.putOut }
        set { position.putOut = newValue }
    }

    /// The seat whose ply is played now.
    var mover: Int {
        get { position.mover }
        set { position.mover = newValue }
    }

    /// What the audit found so far.
    var faults: [Audit.Fault] {
        get { position.faults }
        _modify { yield &position.faults }
    }

    /// The number of the ply in the log that each entry of the match's own log comes from.
    private(set) var places: [Int] {
        get { position.places }
        _modify { yield &position.places }
    }
}

extension Match {
    /// What keys the numbers of a match by messages whose game draws none: the head that it begins with. All hosts could work them
    /// out.
    package static func seed(of identity: MatchIdentity) -> UInt64 {
        Head(of: identity).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
