import GameRules
import MessageProtocol
import Values

/// The findings about the sealed moves of a match: which seats have revealed them, and whether they
/// were played by the rules.
///
/// If a seat reveals all that it had sealed, everybody can replay its moves with full knowledge.
/// The audit never changes who won. For a seat that reveals nothing, the audit states only that the
/// seat hasn't revealed its moves.
public struct Audit: Hashable, Sendable {
    /// The reliability of a match's result.
    public enum Verdict: Hashable, Sendable {
        /// Nothing was sealed. The log shows all that counts.
        case open
        /// The match isn't over.
        case provisional
        /// These seats gain by the result and have never revealed their sealed moves.
        case unopened([Int])
        /// Every seat that gains by the result has revealed its sealed moves, and no check failed.
        case final
        /// A check failed. The value is the first failed check.
        case cheated(Fault)
    }

    /// A failed check: the app of a seat doesn't play by the rules.
    public struct Fault: Hashable, Sendable {
        /// The seat of the ply.
        public let seat: Int
        /// The number of the ply in the log, from 1.
        public let ply: Int
        /// The fault, as a sentence without its full stop.
        public let reason: String
    }

    /// A seat that others put out while a draw waited for its chain link. The other seats gained
    /// another draw by putting the seat out.
    public struct PutOut: Hashable, Sendable {
        /// The seat that was put out.
        public let seat: Int
        /// The ply number of the claim that put the seat out, from 1.
        public let ply: Int
        /// The seats that claimed.
        public let by: [Int]
    }

    /// The verdict.
    public let verdict: Verdict
    /// The number of moves, including sealed ones.
    public let moves: Int
    /// For each seat, how many moves it had sealed, for a round or for longer.
    public let sealed: [Int]
    /// The seats that had sealed moves for longer than a round and whose moves are now all known.
    public let opened: Set<Int>
    /// The number of moves with random draws, as far as the draws are known. Each draw was computed
    /// again from the seats' chain links.
    public let draws: Int
    /// The seats that others put out while a draw waited for them.
    public let putOut: [PutOut]

    /// Returns the remarks beside ``line(_:)``. They name the seats that gained another draw by
    /// putting a seat out. The remarks are no evidence of cheating.
    ///
    /// - Parameter name: Returns the name of a seat.
    public func remarks(_ name: (Int) -> String) -> [String] {
        putOut.map { out in
            "\(NameList.of(out.by.map(name))) put \(name(out.seat)) out while a draw waited for it (ply \(out.ply)): it was drawn anew"
        }
    }

    /// Returns one line for people, such as `fair: 23 moves, 5 sealed, 12 draws checked`; nil for
    /// an open or provisional result.
    ///
    /// - Parameter name: Returns the name of a seat.
    public func line(_ name: (Int) -> String) -> String? {
        switch verdict {
        case .open, .provisional: nil
        case .final:
            "fair: \(counted(moves, "move")), \(sealed.reduce(0, +)) sealed"
                + (draws > 0 ? ", \(counted(draws, "draw")) checked" : "")
        case .unopened(let seats):
            "\(NameList.of(seats.map(name))) left sealed moves unopened, so nobody can check them"
        case .cheated(let fault): "\(name(fault.seat)) played by other rules. Ply \(fault.ply): \(fault.reason)"
        }
    }

    /// The verdict for programs, such as `final`.
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
    /// Returns the audit at the position of these rules.
    func audit(of log: Log) throws(ReplayFailure) -> Audit {
        let moves = log.plies.count { $0.isMove }
        let sealed = (1...log.seats).map { seat in log.plies.count { $0.seat == seat && ($0.isHidden || $0.isSealed) } }
        let hiders = Set(log.plies.filter(\.isHidden).map(\.seat))
        let closed = Set((1...log.seats).filter { log.hidden(by: $0).isEmpty })
        let unknown = Set(match.log.filter { $0.choice == .sealed }.map(\.seat))
        func audit(_ verdict: Audit.Verdict) -> Audit {
            Audit(
                verdict: verdict, moves: moves, sealed: sealed,
                opened: hiders.subtracting(unknown), draws: position.drawsPlayed, putOut: position.putOut)
        }
        guard sealed.contains(where: { $0 > 0 }) else { return audit(.open) }
        if let fault = position.faults.min(by: { $0.ply < $1.ply }) { return audit(.cheated(fault)) }
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
