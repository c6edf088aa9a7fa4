import Foundation
import Hosting
import Synchronization
import Testing

/// A copy of a log has the same matches as the log.
@Suite struct MatchLogCopyTests {
    /// Matches that are waiting, under way or over continue in the copy, and their players keep their seats.
    @Test func matchesGoOnInTheCopy() async throws {
        try await withTemporaryFolder { folder in
            let source = MemoryMatchLog()
            let target = try SQLiteMatchLog(path: folder.appendingPathComponent("copy.sqlite").path)
            let old = try await Houses.one(log: source)
            var request = MatchRequest(game: "crazy-eights", name: "Ann")
            request.isPublic = true
            let waiting = try await old.open(request, nonce: .random())
            let ann = try await old.open(MatchRequest(game: "tic-tac-toe", name: "Ann"), nonce: .random())
            let bob = try await old.join(ann.match, name: "Bob", nonce: .random())
            for (seat, move) in [(ann, "a1"), (bob, "b1"), (ann, "a2")] {
                try await old.play(move, in: ann.match, token: seat.token, nonce: .random())
            }
            let last = Mutex((0, 0))
            let report = try await MatchLogCopy(from: source, to: target).run { done, all in
                last.withLock { $0 = (done, all) }
            }
            #expect(report.matches == 2 && report.entries == 8 && report.forked.isEmpty)
            #expect(last.withLock { $0 } == (2, 2))
            let new = try await Houses.one(log: target)
            try await new.play("b2", in: ann.match, token: bob.token, nonce: .random())
            #expect(try await new.lobby().matches.map(\.id) == [waiting.match.text])
            _ = try await new.join(waiting.match, name: "Bob", nonce: .random())

            // a second copy adds the new entries; a match that continued differently in the target isn't changed
            try await old.play("c2", in: ann.match, token: bob.token, nonce: .random())
            let eve = try await old.open(MatchRequest(game: "pig", name: "Eve"), nonce: .random())
            let again = try await MatchLogCopy(from: source, to: target).run()
            #expect(again.matches == 3 && again.entries == 2 && again.forked == [ann.match])
            #expect(try await new.view(of: ann.match, token: nil).ply == 4)
            #expect(try await new.view(of: eve.match, token: eve.token).you == 1)
            let none = try await MatchLogCopy(from: source, to: target).run()
            #expect(none.entries == 0)
            await target.close()
        }
    }

    /// One match that can't be read doesn't prevent the copy of the other matches.
    @Test func whatIsDamagedIsLeftOut() async throws {
        let (source, target) = (ProbedMatchLog(), MemoryMatchLog())
        let house = try await Houses.one(log: source)
        for _ in 1...20 { _ = try await house.open(MatchRequest(game: "pig", name: "Ann"), nonce: .random()) }
        let damaged = try #require(source.matches().first)
        source.damage(damaged)
        let report = try await MatchLogCopy(from: source, to: target).run()
        #expect(report.matches == 20 && report.entries == 38 && report.damaged == [damaged: "by the test"])
        #expect(try target.matches().count == 19 && !target.matches().contains(damaged))
    }

    /// The log returns entries that no server can read. A request for a seat in any match isn't a match, and is copied.
    @Test func whatNoServerReadsIsLeftOut() async throws {
        let (source, target) = (MemoryMatchLog(), MemoryMatchLog())
        let house = try await Houses.one(log: source)
        let ann = try await house.quick(game: "pig", name: "Ann", nonce: .random())
        let odd = HostedMatchID.random()
        var entries = try source.read(ann.match, from: 1)
        entries.append(LoggedEntry(number: entries.count + 1, nonce: .random(), bytes: [0, 7]))
        for entry in entries { #expect(try source.append(entry, to: odd) == .stored) }
        let report = try await MatchLogCopy(from: source, to: target).run()
        #expect(report.matches == 3 && Set(report.damaged.keys) == [odd])
        #expect(report.damaged[odd]?.hasPrefix("entry \(entries.count): ") == true)
        #expect(try !target.matches().contains(odd) && target.matches().count == 2)
    }

    @Test func aLogThatIsAwayIsTold() async throws {
        let (source, target) = (MemoryMatchLog(), MemoryMatchLog())
        let house = try await Houses.one(log: source)
        _ = try await house.open(MatchRequest(game: "pig", name: "Ann"), nonce: .random())
        target.close()
        await #expect(throws: MatchLogError.self) { try await MatchLogCopy(from: source, to: target).run() }
    }
}
