import Hosting
import StorageLaws
import Testing

@testable import JetStreamLog

@Suite(.enabled(if: NatsServers.canRun, NatsServers.note), .serialized)
struct JetStreamMatchLogTests {
    /// One server, and three servers with one and with three replicas.
    enum Kind: String, CaseIterable, Sendable {
        case single, clusterOne, cluster

        func log(_ change: (inout JetStreamConfiguration) -> Void = { _ in }) async throws -> JetStreamMatchLog {
            let servers = try (self == .single ? NatsServers.single : NatsServers.cluster).get()
            var configuration = try servers.configuration(
                prefix: "test-\(rawValue)", replicas: self == .cluster ? 3 : 1)
            change(&configuration)
            return try await JetStreamMatchLog(configuration)
        }
    }

    private func entry(_ number: Int, _ text: String = "move") -> LoggedEntry {
        LoggedEntry(number: number, nonce: .random(), bytes: Array("\(text) \(number)".utf8))
    }

    private func append(_ count: Int, to match: HostedMatchID, of log: JetStreamMatchLog, from first: Int = 1)
        async throws
    {
        for number in first..<first + count {
            #expect(try await log.append(entry(number), to: match) == .stored)
        }
    }

    @Test(arguments: Kind.allCases) func theLogIsAList(kind: Kind) async throws {
        let log = try await kind.log()
        let match = HostedMatchID.random()
        try await append(300, to: match, of: log)
        #expect(try await log.read(match, from: 1).map(\.number) == Array(1...300))
        #expect(try await log.read(match, from: 299).map(\.number) == [299, 300])
        #expect(try await log.read(match, from: 301) == [])
        let other = try await kind.log()
        #expect(try await other.read(match, from: 1) == log.read(match, from: 1))
        #expect(try await other.append(entry(301), to: match) == .stored)
        await other.close()
        await log.close()
    }

