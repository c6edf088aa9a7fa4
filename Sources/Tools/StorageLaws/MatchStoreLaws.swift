import Conversations
import Foundation
import GameApps
import MatchSessions
import MessageProtocol
import Values

/// The laws that every `MatchStore` must keep, tried on a real store.
///
/// ```swift
/// let laws = MatchStoreLaws { folder in try MyStore(folder) }
/// for breach in laws.breaches() { print(breach) }
/// ```
public struct MatchStoreLaws {
    /// Opens a store that writes its files to the folder.
    private let open: (_ folder: URL) throws -> any MatchStore
    private let isLasting: Bool

    /// Creates the laws for one kind of store.
    ///
    /// - Parameters:
    ///   - isLasting: Whether a store that is opened again has the content that was committed
    ///     before. False for a store in memory.
    ///   - open: Opens a store in a folder. The folder exists, is used by no other store, and is
    ///     empty the first time. A lasting store is released, and then opened again in the same
    ///     folder.
    public init(isLasting: Bool = true, _ open: @escaping (_ folder: URL) throws -> any MatchStore) {
        (self.open, self.isLasting) = (open, isLasting)
    }

    /// The names of the laws.
    public static let names: [String] = laws.map(\.name)

    /// Tries the laws, each on a new store.
    ///
    /// - Parameter only: The names of the laws to try; nil for all.
    /// - Returns: The laws that are broken; empty if every law holds.
    public func breaches(only: Set<String>? = nil) -> [ContractViolation] {
        let unknown = (only ?? []).subtracting(Self.names).sorted().map {
            ContractViolation(law: $0, what: "there is no such law: expected \(Self.names.joined(separator: ", "))")
        }
        return unknown
            + Self.laws.compactMap { name, law in
                guard only?.contains(name) ?? true else { return nil }
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                    "store-laws-\(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: folder) }
                do {
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                    try law(StoreTrial(folder: folder, open: open, isLasting: isLasting))
                    return nil
                } catch let broken as Broken {
                    return ContractViolation(law: name, what: broken.what)
                } catch {
                    return ContractViolation(law: name, what: "it throws \(error)")
                }
            }
    }

    private typealias Law = @Sendable (StoreTrial) throws -> Void

    private static let laws: [(name: String, law: Law)] = [
        ("empty", empty), ("same", same), ("lasting", lasting), ("replacing", replacing), ("apart", apart),
        ("removing", removing), ("bytes", bytes), ("key", key), ("url", url), ("whole", whole), ("again", again),
    ]

    /// A new store is empty.
    private static let empty: Law = { trial in
        try trial.use { store in
            try expect(store.matches(of: StoreSample.go), [], "matches of a new store")
            try expect(store.values(of: StoreSample.go), [:], "values of a new store")
            try expect(store.seatKey(of: StoreSample.match(1).id) == nil, "a new store has a key")
            try expect(store.signedURL(leadingTo: StoreSample.head(1)), nil, "a signed url of a new store")
            try expect(store.script(StoreSample.digest(1)), nil, "a script of a new store")
        }
    }

    /// Reading returns exactly what was committed, and nothing else.
    private static let same: Law = { trial in
        let changes = try StoreSample.changes()
        try trial.use { store in
            try store.commit(changes)
            try StoreSample.expect(changes, in: store, "after one commit")
            try expect(store.seatKey(of: StoreSample.match(2).id) == nil, "there is a key of a match that has none")
            try expect(store.signedURL(leadingTo: StoreSample.head(9)), nil, "the url of a head that nobody signed")
            try expect(store.script(StoreSample.digest(9)), nil, "a script that nobody kept")
        }
    }

    /// Committed content can still be read when the store is opened again.
    private static let lasting: Law = { trial in
        guard trial.isLasting else { return }
        let changes = try StoreSample.changes()
        try trial.use { try $0.commit(changes) }
        try trial.use { store in
            try StoreSample.expect(changes, in: store, "in a store that was opened again")
            var later = MatchChanges()
            later.keys = [try StoreSample.match(1).id: try StoreSample.key(2)]
            try expectRefusal(of: later, by: store, "a second key, in a store that was opened again")
        }
    }

    /// A committed match replaces a stored match with the same id.
    private static let replacing: Law = { trial in
        try trial.use { store in
            var (first, second) = (try StoreSample.match(1), try StoreSample.match(2))
            var changes = MatchChanges()
            changes.matches = [first, second]
            try store.commit(changes)
            (first.url, first.seat, first.session, first.people) = ("?later", nil, nil, [:])
            changes.matches = [first]
            try store.commit(changes)
            second.notes = Data()
            changes.matches = [second]
            try store.commit(changes)
            try expect(
                Set(store.matches(of: StoreSample.go)), [first, second], "matches after one took another's place")
            try expect(store.matches(of: StoreSample.go).count, 2, "how many there are then")
        }
    }

