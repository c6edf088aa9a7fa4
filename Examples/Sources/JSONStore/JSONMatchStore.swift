import Foundation
import Parlor

/// Matches in one JSON file, which is rewritten with each commit. This is enough for a few matches
/// of one person.
///
/// The store obeys the laws of `MatchStore`. `main.swift` checks this.
final class JSONMatchStore: MatchStore {
    /// The reason why the file can't be used.
    struct Problem: Error, CustomStringConvertible { let description: String }

    private struct Contents: Codable {
        var matches: [MatchID: StoredMatch] = [:]
        /// The 32 bytes of each key. Anyone who reads the file can play for this person.
        var keys: [MatchID: Data] = [:]
        var signedURLs: [Head: String] = [:]
        var scripts: [ScriptDigest: [String: String]] = [:]
        /// The canonical bytes of each value, since JSON can't tell 3 from 3.0.
        var values: [GameID: [String: Data]] = [:]
    }

    private let file: URL
    private var contents = Contents()

    /// Reads the file, if there is one.
    init(_ file: URL) throws {
        self.file = file
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        do {
            contents = try JSONDecoder().decode(Contents.self, from: Data(contentsOf: file))
        } catch {
            throw Problem(description: "\(file.lastPathComponent) holds no matches: \(error). Restore a copy of it.")
        }
    }

    func matches(of game: GameID) -> [StoredMatch] { contents.matches.values.filter { $0.game == game } }

    func seatKey(of match: MatchID) throws -> SeatKey? {
        try contents.keys[match].map { try SeatKey(secret: Array($0)) }
    }

    func signedURL(leadingTo head: Head) -> String? { contents.signedURLs[head] }

    func script(_ digest: ScriptDigest) -> [String: String]? { contents.scripts[digest] }

    func values(of game: GameID) throws -> [String: Value] {
        try (contents.values[game] ?? [:]).mapValues { try Value(canonicalBytes: $0) }
    }

    func commit(_ changes: MatchChanges) throws {
        var new = contents
        for (match, key) in changes.keys {
            let secret = Data(key.secret)
            guard new.keys[match, default: secret] == secret else { throw MatchStoreRefusal.otherKey(match) }
            new.keys[match] = secret
        }
        for (head, url) in changes.signedURLs {
            // compare bytes: Swift's `==` takes "é" and "e\u{301}" for the same text
            guard new.signedURLs[head, default: url].utf8.elementsEqual(url.utf8) else {
                throw MatchStoreRefusal.otherURL(head)
            }
            new.signedURLs[head] = url
        }
        for match in changes.matches { new.matches[match.id] = match }
        new.scripts.merge(changes.scripts) { $1 }
        for (game, values) in changes.values {
            for (key, value) in values {
                new.values[game, default: [:]][key] = value.isNull ? nil : Data(try value.canonicalBytes())
            }
        }
        try write(new)
        contents = new
    }

    /// Writes the file completely or not at all: the new file replaces the old file when the new
    /// file is complete. Only the owner of the file can read it.
    private func write(_ contents: Contents) throws {
        let next = file.appendingPathExtension("new")
        guard
            FileManager.default.createFile(
                atPath: next.path, contents: try JSONEncoder().encode(contents),
                attributes: [.posixPermissions: 0o600]),
            rename(next.path, file.path) == 0
        else { throw Problem(description: "\(file.path) can't be written. Is there room on the disk?") }
    }
}
