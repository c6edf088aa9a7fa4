import Effort
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

/// Three seats, one of which cheats with its own key. The cheat sends two versions of a move, old
/// messages, false claims, early closings and plies of others, withholds moves, and takes a
/// resignation back. The two honest seats end with one log, or with a dispute that names the cheat.
/// An honest seat never loses a ply that the other honest seat has built on.
@Suite struct HostileSeatTests {
    @Test func theOtherTwoKeepTheirMatch() throws {
        var (disputes, agreed) = (0, 0)
        let attacks = TestEffort.extent(quick: 6, full: 40)
        for seed in 1...UInt64(attacks) {
            var attack = try Attack(seed: seed)
            try attack.run()
            let end = try attack.settle()
            #expect(
                attack.problems.isEmpty, "seed \(seed): \(attack.problems)\n\(attack.trace.joined(separator: "\n"))")
            #expect(end != .apart, "seed \(seed): two matches\n\(attack.trace.joined(separator: "\n"))")
            if end == .disputed { disputes += 1 } else { agreed += 1 }
            if !attack.problems.isEmpty || end == .apart { break }
        }
        #expect(agreed > attacks / 4, "\(agreed) agreed, \(disputes) disputed")
    }
}

private struct Attack {
    enum End { case agreed, disputed, apart }

    let honest: [SimulatedPerson]
    /// The cheat's phones, which have the same key and don't communicate.
    let cheats: [SimulatedPerson]
    let match: MatchID
    private let key: SeatKey
    private var random: SplitMix64
    private var sent: [(url: String, from: SimulatedPerson)] = []
    private(set) var problems: [String] = []
    private(set) var trace: [String] = []

    init(seed: UInt64) throws {
        let game = try script("blackjack")
        random = SplitMix64(seed: seed)
        honest = [try SimulatedPerson("Ann", game, seed: seed), try SimulatedPerson("Bob", game, seed: seed)]
        cheats = try (0..<3).map { _ in try SimulatedPerson("Mal", game, seed: seed) }
        let (ann, bob) = (honest[0], honest[1])
        match = try ann.table.begin(
            as: ann.token, seats: 3, chat: ann.chat, session: ann.session,
            id: MatchID((0..<16).map { UInt8(truncatingIfNeeded: seed &+ $0) }), key: ann.newKey(), now: .zero)
        key = try SimulatedPerson("Mal", game, seed: seed).newKey()
        let invitation = try ann.act(.invite, in: match)
        for seat in [bob] + cheats { seat.read(invitation, from: ann) }
        let join = try bob.act(.join, in: match)
        for seat in [ann] + cheats { seat.read(join, from: bob) }
        for cheat in cheats {
            let join = try cheat.act(.join, in: match)
            for seat in honest { seat.read(join, from: cheats[0]) }
        }
        let start = try ann.act(.start, in: match)
        for seat in [bob] + cheats { seat.read(start, from: ann) }
        sent.append((start, ann))
        for seat in honest + cheats where seat.table.records[match]?.signedLog.roster.isComplete != true {
            problems.append("\(seat.name) has no match")
        }
    }

    private mutating func flip(_ of: Int = 2) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

    private func text(_ log: SignedLog) -> String {
        log.log.plies.map { "\($0.place == .alone ? "" : "…")\($0.seat)\($0.action)" }.joined(separator: " ")
            .replacingOccurrences(of: "move", with: "").replacingOccurrences(of: "against: ", with: "")
    }

    // MARK: Reading

    private mutating func give(_ url: String, from sender: SimulatedPerson, to reader: SimulatedPerson) {
        let before = reader.table.records[match]?.signedLog
        let reading = reader.read(url, from: sender.name == "Mal" ? cheats[0] : sender)
        guard reader.name != "Mal", let before, let after = reader.table.records[match]?.signedLog else { return }
        if before.head != after.head {
            trace.append("\(reader.name) by \(sender.name), \(reading.verdict.code): \(text(after))")
        }
        switch reading.verdict {
        case .adopt, .duplicate, .late, .kept, .disputed, .forged, .illegalTransition, .malformed: break
        default: problems.append("\(reader.name): \(reading.verdict.code): \(reading.verdict.line)")
        }
        if case .forged = reading.verdict, sender.name != "Mal" { problems.append("\(sender.name) forged") }
        if case .illegalTransition = reading.verdict, sender.name != "Mal" {
            problems.append("\(sender.name) sent what isn't legal")
        }
        checkBuiltOn(before, after, reader)
    }

    /// Checks that an honest seat's ply stays if the other honest seat continued from it.
    private mutating func checkBuiltOn(_ before: SignedLog, _ after: SignedLog, _ reader: SimulatedPerson) {
        let plies = before.log.plies
        // a seat that has resigned doesn't count as having built on a ply
        guard !(plies + after.log.plies).contains(where: { $0.action == .resign && $0.seat != 3 }) else { return }
        for (index, ply) in plies.enumerated() where ply.seat != 3 && ply.isInTurn {
            let run = before.log.runs.first { $0.range.contains(index) }
            let behind = plies[(run?.range.upperBound ?? plies.count)...]
            guard behind.contains(where: { $0.seat == 3 - ply.seat && $0.isInTurn }) else { continue }
            let own = plies[...index].filter { $0.seat == ply.seat && $0.isInTurn }.map(\.action)
            let kept = after.log.plies.filter { $0.seat == ply.seat && $0.isInTurn }.map(\.action)
            guard !kept.starts(with: own) else { continue }
            problems.append("\(reader.name) lost ply \(index + 1): \(text(before)) became \(text(after))")
            return
        }
    }

