import Conversations
import Foundation
import GameRules
import MessageProtocol
import MessagesTesting
import RecordedHosts
import Simulation
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Storage

/// The stored data of an app outlives its process. ``RecordedHostTests`` plays whole matches in
/// which processes end.
@Suite struct GameAppKeepingTests {
    private struct Full: Error, CustomStringConvertible {
        var description: String { "the disk is full" }
    }

    /// A store that fails if the test says so. At each commit it notes the number of requests that
    /// the host has received.
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
        #expect(phone.notices == ["This can't be stored, so nothing was sent: the disk is full. Try again."])
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
        let game = try GameID("tic-tac-toe")
        // the url of this match is no message
        changes.matches = [StoredMatch(id: .random(), game: game, chat: Chat.ID("family"), url: "?nothing")]
        try store.commit(changes)
        let phone = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        #expect(throws: (any Error).self) { try phone.app.keep(in: store) }
        #expect(phone.app.table.records.isEmpty && phone.app.keeper.kept == nil)
    }

    @Test func onlyWhatChangedIsEncoded() throws {
        let phone = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        try phone.app.keep(in: MemoryMatchStore())
        phone.open()
        for number in 1...12 {
            try phone.act(.begin())
            #expect(phone.app.keeper.kept?.encodings == number)
        }
        try phone.touch("b2")
        #expect(phone.app.keeper.kept?.encodings == 13)
        phone.change(to: .expanded)
        #expect(phone.app.keeper.kept?.encodings == 13, "nothing changed")
        _ = phone.send()
        #expect(phone.app.keeper.kept?.encodings == 14)
        // after a restart, unchanged matches aren't encoded again either
        let store = MemoryMatchStore()
        try phone.restart(keepingIn: store)
        phone.open()
        #expect(phone.app.keeper.kept?.encodings == 0)
    }

    @Test func aMatchThatCannotBeKeptTakesNoOtherWithIt() throws {
        let phone = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        let store = MemoryMatchStore()
        try phone.app.keep(in: store)
        phone.open()
        try phone.act(.begin())
        let id = try #require(phone.app.data.current[phone.place])
        let record = try #require(phone.app.table.records[id])
        let large = try MatchRecord(largeSession(beside: record.match), chat: record.chat, session: record.session)
        phone.app.table.records[large.id] = large
        phone.app.table.records[id]?.lastMove = "c3"
        phone.change(to: .compact)
        phone.change(to: .expanded)
        #expect(phone.notices.count == 1, "\(phone.notices)")
        #expect(phone.notices.first?.hasPrefix("This match can't be stored, so nothing was sent: ") == true)
        let kept = try #require(store.matches(of: phone.app.table.game).first)
        #expect(try MatchSession(bytes: Array(kept.notes)).lastMove == "c3")
        // and the game continues
        try phone.touch("b2")
        #expect(phone.staged != nil && phone.notices.count == 1)
        let again = try #require(store.matches(of: phone.app.table.game).first)
        #expect(again != kept && store.matches(of: phone.app.table.game).count == 1)
    }

    @Test func everyPropertyOfARecordIsCompared() throws {
        let ann = try SimulatedPerson("Ann", script("tic-tac-toe"))
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        _ = try ann.table.play("b2", in: id, token: ann.token, joining: SeatKey())
        let record = try #require(ann.table.records[id])
        #expect(record.draft != nil)
        // the number of fields that `isSame` compares
        #expect(Mirror(reflecting: record).children.count == 5 && Mirror(reflecting: record.match).children.count == 15)
        #expect(record.isSame(as: record))
        let changes: [(inout MatchRecord) throws -> Void] = [
            { $0.url = "?" }, { $0.changed += .seconds(1) }, { $0.who = ParticipantDirectory(ownKey: nil) },
            { $0.draft = nil },
            {
                $0.joins = [try SeatedJoin(seat: 2, token: DisplayName("Eve"), key: SeatKey(), in: $0.signedLog.match)]
            },
            { $0.sent.entries[$0.signedLog.head] = [1: .init(text: "x")] }, { $0.lastMove = "x" },
            { $0.lastMoves = ["x"] }, { $0.superseded = "x" }, { $0.sent.resigned = [1] },
            { $0.left = .init(head: $0.signedLog.head, holder: "x") }, { $0.lostRounds = [$0.signedLog] },
            {
                $0.secrets[try Commitment([UInt8](repeating: 7, count: 32))] = RevealedMove(
                    .index(1), try Salt([UInt8](repeating: 7, count: 16)))
            },
        ]
        for (number, change) in changes.enumerated() {
            var other = record
            try change(&other)
            #expect(!record.isSame(as: other), "change \(number)")
        }
    }
}
