import GameRules
import MessageWire
import Values

/// What is known of how honestly the secrets of a match were kept: whose sealed moves are open, and what they came to.
///
/// A seat that opens all that it had sealed lets everybody replay its moves with full knowledge. It never changes who won; a seat
/// that opens nothing has only that said of it.
public struct Audit: Hashable, Sendable {
    /// What a match's result is worth.
    public enum Verdict: Hashable, Sendable {
        /// Nothing was sealed for the match: all that counts can be read in the log.
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
        /// What is wrong, as the end of a sentence with a full stop.
        public let reason: String
    }

    /// The verdict.
    public let verdict: Verdict
    /// How many moves were made, sealed ones included.
    public let moves: Int
    /// For each seat how many it had sealed.
    public let sealed: [Int]
    /// Seats whose sealed moves are all known.
    public let opened: Set<Int>

    /// One line for people: `fair: 23 moves, 5 sealed`.
    ///
    /// - Parameter name: What to call a seat.
    public func line(_ name: (Int) -> String) -> String? {
        switch verdict {
        case .open, .provisional: nil
        case .final: "fair: \(counted(moves, "move")), \(sealed.reduce(0, +)) sealed"
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
        let sealed = (1...log.seats).map { seat in log.plies.count { $0.seat == seat && $0.isHidden } }
        let unknown = Set(match.log.filter { $0.choice == .sealed }.map(\.seat))
        func audit(_ verdict: Audit.Verdict) -> Audit {
            Audit(
                verdict: verdict, moves: moves, sealed: sealed,
                opened: Set((1...log.seats).filter { sealed[$0 - 1] > 0 && !unknown.contains($0) }))
        }
        guard sealed.contains(where: { $0 > 0 }) else { return audit(.open) }
        if let fault = faults.min(by: { $0.ply < $1.ply }) { return audit(.cheated(fault)) }
        let outcome: Outcome?
        do { outcome = try match.status.outcome } catch { throw .failed("\(error)") }
        guard let outcome else { return audit(.provisional) }
        let gaining: [Int]
        if case .win(let winners) = outcome { gaining = winners } else { gaining = Array(1...log.seats) }
        let unopened = gaining.filter { seat in
            sealed[seat - 1] > 0 && !log.plies.contains { ply in
                guard case .close(.some) = ply.action else { return false }
                return ply.seat == seat
            }
        }
        return audit(unopened.isEmpty ? .final : .unopened(unopened))
    }
}
