import Crypto
import MessageProtocol
import Values

/// Two tiny games with random draws.
///
/// `dice`: a seat says 1 or 2 and rolls once, 3 to pass the turn without a roll, 4 to roll and move
/// again, 5 to do nothing and move again. The rolls affect only the digest. In a match of three,
/// seat 1 counts as a seat without a choice.
///
/// `toss`: all seats say 1, 2 or 3 at once. Each 1 and 2 draws, and a 3 doesn't.
struct DiceRules: RulesReplay {
    private let isRound: Bool
    private let seats: Int
    private var book: RandomDrawLedger
    private var gone: Set<Int> = []
    private var turn = 1
    private var left: Int
    private var entered: [Int: Int] = [:]
    private var waiting: [Waiting] = []
    /// The draws so far, with their keys. The draw of the setup is the first.
    private(set) var drawn: [[UInt8]] = []
    var attendance = Attendance()

    private enum Waiting {
        case roll(RandomDrawLedger.Place, goesOn: Bool)
        case round([RandomDrawLedger.Place])
        case leave(Int)
    }

    init(_ match: MatchIdentity) throws(ReplayFailure) {
        isRound = match.game.name == "toss"
        seats = match.setup.seats
        left = match.setup.options["rounds"]?.intValue ?? 40
        book = RandomDrawLedger(match, isQuick: match.setup.options["quick"] == .bool(true))
    }

    private var active: [Int] { (1...seats).filter { !gone.contains($0) } }

    mutating func standing() -> ReplayPosition {
        if let seat = book.owed { return ReplayPosition(seats: [seat], isWitness: true) }
        if left == 0 || active.count < 2 { return ReplayPosition(seats: [], isOver: true) }
        guard isRound else { return ReplayPosition(seats: [turn]) }
        return ReplayPosition(seats: active.filter { entered[$0] == nil }, isRound: true, isUnderWay: !entered.isEmpty)
    }

    mutating func reach(_ ply: Ply) { book.reach(ply) }

    mutating func witness(seat: Int) throws(ReplayFailure) {
        guard book.isWaiting else { throw .refused("nothing is to be witnessed") }
        goOn()
    }

    private mutating func goOn() {
        guard book.isWaiting, book.owed == nil else { return }
        book.goOn()
        if drawn.isEmpty { drawn.append(book.key(at: .setup)) }
        for entry in waiting {
            switch entry {
            case .roll(let place, let goesOn):
                drawn.append(book.key(at: place))
                book.noteDraw(of: place.seat)
                if !goesOn { pass() }
            case .round(let places): settle(places)
            case .leave(let seat): left(by: seat)
            }
        }
        waiting = []
    }

    private mutating func pass() {
        left -= 1
        turn = active.first { $0 > turn } ?? active.first ?? 1
    }

    /// The places of the entries that draw, in the order of their seats.
    private var places: [RandomDrawLedger.Place] {
        entered.filter { $0.value < 3 }.keys.sorted().map { book.place(of: $0) }
    }

    private mutating func settle(_ places: [RandomDrawLedger.Place]) {
        for place in places { drawn.append(book.key(at: place)) }
        (entered, left) = ([:], left - 1)
    }

    mutating func play(_ move: LoggedMove, seat: Int) throws(ReplayFailure) {
        guard case .index(let number) = move, (1...5).contains(number) else { throw .refused("expected 1 to 5") }
        if isRound {
            entered[seat] = number
            guard entered.count == active.count else { return }
            if book.isRoundKnownAtOnce || places.isEmpty { return settle(places) }
            book.awaitRound()
            waiting = [.round(places)]
            entered = [:]
            return
        }
        let place = book.place(of: seat)
        // the first seat of three has no choice, so it must roll
        book.choose(isForced: seats == 3 && seat == 1)
        if number == 3 { return pass() }
        if number == 5 { return }
        if book.isKnownAtOnce {
            drawn.append(book.key(at: place))
            book.noteDraw(of: seat)
            if number != 4 { pass() }
        } else {
            book.await(ply: seat)
            waiting = [.roll(place, goesOn: number == 4)]
        }
    }

    mutating func hide(_ commitment: Commitment, seat: Int) throws(ReplayFailure) {
        throw .refused("nothing is hidden here")
    }

    mutating func disclose(_ disclosure: Disclosure, seat: Int) {}

    mutating func seal(seat: Int) throws(ReplayFailure) { throw .refused("nothing is sealed here") }
    mutating func open(_ move: LoggedMove, seat: Int) throws(ReplayFailure) { throw .refused("nothing is sealed here") }

    mutating func leave(seat: Int, why: LeaveReason) {
        book.leave(seat)
        guard book.isWaiting else { return left(by: seat) }
        waiting.append(.leave(seat))
        goOn()
    }

    private mutating func left(by seat: Int) {
        gone.insert(seat)
        entered = [:]
        if turn == seat { turn = active.first { $0 > seat } ?? active.first ?? 1 }
    }

    mutating func standingDigest() -> [UInt8] {
        var hash = SHA256()
        for key in drawn { hash.update(data: key) }
        hash.update(data: [UInt8(turn), UInt8(left)] + gone.sorted().map { UInt8($0) })
        return Array(hash.finalize())
    }
}

extension TestMatch {
    /// Returns a match in which all seats are taken and every seat has opened its first chain link.
    static func drawing(
        _ game: String = "dice", options: [String: Value] = [:], names: [String] = ["Ana", "Bob"]
    ) throws -> TestMatch {
        var test = try seated(game, options: options, names: names, isChained: true)
        let first = names.count == 2 ? [1] : Array(2...names.count)
        for seat in first { try test.add(seat, .witness) }
        return test
    }

    /// The draws. The draw of the setup is the first.
    var draws: [[UInt8]] {
        get throws {
            var rules = try DiceRules(match)
            for ply in log.log.plies { try rules.follow(ply) }
            return rules.drawn
        }
    }

    /// The seats that owe a witness ply, or that are to move.
    var standing: ReplayPosition {
        get throws {
            var rules = try DiceRules(match)
            for ply in log.log.plies { try rules.follow(ply) }
            return rules.standing()
        }
    }

    /// Why the protocol rejects the last plies; nil if they are legal.
    var refusal: String? {
        get throws {
            try Receiver(library: ToyLibrary()).refusal(of: log, after: 0)
        }
    }
}
