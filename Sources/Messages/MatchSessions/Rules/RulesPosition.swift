import GameRules
import MessageProtocol
import Values

/// The position of rules in a log, apart from the Lua state: everything that a replay changes. A
/// copy of this value and of the match's state is a copy of the rules, so a replay must store
/// nothing elsewhere.
struct RulesPosition {
    /// The plies that were played.
    var played = PlayedPlies()
    /// The seats that have left and the open claims.
    var attendance = Attendance()
    /// The sealed entries of the round under way. The match doesn't know them until they are
    /// revealed.
    var sealed = CommittedRound()
    /// The moves that are sealed for longer than a round and not revealed.
    var hidden = HiddenMoves()
    /// The plies that wait for a draw or for reveals.
    var waiting = WaitingPlies()
    /// The ledger of the random draws; nil in a match without hash chains.
    var draws: RandomDrawLedger?
    /// The number of moves with random draws.
    var drawsPlayed = 0
    /// The seats that others put out while a draw waited for them.
    private(set) var putOut: [Audit.PutOut] = []
    /// The faults that the audit has found.
    private(set) var faults: [Audit.Fault] = []
    /// The seat of the ply that is played now.
    var mover = 0
    /// The approximate cost of a replay from the start to this position, in seconds of processor
    /// time on Lua's threads.
    var spent = 0.0
    /// The positions before the last two rounds that were started, the last one first. A message that
    /// continues a round plays the round again, from the position before the round. A message that
    /// starts a round also plays the preceding round again. Reveals of moves that were sealed in a
    /// round belong to that round, as in `Log.startOfRound(around:)`.
    var roundStarts: [RulesCheckpoint] = []
    /// The facts at the last call of ``learn(_:in:)``.
    private var learnt: Learnt?

    /// The facts that decide which of its own sealed moves a device can reveal to its rules.
    private struct Learnt: Hashable {
        let secrets, hidden, linked: Int
    }

    /// Creates the position before the first ply.
    init(_ draws: RandomDrawLedger?, spent: Double) { (self.draws, self.spent) = (draws, spent) }

    /// The first seat that owes a witness ply or a reveal.
    var awaited: Int? { draws?.owed ?? waiting.opening?.seats.min() }

    // MARK: Plies

    /// Records that the last entry of the match's log comes from a ply.
    mutating func notePlace(_ number: Int, in match: Match) { played.notePlace(number, entries: match.logCount) }

    /// Records that the mover and the earlier claimants put out a seat that owes a witness ply.
    mutating func notePutOut(_ seat: Int) {
        let claimants = Set(attendance.claims.filter { $0.against == seat }.map(\.by) + [mover])
        putOut.append(Audit.PutOut(seat: seat, ply: played.number, by: claimants.sorted()))
    }

    /// Records a sealed move of a seat, which the match has played.
    mutating func noteHidden(seat: Int, in match: Match) {
        let isInRound = match.enteredInRound > 0
        let link = draws.flatMap { $0.isQuick ? $0.latestLink(of: seat) : nil }
        hidden.add(played.number, of: seat, inRound: isInRound, link: link)
        notePlace(played.number, in: match)
    }

    /// Records that the plies of a log were played, and nothing after them.
    mutating func settle(at plies: [Ply], in match: Match) {
        hidden.renumber(by: plies)
        played.settle(at: plies, entries: match.log)
    }

    // MARK: Reveals

    /// Tells the match the moves that a seat has sealed and not revealed, as far as the match
    /// doesn't know them yet.
    ///
    /// - Parameter isLate: Whether the draws of a move for which no link has come yet are computed
    ///   without a link.
    mutating func open(
        _ moves: [RevealedMove], of seat: Int, isLate: Bool = true, in match: Match
    ) throws(RevealFault) {
        var (opened, keys): ([Int: LoggedMove], [Int: [UInt8]]) = ([:], [:])
        let log = match.log
        for (entry, move) in zip(hidden.of(seat), moves) {
            // if a round became void, the match's log no longer has its entries
            guard let index = played.entry(of: entry.number), log.indices.contains(index), log[index].choice == .sealed
            else { continue }
            opened[index + 1] = move.move
            guard isLate || entry.link != nil else { continue }
            keys[index + 1] = draws?.secretKey(of: seat, salt: move.salt, link: entry.link)
        }
        if opened.isEmpty { return }
        do throws(GameError) {
            try match.rules.take(keys)
        } catch {
            throw RevealFault(ply: 0, seat: seat, reason: .failed(error))
        }
        try match.sealedMoves.open(opened)
        drawsPlayed += keys.count
    }

    /// Tells the match the moves that a seat discloses after the match is over. If a move is
    /// against the rules, no ply becomes illegal. The move is recorded as a fault for the audit.
    ///
    /// - Throws: ``GameError`` if the script fails.
    mutating func disclose(_ moves: [RevealedMove], of seat: Int, in match: Match) throws(GameError) {
        do throws(RevealFault) {
            try open(moves, of: seat, in: match)
        } catch {
            if case .failed(let error) = error.reason { throw error }
            let ply = played.number(ofEntry: error.ply) ?? error.ply
            faults.append(Audit.Fault(seat: error.seat, ply: ply, reason: String(error.sentence.dropLast())))
        }
    }

    /// Tells the match the sealed moves of this device's own seat, as far as their draws are known.
    /// The draws of a move are known after another seat has revealed a link.
    ///
    /// - Parameter secrets: The sealed moves that this device knows.
    mutating func learn(_ secrets: [Commitment: RevealedMove], in match: Match) {
        guard draws != nil, !secrets.isEmpty, !played.isAmidPly else { return }
        // only these facts decide which moves can be told: if a ply changes none of them, the log
        // isn't played again
        let now = Learnt(
            secrets: secrets.count, hidden: hidden.all.count, linked: hidden.all.count { $0.link != nil })
        guard learnt != now else { return }
        learnt = now
        let plies = played.all
        for seat in hidden.seats {
            var known: [(link: Link?, move: RevealedMove)] = []
            for entry in hidden.of(seat) {
                guard plies.indices.contains(entry.number - 1),
                    let move = plies[entry.number - 1].hidden.flatMap({ secrets[$0] })
                else { break }
                known.append((entry.link, move))
            }
            // the draws of the last moves may need links that no seat has revealed yet
            for count in Set([known.count, known.prefix { $0.link != nil }.count]).sorted(by: >) where count > 0 {
                do {
                    try open(known.prefix(count).map(\.move), of: seat, isLate: false, in: match)
                    break
                } catch {
                    continue
                }
            }
        }
    }
}

/// A position in the log of a match. Rules of that match can return to it without playing a ply.
final class RulesCheckpoint {
    let position: RulesPosition
    /// The state of the match; nil before the match is set up.
    let snapshot: MatchSnapshot?
    /// The plies before the position.
    var plies: [Ply] { position.played.log }

    init(_ position: RulesPosition, _ snapshot: MatchSnapshot?) {
        (self.position, self.snapshot) = (position, snapshot)
    }
}
