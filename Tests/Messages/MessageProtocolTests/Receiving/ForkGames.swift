import Crypto
import MessageProtocol
import Values

/// The toy games of `Oracles/forks.py`, for the real replay: turns, turns with skips, runs of two,
/// rounds, mixed.
struct ForkGame: RulesReplay {
    let kind: String
    let seats: Int
    let length: Int
    var attendance = Attendance()
    private var gone: Set<Int> = []
    private var entered: Set<Int> = []
    private var turn: Int
    private var skip = 0
    private var again = 0
    private var stage = 0
    private var total = 0
    private var sealed = CommittedRound()

    init(kind: String, seats: Int, length: Int) {
        (self.kind, self.seats, self.length) = (kind, seats, length)
        turn = seats
    }

    private var active: [Int] { (1...seats).filter { !gone.contains($0) } }
    private var isRound: Bool { kind == "rounds" || kind == "mixed" && stage % 2 == 0 }

    private func next(_ seat: Int) -> Int {
        var next = seat
        repeat { next = next % seats + 1 } while gone.contains(next)
        return next
    }

    mutating func standing() -> ReplayPosition {
        guard active.count > 1, stage < length else { return ReplayPosition(seats: [], isRound: isRound, isOver: true) }
        if isRound {
            return sealed.standing(
                ReplayPosition(
                    seats: active.filter { !entered.contains($0) }, isRound: true, isUnderWay: !entered.isEmpty))
        }
        if again > 0, !gone.contains(again) { return ReplayPosition(seats: [again]) }
        return ReplayPosition(seats: [(0...skip).reduce(turn) { seat, _ in next(seat) }])
    }

    mutating func play(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        guard case .index(let choice) = move, (1...2).contains(choice) else { throw .refused("expected 1 or 2") }
        total = (total * 3 + choice) % 97
        if isRound {
            entered.insert(seat)
            guard entered.count == active.count else { return }
            (entered, sealed, turn) = ([], CommittedRound(), seats)
            stage += 1
            return
        }
        let goesOn = kind == "duo" && choice == 2 && again != seat
        let ends = kind != "mixed" || seat == active.last
        (turn, skip, again) = (seat, kind == "pick" ? choice - 1 : 0, goesOn ? seat : 0)
        if !goesOn, ends { stage += 1 }
    }

    mutating func hide(_ commitment: Commitment, seat: Int) throws(ReplayFailure) { try play(.index(1), seat: seat) }

    mutating func disclose(_ disclosure: Disclosure, seat: Int) {}

    mutating func seal(seat: Int) { sealed.seal(seat) }

    mutating func open(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        sealed.open(seat)
        try play(move, seat: seat)
    }

    mutating func leave(seat: Int, why: LeaveReason) throws(ReplayFailure) {
        if !isRound, standing().seats.contains(seat) { (turn, skip) = (seat, 0) }
        if again == seat { again = 0 }
        gone.insert(seat)
        (entered, sealed) = ([], CommittedRound())
    }

    mutating func standingDigest() -> [UInt8] { Array(SHA256.hash(data: [UInt8(total), UInt8(stage)])) }
}

struct ForkGames: RulesProvider {
    let game: ForkGame

    func support(for game: GameID, script: ScriptDigest) -> RulesSupport { .available }

    func replay(of match: MatchIdentity, after plies: ArraySlice<Ply>) throws(ReplayFailure) -> any RulesReplay {
        var rules = game
        for ply in plies { try rules.follow(ply) }
        return rules
    }

    func withinBudget<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try body() }
}
