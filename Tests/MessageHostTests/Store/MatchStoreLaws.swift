import Conversations
import Foundation
import MessageWire
import Testing
import Values

@testable import MessageHost
@testable import Storage

/// The laws of ``MatchStore``, for any store: each gives the sentence that a store breaks.
enum MatchStoreLaw: String, CaseIterable {
    case emptyAtFirst, readsBackWhatWasKept, replacesAMatch, keepsGamesApart, removesValues, keepsBytes, keepsTheKey
    case keepsTheURL, wholeOrNothing, sameAgainIsNoError

    /// What went wrong; nil where the law holds. The store must be new.
    func problem(of store: any MatchStore) throws -> String? {
        let (go, chess) = (try GameID("go"), try GameID("chess"))
        let (id, head, digest) = (try StoreSamples.matchID(1), try StoreSamples.head(1), try StoreSamples.digest(1))
        var changes = MatchChanges()
        switch self {
        case .emptyAtFirst:
            let isEmpty =
                try store.matches(of: go).isEmpty && store.seatKey(of: id) == nil
                && store.signedURL(leadingTo: head) == nil
                && store.script(digest) == nil && store.values(of: go).isEmpty
            return isEmpty ? nil : "something is there that nobody kept"
        case .readsBackWhatWasKept:
            changes.matches = [try StoreSamples.match(1), try StoreSamples.match(2), try StoreSamples.match(3)]
            changes.keys = [id: try StoreSamples.key(1)]
            changes.signedURLs = [head: "?a"]
            changes.scripts = [digest: ["game/game.lua": "return 1", "module/x": ""]]
            changes.values = [go: ["wins": .int(3), "": .string("empty")]]
            try store.commit(changes)
            guard Set(try store.matches(of: go)) == Set(changes.matches) else { return "the matches are others" }
            guard try store.seatKey(of: id)?.secret == StoreSamples.key(1).secret else { return "the key is another" }
            guard try store.seatKey(of: StoreSamples.matchID(2)) == nil else { return "a key of another match" }
            guard try store.signedURL(leadingTo: head) == "?a" else { return "the url is another" }
            guard try store.script(digest) == changes.scripts[digest] else { return "the script is another" }
            return try store.values(of: go) == changes.values[go] ? nil : "the values are others"
        case .replacesAMatch:
            var match = try StoreSamples.match(1)
            changes.matches = [match, try StoreSamples.match(2)]
            try store.commit(changes)
            match.url = "?later"
            changes.matches = [match]
            try store.commit(changes)
            let kept = try store.matches(of: go)
            return kept.count == 2 && kept.contains(match) ? nil : "the old one is there still, or another is gone"
        case .keepsGamesApart:
            changes.matches = [try StoreSamples.match(1)]
            changes.values = [go: ["wins": .int(3)], chess: ["wins": .int(4)]]
            try store.commit(changes)
            guard try store.matches(of: chess).isEmpty else { return "a match of another game" }
            return try store.values(of: chess) == ["wins": .int(4)] && store.values(of: go) == ["wins": .int(3)]
                ? nil : "a value of another game"
        case .removesValues:
            changes.values = [go: ["wins": .int(3), "name": .string("Ann")]]
            try store.commit(changes)
            changes.values = [go: ["wins": .null, "unknown": .null]]
            try store.commit(changes)
            return try store.values(of: go) == ["name": .string("Ann")] ? nil : "null doesn't remove"
        case .keepsBytes:
            let texts = ["\u{0}", "e\u{301}", "é", "\r\n", "𝄞 ", ""]
            for (number, text) in texts.enumerated() {
                changes.scripts = [try StoreSamples.digest(UInt8(number)): ["game/x": text]]
                changes.values = [go: ["k\(number)": .string(text)]]
                changes.signedURLs = [try StoreSamples.head(UInt8(number)): text]
                try store.commit(changes)
            }
            for (number, text) in texts.enumerated() {
                let found = [
                    try store.script(try StoreSamples.digest(UInt8(number)))?["game/x"],
                    try store.values(of: go)["k\(number)"]?.stringValue,
                    try store.signedURL(leadingTo: try StoreSamples.head(UInt8(number))),
                ]
                guard found.allSatisfy({ $0.map { Array($0.utf8) } == Array(text.utf8) }) else {
                    return "\(text.debugDescription) came back as \(found)"
                }
            }
            return nil
        case .keepsTheKey:
            changes.keys = [id: try StoreSamples.key(1)]
            try store.commit(changes)
            changes.keys = [id: try StoreSamples.key(2)]
            guard (try? store.commit(changes)) == nil else { return "another key was kept" }
            return try store.seatKey(of: id)?.secret == StoreSamples.key(1).secret ? nil : "the key is lost"
        case .keepsTheURL:
            changes.signedURLs = [head: "?é"]
            try store.commit(changes)
            changes.signedURLs = [head: "?e\u{301}"]
            guard (try? store.commit(changes)) == nil else { return "another url was kept" }
            return try store.signedURL(leadingTo: head).map { Array($0.utf8) } == Array("?é".utf8)
                ? nil : "the url is lost"
        case .wholeOrNothing:
            changes.keys = [id: try StoreSamples.key(1)]
            changes.signedURLs = [head: "?a"]
            try store.commit(changes)
            for part in ["key", "url"] {
                var other = MatchChanges()
                other.matches = [try StoreSamples.match(1)]
                other.values = [go: ["wins": .int(1)]]
                other.scripts = [digest: ["game/game.lua": "return 1"]]
                other.keys = [try StoreSamples.matchID(2): try StoreSamples.key(2)]
                other.signedURLs = [try StoreSamples.head(2): "?b"]
                if part == "key" { other.keys[id] = try StoreSamples.key(3) } else { other.signedURLs[head] = "?c" }
                guard (try? store.commit(other)) == nil else { return "a second \(part) was kept" }
                let isUntouched =
                    try store.matches(of: go).isEmpty && store.values(of: go).isEmpty && store.script(digest) == nil
                    && store.seatKey(of: StoreSamples.matchID(2)) == nil
                    && store.signedURL(leadingTo: StoreSamples.head(2)) == nil
                guard isUntouched else { return "a part of a commit with a second \(part) was kept" }
            }
            return nil
        case .sameAgainIsNoError:
            changes.matches = [try StoreSamples.match(1)]
            changes.keys = [id: try StoreSamples.key(1)]
            changes.signedURLs = [head: "?a"]
            changes.scripts = [digest: ["game/game.lua": "return 1"]]
            changes.values = [go: ["wins": .int(1)]]
            try store.commit(changes)
            try store.commit(changes)
            return try store.matches(of: go).count == 1 ? nil : "a match is there twice"
        }
    }
}