    // MARK: Playing

    private mutating func send(_ url: String, from sender: SimulatedPerson, withholding: Bool) {
        sent.append((url, sender))
        for reader in honest + cheats where reader !== sender {
            let isLost = reader.name == "Mal" ? flip(3) : withholding && flip()
            if !isLost { give(url, from: sender, to: reader) }
        }
    }

    private mutating func act(_ seat: SimulatedPerson) throws {
        guard let record = seat.table.records[match] else { return }
        if seat.name != "Mal", record.owesResignation { return }
        let moves = (try? seat.table.legalMoves(in: match)) ?? []
        if let move = moves.randomElement(using: &random), let url = try? seat.play(move.text, in: match) {
            trace.append("\(seat.name) plays: \(seat.table.records[match].map { text($0.signedLog) } ?? "")")
            return send(url, from: seat, withholding: seat.name == "Mal" || flip(4))
        }
        let status = try seat.table.status(of: match)
        if status.outcome != nil, flip(), let url = try? seat.act(.close, in: match) {
            return send(url, from: seat, withholding: flip())
        }
        // an honest seat claims only against the cheat, and the cheat claims against any seat
        let overdue = seat.name == "Mal" ? status.turn.randomElement(using: &random) : status.turn.first { $0 == 3 }
        if let overdue, flip(4), let url = try? seat.act(.claim(overdue), in: match) {
            trace.append("\(seat.name) claims against \(overdue)")
            return send(url, from: seat, withholding: true)
        }
        if let url = try? seat.table.urlToSendAgain(match) { send(url, from: seat, withholding: flip()) }
    }

    /// Performs an act that no honest phone would perform.
    private mutating func cheat() throws {
        guard let cheat = cheats.randomElement(using: &random), let log = cheat.table.records[match]?.signedLog,
            let old = sent.randomElement(using: &random), let victim = honest.randomElement(using: &random)
        else { return }
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: give(old.url, from: flip() ? cheat : old.from, to: victim)
        case 2: cheat.read(old.url, from: nil)
        case 3:
            if flip(4), let url = try? cheat.act(.resign, in: match) {
                trace.append("Mal resigns on one phone")
                give(url, from: cheat, to: victim)
            }
        case 4: try forge(.close(nil), on: log, seat: 3, .newRound, victim)
        case 5: try forge(.move(1), on: log, seat: Int.random(in: 1...2, using: &random), .end, victim)
        case 6: try forge(.claim(against: Int.random(in: 1...2, using: &random)), on: log, seat: 3, .end, victim)
        default: try forge(.move(2), on: log, seat: 3, flip() ? .newRound : .currentRound, victim)
        }
    }

    /// Sends a message in which the cheat's key has signed a ply for any seat, after the log of any
    /// message.
    private mutating func forge(
        _ action: Ply.Action, on log: SignedLog, seat: Int, _ placement: SignedLog.Placement, _ victim: SimulatedPerson
    ) throws {
        var forged = try? log.adding([action], seat: seat, placement: placement, key: key)
        if forged == nil, placement == .end {
            let plies = log.log.plies + [Ply(seat: seat, action: action)]
            let longer = try Log(seats: 3, plies: plies)
            // keep the other seat's signature over its earlier ply, or put the cheat's signature in
            // its place
            var signatures = log.signatures
            if flip() { signatures[seat - 1] = signatures[2] }
            forged = try? SignedLog(match: log.match, log: longer, signatures: signatures)
        }
        guard let forged else { return }
        let digest = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: Envelope.stateCheckSize)
        if let url = try? MessageURLCoder().url(of: Envelope(forged, sender: seat, standingDigest: digest)) {
            let before = victim.head(match)
            victim.read(url, from: cheats[0])
            if seat != 3, victim.head(match) != before { problems.append("\(victim.name) took a forged ply") }
        }
    }

    mutating func run() throws {
        for _ in 0..<60 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: if let seat = honest.randomElement(using: &random) { try act(seat) }
            case 2, 3: if let seat = cheats.randomElement(using: &random) { try act(seat) }
            default: try cheat()
            }
            if !problems.isEmpty { return }
        }
    }

    /// Ends the cheat's part. The honest seats exchange their logs and continue as far as they can.
    mutating func settle() throws -> End {
        for _ in 0..<12 where problems.isEmpty {
            for (seat, other) in [(honest[0], honest[1]), (honest[1], honest[0])] {
                if let move = try seat.table.legalMoves(in: match).first { _ = try? seat.play(move.text, in: match) }
                if try seat.table.status(of: match).outcome != nil { _ = try? seat.act(.close, in: match) }
                if let url = try? seat.table.urlToSendAgain(match) { give(url, from: seat, to: other) }
            }
        }
        if honest[0].head(match) == honest[1].head(match) { return .agreed }
        let disputes = honest.compactMap { $0.table.records[match]?.dispute?.dispute.seats }
        if !disputes.isEmpty, disputes.allSatisfy({ $0 == [3] }) { return .disputed }
        trace.append("Ann: \(honest[0].table.records[match].map { text($0.signedLog) } ?? "")")
        trace.append("Bob: \(honest[1].table.records[match].map { text($0.signedLog) } ?? "")")
        trace.append("disputed: \(disputes)")
        return .apart
    }
}