    /// No game sees another game's matches or values.
    private static let apart: Law = { trial in
        try trial.use { store in
            var changes = MatchChanges()
            changes.matches = [try StoreSample.match(1)]
            changes.values = [try StoreSample.go: ["wins": 3], try StoreSample.chess: ["wins": 4]]
            try store.commit(changes)
            try expect(store.matches(of: StoreSample.chess), [], "matches of another game")
            try expect(store.values(of: StoreSample.chess), ["wins": 4], "values of the other game")
            try expect(store.values(of: StoreSample.go), ["wins": 3], "values of the game")
        }
    }

    /// `.null` removes a value.
    private static let removing: Law = { trial in
        try trial.use { store in
            var changes = MatchChanges()
            changes.values = [try StoreSample.go: ["wins": 3, "name": "Ann"]]
            try store.commit(changes)
            changes.values = [try StoreSample.go: ["wins": .null, "unknown": .null]]
            try store.commit(changes)
            try expect(store.values(of: StoreSample.go), ["name": "Ann"], "values after two were removed")
        }
    }

    /// Texts are returned byte for byte. Two texts with different bytes stay different, even if
    /// Swift's `==` takes them for equal.
    private static let bytes: Law = { trial in
        try trial.use { store in
            let texts = ["\u{0}", "e\u{301}", "é", "\r\n", "𝄞 ", ""]
            for (number, text) in texts.enumerated() {
                var changes = MatchChanges()
                changes.scripts = [try StoreSample.digest(UInt8(number)): ["game/x": text]]
                changes.values = [try StoreSample.go: ["k\(number)": .string(text)]]
                changes.signedURLs = [try StoreSample.head(UInt8(number)): text]
                changes.matches = [try StoreSample.match(UInt8(number), url: text)]
                try store.commit(changes)
            }
            let urls = try store.matches(of: StoreSample.go)
            for (number, text) in texts.enumerated() {
                let id = try StoreSample.match(UInt8(number)).id
                for (what, found) in [
                    ("file of a script", try store.script(StoreSample.digest(UInt8(number)))?["game/x"]),
                    ("value", try store.values(of: StoreSample.go)["k\(number)"]?.stringValue),
                    ("signed url", try store.signedURL(leadingTo: StoreSample.head(UInt8(number)))),
                    ("match's url", urls.first { $0.id == id }?.url),
                ] {
                    try expect(found.map { Array($0.utf8) }, Array(text.utf8), "the bytes of a \(what)")
                }
            }
            // keys and paths that differ only in their bytes
            var changes = MatchChanges()
            changes.scripts = [try StoreSample.digest(7): ["é": "1"], try StoreSample.digest(8): ["e\u{301}": "1"]]
            try store.commit(changes)
            for (number, path) in [(7, "é"), (8, "e\u{301}")] as [(UInt8, String)] {
                let found = try store.script(StoreSample.digest(number))?.keys.map { Array($0.utf8) }
                try expect(found, [Array(path.utf8)], "the bytes of a path")
            }
        }
    }

    /// A seat's key can't be replaced.
    private static let key: Law = { trial in
        try trial.use { store in
            let id = try StoreSample.match(1).id
            var changes = MatchChanges()
            changes.keys = [id: try StoreSample.key(1)]
            try store.commit(changes)
            changes.keys = [id: try StoreSample.key(2)]
            try expectRefusal(of: changes, by: store, "a second key of a match")
            try expect(
                store.seatKey(of: id)?.secret, StoreSample.key(1).secret, "the key after a second one was refused")
        }
    }

    /// The url that was signed for a head can't be replaced.
    private static let url: Law = { trial in
        try trial.use { store in
            let head = try StoreSample.head(1)
            var changes = MatchChanges()
            changes.signedURLs = [head: "?é"]
            try store.commit(changes)
            // Swift's `==` takes both urls for equal
            changes.signedURLs = [head: "?e\u{301}"]
            try expectRefusal(of: changes, by: store, "a second url of a head, which differs in its bytes alone")
            let kept = try store.signedURL(leadingTo: head).map { Array($0.utf8) }
            try expect(kept, Array("?é".utf8), "the url after a second one was refused")
        }
    }

    /// A commit is stored completely or not at all.
    private static let whole: Law = { trial in
        try trial.use { store in
            let (id, head) = (try StoreSample.match(1).id, try StoreSample.head(1))
            var changes = MatchChanges()
            changes.keys = [id: try StoreSample.key(1)]
            changes.signedURLs = [head: "?a"]
            try store.commit(changes)
            for part in ["key", "url"] {
                var other = MatchChanges()
                other.matches = [try StoreSample.match(1)]
                other.values = [try StoreSample.go: ["wins": 1]]
                other.scripts = [try StoreSample.digest(1): ["game/game.lua": "return 1"]]
                other.keys = [try StoreSample.match(2).id: try StoreSample.key(2)]
                other.signedURLs = [try StoreSample.head(2): "?b"]
                if part == "key" { other.keys[id] = try StoreSample.key(3) } else { other.signedURLs[head] = "?c" }
                try expectRefusal(of: other, by: store, "a commit with a second \(part)")
                let doing = "after a commit with a second \(part) was refused"
                try expect(store.matches(of: StoreSample.go), [], "matches \(doing)")
                try expect(store.values(of: StoreSample.go), [:], "values \(doing)")
                try expect(store.script(StoreSample.digest(1)), nil, "a script \(doing)")
                try expect(store.seatKey(of: StoreSample.match(2).id) == nil, "there is its other key \(doing)")
                try expect(store.signedURL(leadingTo: StoreSample.head(2)), nil, "its other url \(doing)")
            }
        }
        guard trial.isLasting else { return }
        try trial.use { store in
            let doing = "in a store that was opened again after it had refused a commit"
            try expect(store.matches(of: StoreSample.go), [], "matches \(doing)")
            try expect(store.values(of: StoreSample.go), [:], "values \(doing)")
            try expect(store.seatKey(of: StoreSample.match(2).id) == nil, "there is its other key \(doing)")
        }
    }

