/// Copies all matches of one log into another: a backup, its way back, or the way from one machine to a cluster.
///
/// ```swift
/// let done = try await MatchLogCopy(from: SQLiteMatchLog(path: "matches.sqlite"), to: cluster).run()
/// print(done.entries, "entries of", done.matches, "matches")
/// ```
///
/// Both logs may be in use. Of each match the entries that the target hasn't are appended behind those it has. A match that went on
/// otherwise there, and one that can't be read, is left as it is, and told. To do it again copies what came since.
public struct MatchLogCopy: Sendable {
    private let source: any MatchLog
    private let target: any MatchLog

    /// How many matches are copied at once.
    private static let width = 8

    /// A copy that hasn't begun.
    public init(from source: any MatchLog, to target: any MatchLog) { (self.source, self.target) = (source, target) }

    /// What was done.
    public struct Report: Hashable, Sendable {
        /// How many matches the source has.
        public var matches = 0
        /// How many entries were appended.
        public var entries = 0
        /// Matches that went on otherwise in the target.
        public var forked: [HostedMatchID] = []
        /// Matches that one of the logs can't read, and why.
        public var damaged: [HostedMatchID: String] = [:]
    }

    /// Copies.
    ///
    /// `progress`: Hears how many matches of how many are copied, now and then.
    /// - Throws: ``MatchLogError``: one of the logs can't be used. What was copied until then is there.
    public func run(
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) async throws(MatchLogError) -> Report {
        // without its rules a match can't be read
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

    /// Why no server reads the entries of a match; nil where one does, and for what is no match, such as a request for any seat.
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

    /// Those that the target hasn't, the oldest first.
    private func copyNotes(_ kind: MatchNote) async throws(MatchLogError) {
        for (id, note) in try await source.matches(with: kind, limit: .max).reversed()
        where try await target.note(kind, on: id) == nil {
            try await target.note(kind, note, on: id)
        }
    }
}