    /// Short and long matches of all streams are copied to another log and back.
    @Test(arguments: Kind.allCases) func isCopiedThereAndBack(kind: Kind) async throws {
        let (one, other, log) = (MemoryMatchLog(), MemoryMatchLog(), try await kind.log())
        let ids = (0..<60).map { _ in HostedMatchID.random() }
        for (place, id) in ids.enumerated() {
            for number in 1...place % 5 + 1 { #expect(try one.append(entry(number), to: id) == .stored) }
        }
        try one.note(.rules, [1, 2, 3], on: ids[0])
        let there = try await MatchLogCopy(from: one, to: log).run()
        #expect(there.matches == 60 && there.entries == 180 && there.forked == [])
        #expect(try await log.note(.rules, on: ids[0]) == [1, 2, 3])
        #expect(try await log.append(entry(6), to: ids[4]) == .stored)
        _ = try await MatchLogCopy(from: log, to: other).run()
        for id in ids.filter({ $0 != ids[4] }) {
            #expect(try other.read(id, from: 1) == one.read(id, from: 1))
        }
        #expect(try other.read(ids[4], from: 1).count == 6)
        await log.close()
    }

    @Test(arguments: Kind.allCases) func oneOfEightWins(kind: Kind) async throws {
        let logs = [try await kind.log(), try await kind.log()]
        let match = HostedMatchID.random()
        for number in 1...40 {
            let outcomes = try await withThrowingTaskGroup(of: (Nonce, AppendResult).self) { group in
                for writer in 0..<8 {
                    let mine = entry(number, "writer \(writer)")
                    group.addTask { (mine.nonce, try await logs[writer % 2].append(mine, to: match)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let winners = outcomes.filter { $0.1 == .stored }.map(\.0)
            #expect(winners.count == 1)
            for case .taken(let entry) in outcomes.map(\.1) { #expect(entry.nonce == winners.first) }
        }
        #expect(try await logs[0].read(match, from: 1).count == 40)
        for log in logs { await log.close() }
    }

    @Test(arguments: Kind.allCases) func anArchivedMatchIsReadAndAppendedToAsBefore(kind: Kind) async throws {
        let (log, other) = (try await kind.log(), try await kind.log())
        let match = HostedMatchID.random()
        try await log.archive(match)
        try await append(30, to: match, of: log)
        let before = try await log.read(match, from: 1)
        try await log.archive(match)
        #expect(try await log.read(match, from: 1) == before)
        #expect(try await other.read(match, from: 12) == Array(before.dropFirst(11)))
        // only the last entry is left in the stream
        let left = try await log.stream.messages(
            on: log.layout.entries(of: match), of: log.layout.log(of: match), from: 1, through: .max)
        #expect(left.count == 1)
        #expect(try await log.append(before[4], to: match) == .stored)
        #expect(try await other.append(entry(5), to: match) == .taken(before[4]))
        try await append(20, to: match, of: other, from: 31)
        try await other.archive(match)
        try await log.archive(match)
        #expect(try await log.read(match, from: 1).map(\.number) == Array(1...50))
        #expect(try await log.read(match, from: 45).map(\.number) == Array(45...50))
        await log.close()
        await other.close()
    }

    /// A log that was restored from an older backup than its archive can still be read, and archiving removes nothing from it.
    @Test(arguments: [4, 9]) func anArchiveOfAnotherTimeIsDamage(count: Int) async throws {
        let log = try await Kind.single.log()
        let match = HostedMatchID.random()
        let others = (1...7).map { entry($0, "another time") }
        let message = NatsMessage(
            subject: log.layout.archive(of: match, piece: 0), headers: [.first: "1"],
            payload: try EntryArchive(entries: others).bytes())
        _ = try await log.stream.publish(message, to: log.layout.archive, after: 0)
        try await append(count, to: match, of: log)
        let before = try await log.read(match, from: 1)
        let error = await #expect(throws: MatchLogError.self) { try await log.archive(match) }
        #expect(error?.description.contains("the archive of \(match) doesn't belong to its log") == true)
        #expect(try await log.read(match, from: 1) == before)
        await log.close()
    }

    @Test func aLargeMatchIsArchivedInPieces() async throws {
        let log = try await Kind.single.log()
        let match = HostedMatchID.random()
        for number in 1...70 {
            let entry = LoggedEntry(
                number: number, nonce: .random(), bytes: [UInt8](repeating: UInt8(number), count: LoggedEntry.mostBytes)
            )
            #expect(try await log.append(entry, to: match) == .stored)
            if number % 30 == 0 { try await log.archive(match) }
        }
        let before = try await log.read(match, from: 1)
        try await log.archive(match)
        #expect(try await log.archive(of: match).pieces.count == 3)
        #expect(try await log.read(match, from: 1) == before)
        await log.close()
    }

    @Test(arguments: [Kind.single, .cluster]) func archivingWhileOthersAppendAndRead(kind: Kind) async throws {
        let (log, other) = (try await kind.log(), try await kind.log())
        let match = HostedMatchID.random()
        let over = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { over.raise() }
                for number in 1...150 {
                    let mine = LoggedEntry(number: number, nonce: .random(), bytes: [UInt8(number)])
                    let outcome = try await log.append(mine, to: match)
                    #expect(outcome == .stored)
                }
            }
            for archiver in [log, other] {
                group.addTask { while !over.isUp { try await archiver.archive(match) } }
            }
            group.addTask {
                var seen = 0
                while !over.isUp {
                    let numbers = try await other.read(match, from: 1).map(\.number)
                    #expect(numbers == Array(1..<numbers.count + 1))
                    #expect(numbers.count >= seen)
                    seen = numbers.count
                }
            }
            try await group.waitForAll()
        }
        try await other.archive(match)
        #expect(try await log.read(match, from: 1).map(\.bytes) == (1...150).map { [UInt8($0)] })
        await log.close()
        await other.close()
    }

    /// A writer was paused after reading the last sequence. Meanwhile others appended and archived. The writer's append fails.
    @Test func anOldExpectationIsNeverRightAgain() async throws {
        let (log, other) = (try await Kind.single.log(), try await Kind.single.log())
        let match = HostedMatchID.random()
        try await append(3, to: match, of: log)
        let seen = try #require(log.places[match])
        try await append(1, to: match, of: other, from: 4)
        try await other.archive(match)
        let late = entry(4)
        let message = NatsMessage(
            subject: log.layout.entries(of: match), headers: StoredEntry.headers(of: late), payload: late.bytes)
        // without the message id, by which the servers would recognise the message for a minute
        #expect(
            try await log.stream.publish(message, to: log.layout.log(of: match), after: seen.sequence) == .occupied)
        #expect(try await log.stream.publish(message, to: log.layout.log(of: match), after: 0) == .occupied)
        #expect(try await log.read(match, from: 1).count == 4)
        await log.close()
        await other.close()
    }

    /// If the leader knows fewer entries than this process has seen, the process asks again, but not for ever.
    @Test func aLeaderThatIsBehindIsAskedAgain() async throws {
        let log = try await Kind.single.log()
        let match = HostedMatchID.random()
        try await append(2, to: match, of: log)
        log.places.see(.init(number: 3, sequence: 1 << 40), of: match)
        await #expect(throws: MatchLogError.self) { try await log.newest(of: match, attempt: 0) }
        #expect(try await log.read(match, from: 1).count == 2)
        #expect(log.places[match]?.number == 2)
        try await append(1, to: match, of: log, from: 3)
        await log.close()
    }

    @Test(arguments: [Kind.single, .cluster]) func oldServersAreReadOneByOne(kind: Kind) async throws {
        let log = try await kind.log()
        let match = HostedMatchID.random()
        try await append(25, to: match, of: log)
        let (subject, name) = (log.layout.entries(of: match), log.layout.log(of: match))
        let byOne = try await log.stream.messages(on: subject, of: name, from: 1, through: .max)
        #expect(try byOne.map { try StoredEntry($0).entry.number } == Array(1...25))
        let newest = try await log.newest(of: match, attempt: 0)
        #expect(try await log.contiguous(match, from: 1, through: newest, attempt: 3, gaps: 0)?.count == 25)
        await log.close()
    }

    @Test func aMissingEntryIsDamage() async throws {
        let log = try await Kind.single.log()
        let match = HostedMatchID.random()
        try await append(5, to: match, of: log)
        let newest = try #require(try await log.newest(of: match, attempt: 0))
        try await log.stream.purge(
            log.layout.entries(of: match), of: log.layout.log(of: match), before: newest.sequence - 1)
        let error = await #expect(throws: MatchLogError.self) { try await log.read(match, from: 1) }
        #expect(error?.description.contains("entries 1 to 5 of \(match) aren't all there: found 2") == true)
        await log.close()
    }

    @Test(arguments: Kind.allCases) func followersSeeWhatAnyoneAppends(kind: Kind) async throws {
        let (log, other) = (try await kind.log(), try await kind.log())
        let match = HostedMatchID.random()
        let arrivals = try await log.arrivals()
        try await append(20, to: match, of: other)
        try await append(1, to: match, of: log, from: 21)
        var numbers: [Int] = []
        for await arrival in arrivals where arrival.match == match {
            numbers.append(arrival.entry.number)
            if numbers.count == 21 { break }
        }
        #expect(numbers == Array(1...21))
        await log.close()
        await other.close()
    }

    /// If an entry is acknowledged before an earlier entry arrives, followers still receive both entries.
    @Test func followersSeeAllThatIsAppendedFast() async throws {
        let log = try await Kind.single.log()
        let matches = (0..<8).map { _ in HostedMatchID.random() }
        let arrivals = try await log.arrivals()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for match in matches { group.addTask { try await append(150, to: match, of: log) } }
            try await group.waitForAll()
        }
        try await append(1, to: matches[0], of: log, from: 151)
        var numbers: [HostedMatchID: [Int]] = [:]
        for await arrival in arrivals where matches.contains(arrival.match) {
            numbers[arrival.match, default: []].append(arrival.entry.number)
            if arrival.entry.number == 151 { break }
        }
        for match in matches { #expect(numbers[match]?.prefix(150) == Array(1...150)[...]) }
        await log.close()
    }

    @Test(arguments: Kind.allCases) func notesNewestFirst(kind: Kind) async throws {
        let log = try await kind.log()
        let matches = (0..<5).map { _ in HostedMatchID.random() }
        for (index, match) in matches.enumerated() { try await log.note(.listing, [UInt8(index)], on: match) }
        try await log.note(.listing, [9], on: matches[0])
        try await log.note(.listing, nil, on: matches[3])
        try await log.note(.snapshot, [1, 2], on: matches[1])
        #expect(try await log.note(.listing, on: matches[0]) == [9])
        #expect(try await log.note(.listing, on: matches[3]) == nil)
        #expect(try await log.note(.snapshot, on: matches[1]) == [1, 2])
        #expect(try await log.note(.snapshot, on: matches[2]) == nil)
        let listed = try await log.matches(with: .listing, limit: 4)
        #expect(listed.map(\.match) == [matches[0], matches[4], matches[2], matches[1]])
        #expect(listed.map(\.note) == [[9], [4], [2], [1]])
        #expect(try await log.matches(with: .listing, limit: 0).isEmpty)
        let all = try await log.matches(with: .listing, limit: .max)
        #expect(all.prefix(4).map(\.match) == listed.map(\.match))
        let largest = [UInt8](repeating: 7, count: MatchNote.mostBytes)
        try await log.note(.snapshot, largest, on: matches[2])
        #expect(try await log.note(.snapshot, on: matches[2]) == largest)
        await log.close()
    }

    @Test func manyNotesAreReadInBatches() async throws {
        let log = try await Kind.cluster.log()
        let matches = (0..<400).map { _ in HostedMatchID.random() }
        for match in matches { try await log.note(.listing, Array(match.text.utf8), on: match) }
        let listed = try await log.matches(with: .listing, limit: 350)
        #expect(listed.map(\.match) == Array(matches.reversed().prefix(350)))
        #expect(listed.allSatisfy { $0.note == Array($0.match.text.utf8) })
        await log.close()
    }

    @Test func aClosedLogSaysSo() async throws {
        let log = try await Kind.single.log()
        let arrivals = try await log.arrivals()
        await log.close()
        await log.close()
        for await _ in arrivals {}
        let match = HostedMatchID.random()
        await #expect(throws: MatchLogError.closed) { try await log.append(entry(1), to: match) }
        await #expect(throws: MatchLogError.closed) { try await log.read(match, from: 1) }
        await #expect(throws: MatchLogError.closed) { try await log.arrivals() }
        await #expect(throws: MatchLogError.closed) { try await log.archive(match) }
        await #expect(throws: MatchLogError.closed) { try await log.note(.listing, [1], on: match) }
    }

    @Test func otherReplicasThanTheStreamsHave() async throws {
        await (try Kind.cluster.log()).close()
        let error = await #expect(throws: MatchLogError.self) { try await Kind.cluster.log { $0.replicas = 1 } }
        #expect(error?.description.contains("has 3 replicas, and 1 were asked for") == true)
    }

    @Test func whatWasSaidOnStart() async throws {
        let log = try await Kind.cluster.log()
        #expect(log.servers.count == 3)
        #expect(log.durability.contains("kept by 3 servers"))
        await log.close()
    }
}
