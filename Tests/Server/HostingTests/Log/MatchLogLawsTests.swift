import Foundation
import Hosting
import StorageLaws
import Synchronization
import Testing

/// The engines keep all laws, and each law finds an engine that breaks the law.
@Suite struct MatchLogLawsTests {
    /// While all other tests run, an arrival may take minutes.
    private static let effort = {
        var effort = MatchLogLaws.Effort()
        effort.patience = .seconds(600)
        return effort
    }()

    @Test func memoryKeepsThem() async {
        #expect(await MatchLogLaws(isLasting: false, effort: Self.effort) { MemoryMatchLog() }.breaches() == [])
    }

    @Test func sqliteKeepsThem() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("matches.sqlite").path
            #expect(await MatchLogLaws(effort: Self.effort) { try SQLiteMatchLog(path: path) }.breaches() == [])
        }
    }

    /// Only the owner can read the file and the files that SQLite creates beside it. When the log is closed, everything is in the
    /// one file.
    @Test func sqliteIsOneFileOfItsOwner() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("matches.sqlite").path
            let log = try SQLiteMatchLog(path: path)
            let (id, entry) = (HostedMatchID.random(), LoggedEntry(number: 1, nonce: .random(), bytes: [7]))
            #expect(try await log.append(entry, to: id) == .stored)
            for suffix in ["", "-wal", "-shm"] {
                let mode = try FileManager.default.attributesOfItem(atPath: path + suffix)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(suffix)")
            }
            await log.close()
            await log.close()
            let copy = folder.appendingPathComponent("copy.sqlite").path
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let again = try SQLiteMatchLog(path: copy)
            #expect(try await again.read(id, from: 1) == [entry])
            await again.close()
        }
    }

    /// An append returns only after its entry is on disk, because every commit is synced.
    @Test func sqliteSyncsEachCommit() async throws {
        try await withTemporaryFolder { folder in
            let log = try SQLiteMatchLog(path: folder.appendingPathComponent("matches.sqlite").path)
            #expect(try await log.syncsEachCommit)
            await log.close()
        }
    }

    /// A killed server leaves a journal, which belongs to the server's file. If a backup is put in the place of that file, the
    /// journal beside the backup is refused, and nothing is written.
    @Test(arguments: [1, 5, 30], [0, 20]) func aJournalOfAnotherFileIsRefused(count: Int, others: Int) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("matches.sqlite").path
            var log = try SQLiteMatchLog(path: path)
            func add(_ count: Int, to log: SQLiteMatchLog) async throws -> HostedMatchID {
                let id = HostedMatchID.random()
                for number in 1...count {
                    let entry = LoggedEntry(number: number, nonce: .random(), bytes: Array(repeating: 7, count: 900))
                    #expect(try await log.append(entry, to: id) == .stored)
                }
                return id
            }
            for _ in 0..<others { _ = try await add(8, to: log) }
            let begun = try await add(4, to: log)
            await log.close()
            log = try SQLiteMatchLog(path: path)
            let backup = folder.appendingPathComponent("backup.sqlite").path
            let copy = try SQLiteMatchLog(path: backup)
            _ = try await MatchLogCopy(from: log, to: copy).run()
            await copy.close()
            #expect(
                try await log.append(LoggedEntry(number: 5, nonce: .random(), bytes: [7]), to: begun) == .stored)
            let last = try await add(count, to: log)
            // the files as a killed server leaves them
            let left = folder.appendingPathComponent("left.sqlite").path
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: left + suffix)
            }
            await log.close()

            let mixed = folder.appendingPathComponent("mixed.sqlite").path
            try FileManager.default.copyItem(atPath: backup, toPath: mixed)
            try FileManager.default.copyItem(atPath: left + "-wal", toPath: mixed + "-wal")
            let error = #expect(throws: MatchLogError.self) { try SQLiteMatchLog(path: mixed) }
            #expect("\(error.map(String.init(describing:)) ?? "")".contains("mixed.sqlite-wal don't belong together"))
            let bytes = { FileManager.default.contents(atPath: $0) }
            #expect(bytes(mixed) == bytes(backup))

            let again = try SQLiteMatchLog(path: left)
            #expect(try await again.read(last, from: 1).count == count)
            await again.close()
        }
    }

    /// If a file and a journal form a valid database in which an entry is missing, the journal doesn't belong to the file. Here
    /// Python's sqlite3 writes the journal, and ends before it can move the journal's content into the file.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func aJournalThatLeavesAGapIsRefused() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("matches.sqlite").path
            let log = try SQLiteMatchLog(path: path)
            let id = HostedMatchID.random()
            for number in 1...3 {
                let entry = LoggedEntry(number: number, nonce: .random(), bytes: [7])
                #expect(try await log.append(entry, to: id) == .stored)
            }
            await log.close()
            let writer = Process()
            writer.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            let source = """
                import os, sqlite3, sys
                db = sqlite3.connect(sys.argv[1])
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("DELETE FROM entry WHERE number = 2")
                db.commit()
                os._exit(0)
                """
            writer.arguments = ["-c", source, path]
            try writer.run()
            writer.waitUntilExit()
            #expect(writer.terminationStatus == 0)
            let error = #expect(throws: MatchLogError.self) { try SQLiteMatchLog(path: path) }
            #expect("\(error.map(String.init(describing:)) ?? "")".contains("don't belong together"))
        }
    }

    /// Each defect breaks at least the law that is named.
    @Test(arguments: Defect.allCases) func eachDefectIsFound(_ defect: Defect) async {
        var effort = MatchLogLaws.Effort()
        effort.patience = .milliseconds(300)
        let laws = MatchLogLaws(isLasting: false, effort: effort) { BrokenMatchLog(defect) }
        let breaches = await laws.breaches(only: [defect.law])
        #expect(breaches.map(\.law) == [defect.law])
    }

    enum Defect: String, CaseIterable {
        case loses, doubles, swaps, takesGaps, forgetsNonces, lies, trustsNonces, truncates, mixes, twoWin, purges,
            silent, oldNotes, namesNoted, namesTwice, forgetsIdle,
            talksWhenClosed, dropsCancelled, blamesTheLog, takesAll

        var law: String {
            switch self {
            case .loses, .doubles, .swaps: "order"
            case .truncates: "bytes"
            case .takesGaps: "gap"
            case .forgetsNonces: "again"
            case .lies, .trustsNonces: "taken"
            case .takesAll: "size"
            case .mixes: "apart"
            case .twoWin: "race"
            case .purges: "archive"
            case .silent: "arrivals"
            case .oldNotes: "notes"
            case .namesNoted, .namesTwice, .forgetsIdle: "matches"
            case .talksWhenClosed: "closed"
            case .dropsCancelled, .blamesTheLog: "cancelling"
            }
        }
    }
}