    /// Repeating a commit isn't an error, and changes nothing.
    private static let again: Law = { trial in
        let changes = try StoreSample.changes()
        try trial.use { store in
            try store.commit(changes)
            try store.commit(changes)
            try StoreSample.expect(changes, in: store, "after the same commit twice")
            try expect(store.matches(of: StoreSample.go).count, changes.matches.count, "how many matches there are")
        }
    }
}

/// A folder with one store under trial.
private struct StoreTrial {
    let folder: URL
    let open: (URL) throws -> any MatchStore
    let isLasting: Bool

    /// Opens the store for `body`, and releases it afterwards.
    func use(_ body: (any MatchStore) throws -> Void) throws { try body(open(folder)) }
}

private func expect<V: Equatable>(_ found: V, _ wanted: V, _ doing: String) throws {
    guard found == wanted else {
        throw Broken(what: "\(doing): expected \("\(wanted)".prefix(400)), found \("\(found)".prefix(400))")
    }
}

private func expect(_ holds: Bool, _ what: String) throws {
    guard holds else { throw Broken(what: what) }
}

private func expectRefusal(of changes: MatchChanges, by store: any MatchStore, _ doing: String) throws {
    do {
        try store.commit(changes)
    } catch {
        return
    }
    throw Broken(what: "\(doing): expected an error, and it was committed")
}

/// The sample data of the laws.
private enum StoreSample {
    static var go: GameID { get throws { try GameID("go") } }
    static var chess: GameID { get throws { try GameID("chess") } }

    static func match(_ number: UInt8, url: String? = nil) throws -> StoredMatch {
        StoredMatch(
            id: try MatchID(Array(repeating: number, count: 16)), game: try go, chat: Chat.ID("family"),
            url: url ?? "?go=\(number)", seat: number % 2 == 0 ? nil : Int(number),
            session: number % 3 == 0 ? nil : Session(uuid(number)),
            people: [try key(1).publicKey: Participant(uuid(1)), try key(2).publicKey: Participant(uuid(2))],
            notes: Data(#"{"waiting":true}"#.utf8))
    }

    static func uuid(_ number: UInt8) -> UUID {
        UUID(uuid: (9, 8, 7, 6, 5, 4, 0x4d, 0xef, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    static func key(_ number: UInt8) throws -> SeatKey { try SeatKey(secret: Array(repeating: number, count: 32)) }

    static func head(_ number: UInt8) throws -> Head { try Head(Array(repeating: number, count: 32)) }

    static func digest(_ number: UInt8) throws -> ScriptDigest {
        try ScriptDigest(Array(repeating: number, count: 16))
    }

    /// Returns changes with every kind of data.
    static func changes() throws -> MatchChanges {
        var changes = MatchChanges()
        changes.matches = [try match(1), try match(2), try match(3)]
        changes.keys = [try match(1).id: try key(1)]
        changes.signedURLs = [try head(1): "?a"]
        changes.scripts = [try digest(1): ["game/game.lua": "return 1", "module/x": ""]]
        changes.values = [
            try go: [
                "wins": 3, "": "empty", "odds": 0.5, "whole": .double(3), "raw": .bytes([0, 255]), "on": true,
                "list": [1, .null, [:]], "table": .map([.int(1): "one", .string("1"): "text"]),
            ]
        ]
        return changes
    }

    /// Checks that a store has the content that was committed.
    static func expect(_ changes: MatchChanges, in store: any MatchStore, _ doing: String) throws {
        try StorageLaws.expect(Set(store.matches(of: go)), Set(changes.matches), "the matches \(doing)")
        for (match, key) in changes.keys {
            try StorageLaws.expect(store.seatKey(of: match)?.secret, key.secret, "the key of a match \(doing)")
        }
        for (head, url) in changes.signedURLs {
            try StorageLaws.expect(store.signedURL(leadingTo: head), url, "the url of a head \(doing)")
        }
        for (digest, files) in changes.scripts {
            try StorageLaws.expect(store.script(digest), files, "the files of a script \(doing)")
        }
        for (game, values) in changes.values {
            try StorageLaws.expect(store.values(of: game), values, "the values of a game \(doing)")
        }
    }
}
