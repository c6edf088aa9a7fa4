import MatchSessions
import MessageHost

/// The running numbers of one sender's parcels that the network has taken. Numbers come nearly in order, so all up to
/// some number need no room of their own.
struct TakenNumbers: Hashable, Sendable, Codable {
    /// 1 and all up to this one are taken.
    private(set) var allUpTo = 0
    private(set) var others: Set<Int> = []

    /// Adds a number.
    ///
    /// - Returns: False if it was there.
    mutating func insert(_ number: Int) -> Bool {
        guard !(number >= 1 && number <= allUpTo), others.insert(number).inserted else { return false }
        while others.remove(allUpTo + 1) != nil { allUpTo += 1 }
        return true
    }
}
