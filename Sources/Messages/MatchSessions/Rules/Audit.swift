import GameRules
import MessageProtocol
import Values

/// What is known of how honestly the secrets of a match were kept: whose sealed moves are open, and what they came to.
///
/// A seat that opens all that it had sealed lets everybody replay its moves with full knowledge. It never changes who won; a seat
/// that opens nothing has only that said of it.
public struct Audit: Hashable, Sendable {
    /// What a match's result is worth.
    public enum Verdict: Hashable, Sendable {
        /// Nothing was sealed: all that counts can be read in the log.
        case open
        /// The match isn't over.
        case provisional
        /// These seats gain by the result, and what they had sealed was never opened.
        case unopened([Int])
        /// Every seat that gains by the result has opened what it sealed, and the replay agrees.
        case final
        /// The first check that failed.
        case cheated(Fault)
    }

    /// A check that failed: somebody's app doesn't play by the rules.
    public struct Fault: Hashable, Sendable {
        /// Whose ply it is.
        public let seat: Int
        /// Its number in the log, from 1.
        public let ply: Int
        /// What is wrong, as a sentence without its full stop.
        public let reason: String
    }

    /// A seat that others put out while a draw waited for its link: they have bought another draw for it.
    public struct PutOut: Hashable, Sendable {
        /// Who was put out.
        public let seat: Int
        /// The number in the log of the claim that did it, from 1.
        public let ply: Int
        /// Who claimed.
        public let by: [Int]
    }

    /// The verdict.
    public let verdict: Verdict
    /// How many moves were made, sealed ones included.
    public let moves: Int
    /// For each seat how many it had sealed, for a round or for the match.
    public let sealed: [Int]
    /// Seats that had sealed moves for longer than a round, and of which all are known.
    public let opened: Set<Int>
    /// How many moves drew by chance, as far as it is known what they drew; each was drawn again from the links of the seats.
    public let draws: Int
    /// Whom a draw waited for when others put it out.
    public let putOut: [PutOut]

    /// What is said beside ``line(_:)``: who bought another draw by putting a seat out. Nothing speaks against the seat.
    ///
    /// - Parameter name: What to call a seat.
    public func remarks(_ name: (Int) -> String) -> [String] {
        putOut.map { out in
            "\(NameList.of(out.by.map(name))) put \(name(out.seat)) out while a draw waited for it (ply \(out.ply)): it was drawn anew"
        }
    }

    /// One line for people: `fair: 23 moves, 5 sealed, 12 draws checked`.
    ///
    /// - Parameter name: What to call a seat.
    public func line(_ name: (Int) -> String) -> String? {
        switch verdict {
        case .open, .provisional: nil
        case .final:
            "fair: \(counted(moves, "move")), \(sealed.reduce(0, +)) sealed"
                + (draws > 0 ? ", \(counted(draws, "draw")) checked" : "")
        case .unopened(let seats):
            "what \(NameList.of(seats.map(name))) had sealed was never opened, so nobody can check it"
        case .cheated(let fault): "\(name(fault.seat)) played by other rules. Ply \(fault.ply): \(fault.reason)"
        }
    }

    /// For programs: `final`.
    public var code: String {
        switch verdict {
        case .open: "open"
        case .provisional: "provisional"
        case .unopened: "unopened"
        case .final: "final"
        case .cheated: "cheated"
        }
    }
}

extension MatchRules {
    /// What is known of the secrets of the match where these rules stand.
    func audit(of log: Log) throws(ReplayFailure) -> Audit {
        let moves = log.plies.count { $0.isMove }
        let sealed = (1...log.seats).map { seat in log.plies.count { $0.seat == seat && ($0.isHidden || $0.isSealed) } }
        let hiders = Set(log.plies.filter(\.isHidden).map(\.seat))
        let closed = Set((1...log.seats).filter { log.hidden(by: $0).isEmpty })
        let unknown = Set(match.log.filter { $0.choice == .sealed }.map(\.seat))
        func audit(_ verdict: Audit.Verdict) -> Audit {
            Audit(
                verdict: verdict, moves: moves, sealed: sealed,
                opened: hiders.subtracting(unknown), draws: drawsPlayed, putOut: putOut)
        }
        guard sealed.contains(where: { $0 > 0 }) else { return audit(.open) }
        if let fault = faults.min(by: { $0.ply < $1.ply }) { return audit(.cheated(fault)) }
        let outcome: Outcome?
        do { outcome = try match.status.outcome } catch { throw .failed("\(error)") }
        guard let outcome else { return audit(.provisional) }
        let gaining: [Int]
        if case .win(let winners) = outcome { gaining = winners } else { gaining = Array(1...log.seats) }
        let unopened = gaining.filter { seat in
            hiders.contains(seat) && !closed.contains(seat)
                && !log.plies.contains { ply in
                    guard case .close(.some) = ply.action else { return false }
                    return ply.seat == seat
                }
        }
        return audit(unopened.isEmpty ? .final : .unopened(unopened))
    }
}
