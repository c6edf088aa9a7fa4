import Conversations
import Foundation
import GameApps
import MatchSessions
import MessageProtocol
import MessagesTesting
import StorageLaws
import Testing
import Values

@testable import Storage

/// Every store of Parlor obeys the laws, and for every law a store that violates it is rejected.
@Suite struct MatchStoreLawsTests {
    @Test func memoryKeepsThem() {
        #expect(MatchStoreLaws(isLasting: false) { _ in MemoryMatchStore() }.breaches() == [])
    }

    @Test func aFileKeepsThem() {
        let laws = MatchStoreLaws { try SQLiteMatchStore(path: $0.appendingPathComponent("matches.parlor").path) }
        #expect(laws.breaches() == [])
    }

    @Test func aPartOfADeviceStoreKeepsThem() throws {
        let laws = MatchStoreLaws { folder in
            let store = try SimulationStore(path: folder.appendingPathComponent("party.parlor").path)
            _ = try SQLiteMatchStore(store, device: "Bob")
            return try SQLiteMatchStore(store, device: "Ann")
        }
        #expect(laws.breaches() == [])
    }

    @Test func aClosedStoreSaysSo() throws {
        let folder = try StoreFolder()
        let store = try SQLiteMatchStore(path: folder.path)
        try store.close()
        #expect(throws: StoreError.self) { try store.matches(of: GameID("go")) }
    }

    @Test(arguments: BrokenStore.Flaw.allCases) func aBrokenStoreIsRejected(_ flaw: BrokenStore.Flaw) {
        let laws = MatchStoreLaws(isLasting: flaw == .forgets) { _ in try BrokenStore(flaw) }
        #expect(laws.breaches(only: [flaw.law]).map(\.law) == [flaw.law], "\(flaw)")
    }

    @Test func everyLawHasAStoreThatBreaksIt() {
        #expect(Set(BrokenStore.Flaw.allCases.map(\.law)) == Set(MatchStoreLaws.names))
    }
}

/// A store with one flaw.
final class BrokenStore: MatchStore {
    enum Flaw: CaseIterable {
        case remembersTooMuch, forgetsKeys, forgets, mixesGames, addsMatchesTwice, keepsNull, normalises,
            takesAnotherKey
        case takesAnotherURL, keepsHalf, refusesTheSame

        /// The law that the flaw violates.
        var law: String {
            switch self {
            case .remembersTooMuch: "empty"
            case .forgetsKeys: "same"
            case .forgets: "lasting"
            case .mixesGames: "apart"
            case .addsMatchesTwice: "replacing"
            case .keepsNull: "removing"
            case .normalises: "bytes"
            case .takesAnotherKey: "key"
            case .takesAnotherURL: "url"
            case .keepsHalf: "whole"
            case .refusesTheSame: "again"
            }
        }
    }

    struct Refused: Error {}

    private let flaw: Flaw
    private let store = MemoryMatchStore()
    private var others: [StoredMatch] = []
    private var keys: [MatchID: SeatKey] = [:]
    private var urls: [Head: String] = [:]
    private var nulls: [String: Value] = [:]
    private var commits = 0

    init(_ flaw: Flaw) throws {
        self.flaw = flaw
        guard flaw == .remembersTooMuch else { return }
        var changes = MatchChanges()
        changes.matches = [try StoreSamples.match(7)]
        try store.commit(changes)
    }

    func matches(of game: GameID) throws -> [StoredMatch] {
        store.matches(of: flaw == .mixesGames ? try GameID("go") : game) + others
    }

    func seatKey(of match: MatchID) -> SeatKey? {
        flaw == .forgetsKeys ? nil : keys[match] ?? store.seatKey(of: match)
    }

    func signedURL(leadingTo head: Head) -> String? {
        let url = urls[head] ?? store.signedURL(leadingTo: head)
        return flaw == .normalises ? url?.precomposedStringWithCanonicalMapping : url
    }

    func script(_ digest: ScriptDigest) -> [String: String]? { store.script(digest) }

    func values(of game: GameID) -> [String: Value] { store.values(of: game).merging(nulls) { _, new in new } }

    func commit(_ changes: MatchChanges) throws {
        commits += 1
        if flaw == .refusesTheSame, commits > 1 { throw Refused() }
        var changes = changes
        switch flaw {
        case .addsMatchesTwice:
            others += store.matches(of: try GameID("go")).filter { changes.matches.map(\.id).contains($0.id) }
        case .keepsNull: nulls = changes.values.values.first?.filter(\.value.isNull) ?? [:]
        case .takesAnotherKey: (keys, changes.keys) = (changes.keys, [:])
        case .takesAnotherURL: (urls, changes.signedURLs) = (changes.signedURLs, [:])
        case .keepsHalf:
            var half = MatchChanges()
            (half.matches, half.values) = (changes.matches, changes.values)
            try store.commit(half)
        default: break
        }
        try store.commit(changes)
    }
}
