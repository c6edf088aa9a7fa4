import Measuring
import Parlor

/// The open matches of a line protocol's session, and what all of them hold together.
///
/// Those that were used last keep their Lua states; the others are built anew from their logs when somebody asks for them. So
/// many matches hold little more memory than a few.
final class DriveMatches {
    /// How many may be open.
    static let most = 4_096
    /// What the Lua states of all of them may hold together, in bytes.
    static let memory = MemoryPool.standardLimit
    /// What their logs may hold together, in bytes: a log can't be put away.
    static let logs = 64 << 20

    /// What their Lua states are taken from, and those of the games that are loaded.
    let pool: MemoryPool
    /// How much one Lua state may grow.
    private let ofOne: Int
    private let most: Int
    private let logs: Int
    private var matches: [Int: CorrespondenceMatch] = [:]
    private var last = 0
    /// Those that may have a Lua state, by when they were used, the last one at the end.
    private var awake: [Int] = []
    /// What the log of each holds, and all of them together.
    private var weights: [Int: Int] = [:]
    private var weight = 0
    /// The most that the pool held since memory was given back to the system.
    private var crest = 0

    /// - Parameters:
    ///   - memory: What all Lua states may hold together, in bytes.
    ///   - ofOne: What one may hold.
    ///   - most: How many matches may be open.
    ///   - logs: What their logs may hold together, in bytes.
    init(memory: Int = memory, ofOne: Int, most: Int = most, logs: Int = logs) {
        pool = MemoryPool(limit: memory)
        (self.ofOne, self.most, self.logs) = (ofOne, most, logs)
    }

    var count: Int { matches.count }

    subscript(number: Int) -> CorrespondenceMatch? { matches[number] }

    /// The open match that messages know by this id.
    func number(of id: MatchID) -> Int? { matches.first { $0.value.id == id }?.key }

    /// Is there room for one more?
    ///
    /// - Throws: ``DriveFailure`` of kind `limit` that says what to do.
    func checkMayOpen() throws(DriveFailure) {
        guard matches.count < most else {
            throw .error(
                kind: .limit,
                message: "At most \(most) matches may be open, and so many are: close those that are done with.",
                details: ["limit": "matches"])
        }
        try checkMayGrow()
    }

    /// May a log grow?
    ///
    /// - Throws: ``DriveFailure`` of kind `limit` that says what to do.
    func checkMayGrow() throws(DriveFailure) {
        guard weight < logs else {
            throw .error(
                kind: .limit,
                message: "The logs of all open matches may hold \(Self.megabytes(logs)) together, and they hold "
                    + "\(Self.megabytes(weight)): close matches that are done with.",
                details: ["limit": "logs"])
        }
    }

    private static func megabytes(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20) MiB" }

    /// Keeps a match under a new number. What is only looked at must not change: the next client would see another match.
    func add(_ match: CorrespondenceMatch) -> Int {
        match.match.guardsLooks = true
        last += 1
        matches[last] = match
        awake.append(last)
        weigh(last)
        return last
    }

    /// A match is closed; what it held is given back.
    func close(_ number: Int) {
        matches[number] = nil
        awake.removeAll { $0 == number }
        weight -= weights.removeValue(forKey: number) ?? 0
        giveBack()
    }

    /// Something was played in a match, or taken back: what does its log hold now?
    func weigh(_ number: Int) {
        guard let match = matches[number] else { return }
        weight -= weights[number] ?? 0
        weights[number] = match.logWeight
        weight += match.logWeight
    }

    /// Puts matches away that weren't used for the longest time, until one more Lua state has room to grow.
    ///
    /// - Parameter number: The match that is to be used now: it stays.
    func makeRoom(for number: Int? = nil) {
        if let number, matches[number] != nil, awake.last != number {
            awake.removeAll { $0 == number }
            awake.append(number)
        }
        crest = max(crest, pool.leased)
        guard !pool.hasRoom(for: ofOne) else { return }
        for other in awake where other != number {
            matches[other]?.putAway()
            awake.removeAll { $0 == other }
            if pool.hasRoom(for: ofOne) { break }
        }
        giveBack()
    }

    /// Freed memory goes back to the system, where it is much: looking for it takes longer than to free it.
    private func giveBack() {
        let leased = pool.leased
        guard crest - leased >= pool.limit / 16 else { return }
        crest = leased
        ProcessMemory.giveBack()
    }
}
