import GameRules
import MessageProtocol

// The places of rounds in a log.
extension MatchRules {
    /// Returns the index in a log where the round under way begins. These rules must be at the end of
    /// the log.
    func beginOfRound(in log: SignedLog) -> Int {
        log.beginOfRound(entered: pliesOfRound, gone: attendance.gone)
    }

    /// Returns the head that identifies the round at the end of a log. These rules must be at the end
    /// of the log.
    func headBeforeRound(in log: SignedLog) -> Head {
        log.headBeforeRound(entered: pliesOfRound, gone: attendance.gone)
    }
}

extension SignedLog {
    /// The placement of a closing. All seats close a match in one round.
    var placementOfClosing: Placement { log.plies.last?.isClosing == true ? .currentRound : .newRound }

    /// Returns the index where the round under way at the end of the log begins. If no round is
    /// under way, returns the number of plies, where the next entry would begin a round.
    ///
    /// - Parameters:
    ///   - entered: The number of plies of the round.
    ///   - gone: The seats that have left.
    func beginOfRound(entered: Int, gone: Set<Int>) -> Int {
        guard entered > 0 else { return log.plies.count }
        var begin = log.plies[...].placeBeforeRound(entered: entered, gone: gone)
        while begin < log.plies.count, log.plies[begin].isAside { begin += 1 }
        return begin
    }

    /// Returns the head before the round under way at the end of the log, or before a round that
    /// begins after the log. The head identifies the round for all seats, whatever claims precede
    /// their entries.
    ///
    /// - Parameters:
    ///   - entered: The number of plies of the round under way; 0 if no round is under way.
    ///   - gone: The seats that have left.
    func headBeforeRound(entered: Int, gone: Set<Int>) -> Head {
        heads[log.plies[...].placeBeforeRound(entered: entered, gone: gone)]
    }
}

extension Collection where Element == Ply, Self: BidirectionalCollection {
    /// Returns how many plies precede the round under way at the end. Claims directly before that
    /// round aren't counted. If no round is under way, the next ply begins the round. See
    /// ``SignedLog/headBeforeRound(entered:gone:)``.
    func placeBeforeRound(entered: Int, gone: Set<Int>) -> Int {
        var (place, left) = (count, entered)
        for ply in reversed() {
            if ply.isAside {
                if case .claim(let against) = ply.action, gone.contains(against) { break }
            } else if left > 0, ply.place != .alone {
                left -= 1
            } else {
                break
            }
            place -= 1
        }
        return place
    }
}