/// Every store of ours keeps the laws, and every law rejects a store that breaks it.
@Suite struct MatchStoreLaws {
    @Test(arguments: MatchStoreLaw.allCases) func inMemory(_ law: MatchStoreLaw) throws {
        #expect(try law.problem(of: MemoryMatchStore()) == nil)
    }

    @Test(arguments: MatchStoreLaw.allCases) func inAFile(_ law: MatchStoreLaw) throws {
        let folder = try StoreFolder()
        #expect(try law.problem(of: SQLiteMatchStore(path: folder.path)) == nil)
    }

    @Test(arguments: MatchStoreLaw.allCases) func asOneOfSeveralDevices(_ law: MatchStoreLaw) throws {
        let store = try DeviceStore()
        for name in ["Ann", "Bob"] {
            #expect(try law.problem(of: SQLiteMatchStore(store, device: name)) == nil, "\(name)")
        }
    }

    @Test func aFileIsTheSameWhenItIsOpenedAgain() throws {
        let folder = try StoreFolder()
        let go = try GameID("go")
        var changes = MatchChanges()
        changes.matches = [try StoreSamples.match(1)]
        changes.keys = [try StoreSamples.matchID(1): try StoreSamples.key(1)]
        changes.values = [go: ["wins": .int(3)]]
        do {
            let store = try SQLiteMatchStore(path: folder.path)
            try store.commit(changes)
            try store.close()
            #expect(throws: StoreError.self) { try store.matches(of: go) }
        }
        let again = try SQLiteMatchStore(path: folder.path)
        #expect(try again.matches(of: go) == changes.matches)
        #expect(try again.seatKey(of: StoreSamples.matchID(1))?.secret == StoreSamples.key(1).secret)
        #expect(try again.values(of: go) == ["wins": .int(3)])
    }

    @Test(arguments: BrokenStore.Flaw.allCases) func aBrokenStoreIsRejected(_ flaw: BrokenStore.Flaw) throws {
        let store = try BrokenStore(flaw)
        let problem: String?
        do {
            problem = try flaw.law.problem(of: store)
        } catch {
            problem = "\(error)"
        }
        #expect(problem != nil, "\(flaw.law) sees no \(flaw)")
    }
}

/// A store with one flaw.
final class BrokenStore: MatchStore {
    enum Flaw: CaseIterable {
        case remembersTooMuch, forgetsKeys, mixesGames, addsMatchesTwice, keepsNull, normalises, takesAnotherKey
        case takesAnotherURL, keepsHalf, refusesTheSame

        var law: MatchStoreLaw {
            switch self {
            case .remembersTooMuch: .emptyAtFirst
            case .forgetsKeys: .readsBackWhatWasKept
            case .mixesGames: .keepsGamesApart
            case .addsMatchesTwice: .replacesAMatch
            case .keepsNull: .removesValues
            case .normalises: .keepsBytes
            case .takesAnotherKey: .keepsTheKey
            case .takesAnotherURL: .keepsTheURL
            case .keepsHalf: .wholeOrNothing
            case .refusesTheSame: .sameAgainIsNoError
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
