import Conversations
import Foundation
import GameRules
import MessageWire
import Testing
import Values

@testable import MessageHost
@testable import Storage

/// What an app keeps outlives its process; ``RecordedHostTests`` plays whole matches so.
@Suite struct GameAppKeepingTests {
    private struct Full: Error, CustomStringConvertible {
        var description: String { "the disk is full" }
    }

    /// Refuses when it is told to, and notes what the host had been asked for by then.
    private final class WatchedStore: MatchStore {
        let kept = MemoryMatchStore()
        var isFull = false
        var requestsAtCommit: [Int] = []
        weak var host: RecordedHost?

        func matches(of game: GameID) -> [StoredMatch] { kept.matches(of: game) }
        func seatKey(of match: MatchID) -> SeatKey? { kept.seatKey(of: match) }
        func signedURL(leadingTo head: Head) -> String? { kept.signedURL(leadingTo: head) }
        func script(_ digest: ScriptDigest) -> [String: String]? { kept.script(digest) }
        func values(of game: GameID) -> [String: Value] { kept.values(of: game) }

        func commit(_ changes: MatchChanges) throws {
            requestsAtCommit.append(host?.requests.count ?? 0)
            if isFull { throw Full() }
            try kept.commit(changes)
        }
    }

    @Test func nothingIsAskedForBeforeItIsKept() throws {
        let phone = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        let store = WatchedStore()
        store.host = phone
        try phone.app.keep(in: store)
        phone.open()
        try phone.act(.begin())
        #expect(store.requestsAtCommit == [0] && phone.requests.count == 1)
        try phone.touch("b2")
        #expect(store.requestsAtCommit.prefix(2) == [0, 1] && phone.requests.count > 1)
        let match = try #require(store.kept.matches(of: phone.app.table.game).first)
        #expect(store.kept.seatKey(of: match.id) != nil && store.kept.values(of: phone.app.table.game).isEmpty)
        let head = try #require(phone.app.table.records[match.id]?.draft?.signedLog.head)
        #expect(store.kept.signedURL(leadingTo: head) == phone.staged?.url)
    }

    @Test func whatCannotBeKeptIsTakenBack() throws {
        let phone = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        let store = WatchedStore()
        try phone.app.keep(in: store)
        phone.open()
        store.isFull = true
        try phone.act(.begin())
        #expect(phone.requests.isEmpty && phone.staged == nil)
        #expect(phone.app.table.records.isEmpty)
        #expect(phone.notices == ["This can't be kept, so nothing was sent: the disk is full. Try again."])
        store.isFull = false
        try phone.act(.begin())
        #expect(phone.requests.count == 1 && store.kept.matches(of: phone.app.table.game).count == 1)
    }

    @Test func whatNothingChangedIsNotWrittenAgain() throws {
        let phone = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        let store = WatchedStore()
        try phone.app.keep(in: store)
        phone.open()
        try phone.act(.begin())
        let commits = store.requestsAtCommit.count
        phone.change(to: .expanded)
        phone.change(to: .compact)
        #expect(store.requestsAtCommit.count == commits)
    }

    @Test func aStoreThatCannotBeReadLeavesTheAppAsItWas() throws {
        let folder = try StoreFolder()
        let store = try SQLiteMatchStore(path: folder.path)
        var changes = MatchChanges()
        changes.matches = [try StoreSamples.match(1)]  // its url is no message
        changes.matches[0] = StoredMatch(
            id: changes.matches[0].id, game: try GameID("tic-tac-toe"), chat: changes.matches[0].chat, url: "?nothing")
        try store.commit(changes)
        let phone = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        #expect(throws: (any Error).self) { try phone.app.keep(in: store) }
        #expect(phone.app.table.records.isEmpty && phone.app.keeper == nil)
    }
}
