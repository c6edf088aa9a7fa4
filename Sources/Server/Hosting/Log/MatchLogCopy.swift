/// Copies all matches of one log into another: to make or restore a backup, or to move from one
/// machine to a cluster.
///
/// ```swift
/// let file = try SQLiteMatchLog(path: "matches.sqlite")
/// let done = try await MatchLogCopy(from: file, to: cluster).run()
/// print(done.entries, "entries of", done.matches, "matches")
/// ```
///
/// Both logs may be in use. For each match, the copy appends the entries that the target lacks. A
/// match that continued differently in the target, or that can't be read, isn't copied but
/// reported. A repeated copy adds the entries that are new since the last copy.
public struct MatchLogCopy: Sendable {
    private let source: any MatchLog
    private let target: any MatchLog

    /// The number of matches that are copied at once.
    private static let width = 8

    /// Creates a copy that hasn't started.
    public init(from source: any MatchLog, to target: any MatchLog) { (self.source, self.target) = (source, target) }

    /// The result of a copy.
    public struct Report: Hashable, Sendable {
        /// The number of matches in the source.
        public var matches = 0
        /// The number of appended entries.
        public var entries = 0
        /// The matches that continued differently in the target.
        public var forked: [HostedMatchID] = []
        /// The matches that one of the logs can't read, and the reasons.
        public var damaged: [HostedMatchID: String] = [:]
    }

    /// Copies all matches.
    ///
    /// `progress`: Called after each match, with the number of finished matches and of all matches.
    /// - Throws: ``MatchLogError`` if one of the logs can't be used. The entries that were copied
    ///   before the error stay in the target.
    public func run(
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) async throws(MatchLogError) -> Report {
        // a match can't be read without its rules
        try await copyNotes(.rules)
        let ids = try await source.matches()
        var (report, next) = (Report(matches: ids.count), ids.makeIterator())
        let failure = await withTaskGroup(of: Result<Copied, MatchLogError>.self) { group -> MatchLogError? in
            for id in (0..<Self.width).compactMap({ _ in next.next() }) { group.addTask { await copy(id) } }
            var done = 0
            for await result in group {
                switch result {
                case .success(.entries(let count)): report.entries += count
                case .success(.forked(let id)): report.forked.append(id)
                case .success(.damaged(let id, let why)): report.damaged[id] = why
                case .failure(let error): return error
                }
                done += 1
                progress(done, ids.count)
                if let id = next.next() { group.addTask { await copy(id) } }
            }
            return nil
        }
        if let failure { throw failure }
        try await copyNotes(.listing)
        report.forked.sort { $0.text < $1.text }
        return report
    }

    private enum Copied {
        case entries(Int)
        case forked(HostedMatchID)
        case damaged(HostedMatchID, String)
    }

    private func copy(_ id: HostedMatchID) async -> Result<Copied, MatchLogError> {
        do throws(MatchLogError) {
            let entries = try await source.read(id, from: 1)
            let there = try await target.read(id, from: 1)
            guard zip(entries, there).allSatisfy(==) else { return .success(.forked(id)) }
            if let why = Self.problem(in: entries) { return .success(.damaged(id, why)) }
            let missing = entries.dropFirst(there.count)
            for entry in missing {
                guard case .stored = try await target.append(entry, to: id) else { return .success(.forked(id)) }
            }
            if !missing.isEmpty { try await target.archive(id) }
            return .success(.entries(missing.count))
        } catch {
            if case .damaged(let why) = error { return .success(.damaged(id, why)) }
            return .failure(error)
        }
    }

    /// Returns the reason why no server can read the entries of a match; nil if they can be read.
    /// Also nil for a log that isn't a match, such as the log of a request for a seat in any match.
    private static func problem(in entries: [LoggedEntry]) -> String? {
        var problem: String?
        var isMatch = false
        for entry in entries {
            do throws(MatchLogError) {
                _ = try HostedEntry(bytes: entry.bytes)
                isMatch = true
            } catch {
                problem = problem ?? "entry \(entry.number): \(error)"
            }
        }
        return isMatch ? problem : nil
    }

    /// Copies the notes that the target lacks, the oldest first.
    private func copyNotes(_ kind: MatchNote) async throws(MatchLogError) {
        for (id, note) in try await source.matches(with: kind, limit: .max).reversed()
        where try await target.note(kind, on: id) == nil {
            try await target.note(kind, note, on: id)
        }
    }
}