/// A log in memory with one defect.
final class BrokenMatchLog: MatchLog {
    private let defect: MatchLogLawsTests.Defect
    private let real = MemoryMatchLog()
    private let archived = Mutex<Set<HostedMatchID>>([])
    private let nonces = Mutex<Set<Nonce>>([])
    private let count = Mutex(0)

    init(_ defect: MatchLogLawsTests.Defect) { self.defect = defect }

    func append(_ entry: LoggedEntry, to match: HostedMatchID) async throws(MatchLogError) -> AppendResult {
        var entry = entry
        let known = try real.read(match, from: 1)
        switch defect {
        case .takesGaps where entry.number > known.count + 1: return .stored
        case .forgetsNonces where known.contains(entry): return .taken(entry)
        case .lies:
            if case .taken = try real.append(entry, to: match) { return .taken(entry) }
            return .stored
        case .trustsNonces where known.contains { $0.number == entry.number && $0.nonce == entry.nonce }: return .stored
        case .truncates: entry.bytes = Array(entry.bytes.prefix(1000))
        case .takesAll: entry.bytes = Array(entry.bytes.prefix(LoggedEntry.mostBytes))
        case .mixes where !nonces.withLock({ $0.insert(entry.nonce).inserted }): return .stored
        case .twoWin:
            await Task.yield()
            if case .taken(let other) = try real.append(entry, to: match) {
                return count.withLock({
                    $0 += 1; return $0
                }) == 3 ? .stored : .taken(other)
            }
            return .stored
        case .blamesTheLog where Task.isCancelled: throw .unavailable("CancellationError()")
        case .dropsCancelled where Task.isCancelled || entry.number % 3 == 0: return .stored
        default: break
        }
        return try real.append(entry, to: match)
    }

    func read(_ match: HostedMatchID, from number: Int) async throws(MatchLogError) -> [LoggedEntry] {
        var entries = try real.read(match, from: number)
        switch defect {
        case .loses where entries.count > 3: entries.remove(at: 2)
        case .doubles where entries.count > 3: entries.insert(entries[1], at: 1)
        case .swaps where entries.count > 3: entries.swapAt(1, 2)
        case .purges where archived.withLock({ $0.contains(match) }): return Array(entries.dropFirst())
        default: break
        }
        return entries
    }

    func matches() async throws(MatchLogError) -> [HostedMatchID] {
        let matches = try real.matches()
        return switch defect {
        case .namesNoted: try matches + real.matches(with: .listing, limit: .max).map(\.match)
        case .namesTwice: matches + archived.withLock { Array($0) }
        case .forgetsIdle: archived.withLock { archived in matches.filter { !archived.contains($0) } }
        default: matches
        }
    }

    func arrivals() async throws(MatchLogError) -> AsyncStream<Arrival> {
        let stream = try real.arrivals()
        guard defect == .silent else { return stream }
        let (quiet, continuation) = AsyncStream.makeStream(of: Arrival.self)
        continuation.finish()
        return quiet
    }

    func archive(_ match: HostedMatchID) async throws(MatchLogError) { archived.withLock { _ = $0.insert(match) } }

    func note(_ kind: MatchNote, _ bytes: [UInt8]?, on match: HostedMatchID) async throws(MatchLogError) {
        if defect == .oldNotes, try real.note(kind, on: match) != nil { return }
        try real.note(kind, bytes, on: match)
    }

    func note(_ kind: MatchNote, on match: HostedMatchID) async throws(MatchLogError) -> [UInt8]? {
        try real.note(kind, on: match)
    }

    func matches(
        with kind: MatchNote, limit: Int
    ) async throws(MatchLogError) -> [(match: HostedMatchID, note: [UInt8])] {
        try real.matches(with: kind, limit: limit)
    }

    func close() async { if defect != .talksWhenClosed { real.close() } }
}

/// Runs `body` with an empty folder, and removes it.
func withTemporaryFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-hosting-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
        let result = try await body(folder)
        try? FileManager.default.removeItem(at: folder)
        return result
    } catch {
        try? FileManager.default.removeItem(at: folder)
        throw error
    }
}
