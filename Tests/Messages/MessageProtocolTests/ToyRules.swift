import Crypto
import MessageProtocol
import Values

/// Two tiny games for tests of the protocol.
///
/// `sticks`: seats take one to three sticks in turn. A seat that leaves a multiple of seven sticks
/// takes again. The match ends when the last stick is taken. `pick`: in each of a few rounds all
/// seats pick 1, 2 or 3 at once.
struct ToyRules: RulesReplay {
    private enum Game { case sticks, pick }

    private let game: Game
    private let seats: Int
    private var meters: Meters
    private var left: Int
    private var seat = 1
    private var entered: [Int: Int] = [:]
    private var gone: Set<Int> = []
    private var total = 0
    private var sealed = CommittedRound()
    var attendance = Attendance()

    init(_ match: MatchIdentity, meters: Meters) throws(ReplayFailure) {
        self.meters = meters
        seats = match.setup.seats
        switch match.game.name {
        case "pick":
            game = .pick
            left = match.setup.options["rounds"]?.intValue ?? 3
        default:
            game = .sticks
            left = match.setup.options["sticks"]?.intValue ?? 20
        }
        guard left > 0 else { throw .refused("expected something to play with") }
        guard match.setup.rulesVersion == 1 else { throw .refused("expected version 1") }
    }

    private var stayed: [Int] { (1...seats).filter { !gone.contains($0) } }
    private var isOver: Bool { left == 0 || stayed.count < 2 }

    mutating func standing() -> ReplayPosition {
        guard !isOver else { return ReplayPosition(seats: [], isRound: false, isOver: true) }
        switch game {
        case .sticks: return ReplayPosition(seats: [seat])
        case .pick:
            let owed = stayed.filter { entered[$0] == nil }
            return sealed.standing(ReplayPosition(seats: owed, isRound: true, isUnderWay: !entered.isEmpty))
        }
    }

    mutating func play(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        meters.replayed += 1
        if meters.failsFrom.map({ meters.replayed >= $0 }) ?? false { throw .failed("out of time") }
        let number: Int
        switch move {
        case .index(let index): number = index
        case .typed("take", .int(let count)): number = Int(count)
        case .typed: throw .refused("expected take and a number")
        }
        guard (1...3).contains(number) else { throw .refused("expected 1, 2 or 3") }
        switch game {
        case .sticks:
            guard number <= left else { throw .refused("there are \(left) sticks") }
            left -= number
            total = total &* 31 &+ number
            if left % 7 != 0 { self.seat = next(self.seat) }
        case .pick:
            entered[seat] = number
            guard entered.count == stayed.count else { return }
            for seat in stayed { total = total &* 31 &+ (entered[seat] ?? 0) }
            entered = [:]
            sealed = CommittedRound()
            left -= 1
        }
    }

    /// An unknown sealed move takes one stick.
    mutating func hide(_ commitment: Commitment, seat: Int) throws(ReplayFailure) { try play(.index(1), seat: seat) }

    mutating func disclose(_ disclosure: Disclosure, seat: Int) {}

    mutating func seal(seat: Int) { sealed.seal(seat) }

    mutating func open(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        sealed.open(seat)
        try play(move, seat: seat)
    }

    mutating func leave(seat: Int, why: LeaveReason) throws(ReplayFailure) {
        gone.insert(seat)
        entered = [:]
        sealed = CommittedRound()
        if seat == self.seat { self.seat = next(seat) }
    }

    private func next(_ seat: Int) -> Int {
        var next = seat
        repeat { next = next % seats + 1 } while gone.contains(next) && gone.count < seats
        return next
    }

    mutating func standingDigest() throws(ReplayFailure) -> [UInt8] {
        if meters.digestFails { throw .failed("no digest") }
        let state: Value = [
            .int(Int64(left)), .int(Int64(seat)), .int(Int64(total)), .array(gone.sorted().map { .int(Int64($0)) }),
            .int(meters.disagrees ? 1 : 0),
        ]
        return Array(SHA256.hash(data: (try? state.canonicalBytes()) ?? []))
    }
}

/// The observations of a test on a replay, and the errors that it causes.
final class Meters {
    /// The moves that the rules were asked to play after the known moves.
    var replayed = 0
    var failsFrom: Int?
    var digestFails = false
    /// Whether this copy of the game differs.
    var disagrees = false
}

struct ToyLibrary: RulesProvider {
    static let script = [UInt8](repeating: 0x5c, count: 16)
    let meters = Meters()

    func support(for game: GameID, script: ScriptDigest) -> RulesSupport {
        guard ["sticks", "pick", "battleship", "dice", "toss"].contains(game.name) else { return .unknownGame }
        return script.bytes == Self.script ? .available : .otherVersion
    }

    func replay(of match: MatchIdentity, after plies: ArraySlice<Ply>) throws(ReplayFailure) -> any RulesReplay {
        if match.isChained {
            var rules = try DiceRules(match)
            for ply in plies { try rules.follow(ply) }
            return rules
        }
        let quiet = Meters()
        quiet.disagrees = meters.disagrees
        var rules = try ToyRules(match, meters: quiet)
        for ply in plies { try rules.follow(ply) }
        return rules.counting(with: meters)
    }

    func withinBudget<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try body() }
}

extension ToyRules {
    /// Returns the same position with other meters.
    func counting(with meters: Meters) -> ToyRules {
        ToyRules(self, meters: meters)
    }

    private init(_ rules: ToyRules, meters: Meters) {
        self = rules
        self.meters = meters
    }
}
