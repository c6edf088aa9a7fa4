import Measuring
import Parlor

/// The open matches of a session of the line protocol, with limits on their total memory.
///
/// Recently used matches keep their Lua states. The states of other matches are discarded, and
/// rebuilt from the log on use. Therefore many matches need little more memory than a few.
final class DriveMatches {
    /// The most open matches.
    static let most = 4_096
    /// The limit on the Lua states of all matches together, in bytes.
    static let memory = MemoryPool.standardLimit
    /// The limit on the logs of all matches together, in bytes. A log can't be unloaded.
    static let logs = 64 << 20

    /// The pool for the Lua states of the matches and of the loaded games.
    let pool: MemoryPool
    /// The most memory of one Lua state.
    private let ofOne: Int
    private let most: Int
    private let logs: Int
    private var matches: [Int: CorrespondenceMatch] = [:]
    private var last = 0
    /// The matches that may have a Lua state, in order of use. The most recently used match is the
    /// last.
    private var awake: [Int] = []
    /// The size of each log, and of all together.
    private var weights: [Int: Int] = [:]
    private var weight = 0
    /// The most bytes in use by the pool at any time since memory was last returned to the system.
    private var crest = 0

    /// - Parameters:
    ///   - memory: The limit on all Lua states together, in bytes.
    ///   - ofOne: The limit on one Lua state, in bytes.
    ///   - most: The most open matches.
    ///   - logs: The limit on the logs of all matches together, in bytes.
    init(memory: Int = memory, ofOne: Int, most: Int = most, logs: Int = logs) {
        pool = MemoryPool(limit: memory)
        (self.ofOne, self.most, self.logs) = (ofOne, most, logs)
    }

    var count: Int { matches.count }

    subscript(number: Int) -> CorrespondenceMatch? { matches[number] }

    /// Returns the number of the open match with this id.
    func number(of id: MatchID) -> Int? { matches.first { $0.value.id == id }?.key }

    /// Checks that another match may be opened.
    ///
    /// - Throws: ``DriveFailure`` of kind `limit`, with advice.
    func checkMayOpen() throws(DriveFailure) {
        guard matches.count < most else {
            throw .error(
                kind: .limit,
                message: "\(most) matches are open, which is the limit. Close a match that you no longer need.",
                details: ["limit": "matches"])
        }
        try checkMayGrow()
    }

    /// Checks that a log may grow.
    ///
    /// - Throws: ``DriveFailure`` of kind `limit`, with advice.
    func checkMayGrow() throws(DriveFailure) {
        guard weight < logs else {
            throw .error(
                kind: .limit,
                message: "The logs of all open matches may hold \(Self.megabytes(logs)) together, and now hold "
                    + "\(Self.megabytes(weight)). Close a match that you no longer need.",
                details: ["limit": "logs"])
        }
    }

    private static func megabytes(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20) MiB" }

    /// Adds a match under a new number. From then on, a hook that may only read the state fails if
    /// it writes to the state. Without this rule, a request that only looks could change the match
    /// for the next request.
    func add(_ match: CorrespondenceMatch) -> Int {
        match.match.luaStates.isWatchful = true
        last += 1
        matches[last] = match
        awake.append(last)
        weigh(last)
        return last
    }

    /// Closes a match and releases its memory.
    func close(_ number: Int) {
        matches[number] = nil
        awake.removeAll { $0 == number }
        weight -= weights.removeValue(forKey: number) ?? 0
        giveBack()
    }

    /// Updates the size of a match's log, after a move or an undo.
    func weigh(_ number: Int) {
        guard let match = matches[number] else { return }
        weight -= weights[number] ?? 0
        weights[number] = match.logWeight
        weight += match.logWeight
    }

    /// Unloads the least recently used matches until another Lua state has room to grow.
    ///
    /// - Parameter number: The match to be used now; it stays loaded.
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

    /// Returns freed memory to the system if at least a sixteenth of the pool was freed. A smaller
    /// amount isn't worth the time.
    private func giveBack() {
        let leased = pool.leased
        guard crest - leased >= pool.limit / 16 else { return }
        crest = leased
        ProcessMemory.giveBack()
    }
}
