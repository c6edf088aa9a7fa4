import GameRules
import LuaRuntime
import MessageWire
import Values

/// The rules of one match, standing at some ply of its log: a match of `GameRules` in the form that the protocol replays.
///
/// One is kept for each match that is in use, so that a message which goes on where it stands costs only its new plies.
final class MatchRules: RulesReplay {
    let identity: MatchIdentity
    let match: Match
    /// What was played so far.
    private(set) var plies: [Ply] = []

    /// - Throws: ``ReplayFailure``: `refused` for a setup that the game doesn't take, `failed` if the script fails here.
    init(
        _ identity: MatchIdentity, of script: GameScript, after plies: ArraySlice<Ply> = [], pool: MemoryPool? = nil,
        witness: ScriptWitness? = nil
    ) throws(ReplayFailure) {
        self.identity = identity
        guard identity.setup.rulesVersion == script.version else {
            throw .refused("the script's version is \(script.version), not \(identity.setup.rulesVersion)")
        }
        var options: [String: Value] = [:]
        for case (.string(let name), let value) in identity.setup.options.mapValue ?? [:] { options[name] = value }
        let before = ProcessorClock.threadSeconds()
        do {
            match = try Match(
                of: script, seats: identity.setup.seats, options: options, seed: Match.seed(of: identity), pool: pool,
                witness: witness)
        } catch {
            throw Self.failure(error)
        }
        match.rebuilding = ProcessorBudget.message.watched(witness != nil).forRebuilding
        begun = ProcessorClock.threadSeconds() - before
        spent = begun
        for ply in plies { try repeats(ply) }
    }

    // MARK: What it took

    /// What it took to begin, in seconds of processor time.
    private let begun: Double
    /// About what it took to come here from nothing, in seconds of processor time, as far as it happened on a thread of Lua's.
    private(set) var spent: Double

    /// A replay from nothing was measured.
    func took(_ seconds: Double) { spent = seconds }

    private func measured<R>(_ body: () throws(GameError) -> R) throws(GameError) -> R {
        let before = ProcessorClock.threadSeconds()
        defer { spent += ProcessorClock.threadSeconds() - before }
        return try body()
    }

    /// Plays what a person typed; it isn't part of a replay, and ``stands(at:)`` has to follow.
    func play(_ text: String, seat: Int) throws(GameError) {
        try measured { () throws(GameError) in _ = try match.play(text, seat: seat) }
    }

    private static func failure(_ error: GameError) -> ReplayFailure {
        switch error {
        case .rejected(let rejection): .refused(rejection.message)
        case .request(let sentence): .refused(sentence)
        case .failed, .invalid: .failed("\(error)")
        }
    }

    @discardableResult
    private func attempt<R>(_ body: () throws(GameError) -> R) throws(ReplayFailure) -> R {
        do {
            return try measured(body)
        } catch {
            throw Self.failure(error)
        }
    }

    // MARK: RulesReplay

    func standing() throws(ReplayFailure) -> Standing {
        let status = try attempt { () throws(GameError) in try match.status }
        return Standing(
            seats: status.turn, isRound: status.isRound, isUnderWay: match.enteredInRound > 0,
            isOver: status.outcome != nil)
    }

    func play(_ move: ReplayedMove, seat: Int) throws(ReplayFailure) {
        try attempt { () throws(GameError) in
            switch move {
            case .index(let index): try match.play(index: index, seat: seat)
            case .typed(let name, let argument): try match.play(logged: name, argument: argument, seat: seat)
            }
        }
    }

    func leave(seat: Int, why: Leaving) throws(ReplayFailure) {
        let reason =
            switch why {
            case .resigned: "resigned"
            case .claimed: "claimed"
            }
        try attempt { () throws(GameError) in try match.leave(seat: seat, why: reason) }
    }

    var attendance = Attendance()

    func note(_ ply: Ply) {
        attendance.note(ply)
        trail.append(ply)
    }

    func publicStateDigest() throws(ReplayFailure) -> [UInt8] {
        try attempt { () throws(GameError) in try match.digest(public: true) }
    }

    // MARK: Where it stands

    /// What was played behind ``plies``, by a replay that may have been of any log.
    private var trail: [Ply] = []

    var isAhead: Bool { !trail.isEmpty }

    /// Says that the plies played are those of this log.
    func stands(at plies: [Ply]) {
        self.plies = plies
        trail = []
    }

    /// Did the replay that ran here play this log, to its end?
    func hasReplayed(_ log: [Ply]) -> Bool {
        guard log.starts(with: plies) else { return false }
        return log[plies.count...].elementsEqual(trail) { $0.seat == $1.seat && $0.action == $1.action }
    }

    /// Begins anew in the same Lua state, which is quicker than to make another.
    func restart() throws(ReplayFailure) {
        try attempt { () throws(GameError) in try match.restart(seed: match.seed) }
        spent = begun
        attendance = Attendance()
        stands(at: [])
    }

    /// Plays a ply that is known to be legal.
    private func repeats(_ ply: Ply) throws(ReplayFailure) {
        try attempt { () throws(GameError) in try match.follow(ply, &attendance) }
        plies.append(ply)
    }

    /// Plays on to the end of a log that begins with the plies played so far; false if it doesn't.
    func follow(_ log: [Ply]) throws(ReplayFailure) -> Bool {
        guard !isAhead, log.starts(with: plies) else { return false }
        for ply in log[plies.count...] { try repeats(ply) }
        return true
    }
}

extension Match {
    /// What keys the draws of a match by messages: until dice are fair, the head that it begins with. All hosts could work
    /// them out.
    public static func seed(of identity: MatchIdentity) -> UInt64 {
        Head(of: identity).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Plays a ply of a log that was found legal before.
    ///
    /// - Parameter attendance: Who is there at this place; it goes on by the ply.
    package func follow(_ ply: Ply, _ attendance: inout Attendance) throws(GameError) {
        let isClaim = if case .claim = ply.action { true } else { false }
        if isClaim || !attendance.claims.isEmpty {
            let status = try status
            attendance.settle(Standing(seats: status.turn, isOver: status.outcome != nil))
        }
        switch ply.action {
        case .move(let index): try play(index: index, seat: ply.seat)
        case .typed(let name, let argument): try play(logged: name, argument: argument, seat: ply.seat)
        case .resign, .claim:
            switch attendance.leaver(with: ply) {
            case (let seat, .resigned)?: try leave(seat: seat, why: "resigned")
            case (let seat, .claimed)?: try leave(seat: seat, why: "claimed")
            case nil: break
            }
        case .join, .start, .close: break
        }
        attendance.note(ply)
    }
}
