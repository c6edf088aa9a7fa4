import Conversations
import Effort
import Foundation
import GameRules
import MessageWire
import RecordedHosts
import Storage
import Testing
import Values

@testable import MatchSessions
@testable import MessageHost
@testable import Simulation

/// What an earlier build of this protocol wrote is read the same: urls, and the stores of phones in the midst of matches.
///
/// The files in `Earlier/` were written by the build before matches became sessions, with the games and modules of that time. To write
/// them anew, which only a new version of the protocol is a reason for: `PARLOR_WRITE_EARLIER=1 make test-swift ONLY=MessageHostTests`.
@Suite struct EarlierMatchesTests {
    private static let folder = home.folder.appendingPathComponent("Tests/MessageHostTests/Earlier")

    /// Everything that is known of the files, as it was when they were written.
    private struct Earlier: Codable {
        /// The modules for authors, by the name that `require` takes.
        var modules: [String: String] = [:]
        /// The files of each game.
        var games: [String: [String: String]] = [:]
        var urls: [ReadURL] = []
        var stores: [Store] = []

        struct ReadURL: Codable {
            var game: String
            var url: String
            var seen: Seen
        }

        /// Where a match stands for somebody who has read it.
        struct Seen: Codable, Equatable {
            var match: MatchID
            var head: Head
            var plies: Int
            /// SHA-256 of the public state, as small hexadecimal digits.
            var state: String
            var outcome: String?
        }

        struct Store: Codable {
            var game: String
            var seed: UInt64
            var people: [String]
            var phones: [String: Phone]
            var file: String { "\(game)-\(seed).parlor" }
        }

        struct Phone: Codable, Equatable {
            var seen: Seen?
            var seat: Int?
            var draft: String?
            var moves: [String]
        }
    }

    private static let games: [(id: String, people: [String])] = [
        ("tic-tac-toe", ["Ann", "Bob"]), ("rock-paper-scissors", ["Ann", "Bob", "Cem"]),
        ("battleship", ["Ann", "Bob"]),
        ("pig", ["Ann", "Bob"]),
    ]

    // MARK: Reading

    private static func read() throws -> Earlier {
        try JSONDecoder().decode(Earlier.self, from: Data(contentsOf: folder.appendingPathComponent("earlier.json")))
    }

    private static func script(_ game: String, of earlier: Earlier) throws -> GameScript {
        var files: [String: String] = [:]
        for (name, source) in try #require(earlier.games[game]) { files["game/\(name)"] = source }
        for (name, source) in earlier.modules { files["module/\(name)"] = source }
        return try GameScript.kept(files, id: game, library: Catalog(home: home).library)
    }

    @Test(.enabled(if: !isWriting), arguments: games.map(\.id)) func theirUrlsAreReadTheSame(_ game: String) throws {
        let earlier = try Self.read()
        let script = try Self.script(game, of: earlier)
        let urls = earlier.urls.filter { $0.game == game }
        #expect(urls.count >= 5)
        for url in urls {
            #expect(try Self.seen(url.url, script) == url.seen)
        }
    }

    /// A phone opens its store, stands where it stood, and all play their match to its end.
    @Test(.enabled(if: !isWriting), arguments: games.map(\.id)) func theirStoresGoOn(_ game: String) throws {
        let earlier = try Self.read()
        let script = try Self.script(game, of: earlier)
        let stores = earlier.stores.filter { $0.game == game }
        #expect(!stores.isEmpty)
        for kept in stores {
            let folder = try StoreFolder()
            try folder.write(Data(contentsOf: Self.folder.appendingPathComponent(kept.file)), kept.file)
            let world = try Simulation.open(
                DeviceStore(path: folder.path(kept.file)), people: kept.people, games: [script], seed: kept.seed)
            #expect(try Self.phones(of: world, game) == kept.phones)
            var players = SimulatedPlayers(world, game: game, seed: kept.seed)
            #expect(try players.playToTheEnd() != nil)
        }
    }

    /// An app goes on with what it kept: opening writes nothing, a match is written in today's form when it changes, and where that
    /// can't be kept, what is there is read again.
    @Test(.enabled(if: !isWriting)) func anAppBringsItsMatchesOverOneByOne() throws {
        let earlier = try Self.read()
        let script = try Self.script("tic-tac-toe", of: earlier)
        let file = try #require(earlier.stores.first { $0.game == "tic-tac-toe" })
        let folder = try StoreFolder()
        try folder.write(Data(contentsOf: Self.folder.appendingPathComponent(file.file)))
        let old = try DeviceStore(path: folder.path)
        let mover = try #require(file.phones.first { !$0.value.moves.isEmpty })
        let phone = try RecordedHost(script, person: mover.key)
        let store = FailingStore()
        for var match in try old.read({ try $0.matches(device: mover.key) }) {
            match.chat = phone.place
            var changes = MatchChanges()
            changes.matches = [match]
            changes.keys[match.id] = try old.read { try $0.seatKey(match: match.id, device: mover.key) }
            try store.commit(changes)
        }
        try old.close()
        let game = phone.app.table.game
        let before = try #require(store.matches(of: game).first)
        #expect(!MatchSession.begins(before.notes))
        for fails in [true, false] {
            store.fails = fails
            try phone.restart(keepingIn: store)
            #expect(try phone.app.table.legalMoves(in: before.id).map(\.text) == mover.value.moves)
            phone.open()
            #expect(store.matches(of: game) == [before], "opened, and nothing changed")
            try phone.touch(try #require(mover.value.moves.first))
            let after = try #require(store.matches(of: game).first)
            #expect(MatchSession.begins(after.notes) == !fails && (phone.staged == nil) == fails)
        }
        try phone.restart(keepingIn: store)
        #expect(phone.app.table.records[before.id]?.draft?.moves == [mover.value.moves[0]])
    }

    private final class FailingStore: MatchStore {
        private struct Full: Error {}
        let store = MemoryMatchStore()
        var fails = false

        func matches(of game: GameID) -> [StoredMatch] { store.matches(of: game) }
        func seatKey(of match: MatchID) -> SeatKey? { store.seatKey(of: match) }
        func signedURL(leadingTo head: Head) -> String? { store.signedURL(leadingTo: head) }
        func script(_ digest: ScriptDigest) -> [String: String]? { store.script(digest) }
        func values(of game: GameID) -> [String: Value] { store.values(of: game) }
        func commit(_ changes: MatchChanges) throws {
            if fails { throw Full() }
            try store.commit(changes)
        }
    }

    /// What the protocol before wrote is refused by its name, and left as it is.
    @Test func anEarlierProtocolIsRefused() throws {
        let url = try String(contentsOf: Self.folder.appendingPathComponent("protocol-1.txt"), encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        let ann = try SimulatedPerson("Ann", Catalog(home: home).script("tic-tac-toe"))
        let reading = ann.read(url, from: nil)
        #expect(reading.verdict == .unsupportedVersion(1) && ann.table.records.isEmpty)
        let folder = try StoreFolder()
        try folder.write(Data(contentsOf: Self.folder.appendingPathComponent("protocol-1.parlor")))
        let before = try folder.bytes()
        let error = #expect(throws: (any Error).self) { try DeviceStore(path: folder.path) }
        #expect("\(try #require(error))".contains("earlier message protocol"))
        let (bytes, names) = (try folder.bytes(), try folder.names())
        #expect(bytes == before && names == ["party.parlor"])
    }

    private static func seen(_ url: String, _ script: GameScript) throws -> Earlier.Seen? {
        let stranger = MatchTable(game: try GameID(script.id), shelf: ScriptShelf(script))
        let reading = stranger.read(url, from: nil, chat: Chat.ID("chat"), session: Session(UUID()), now: .zero)
        return try reading.match.map { try seen(try #require(stranger.records[$0]).signedLog, in: stranger) }
    }

    private static func seen(_ log: SignedLog, in table: MatchTable) throws -> Earlier.Seen {
        Earlier.Seen(
            match: log.match.id, head: log.head, plies: log.log.plies.count,
            state: try table.session(of: log).look(at: log, using: table.rules) { match throws(GameError) in
                try match.digest(public: true)
            }.map {
                String(format: "%02x", $0)
            }.joined(),
            outcome: try table.status(of: log.match.id).outcome.map { "\($0)" })
    }

    private static func phones(of world: Simulation, _ game: String) throws -> [String: Earlier.Phone] {
        var phones: [String: Earlier.Phone] = [:]
        for device in world.devices {
            let record = device.match(of: game, in: world.chat)?.record
            let table = try #require(device.games[game]?.app).table
            phones[device.person] = Earlier.Phone(
                seen: try record.map { try seen($0.signedLog, in: table) }, seat: record?.seat,
                draft: record?.draft?.url,
                moves: device.legalMoves(of: game, in: world.chat).map(\.text))
        }
        return phones
    }

    // MARK: Writing

    private static let isWriting = ProcessInfo.processInfo.environment["PARLOR_WRITE_EARLIER"] != nil

    @Test(.enabled(if: isWriting)) func writeThem() throws {
        var earlier = Earlier()
        for (place, (game, people)) in Self.games.enumerated() {
            let script = try Catalog(home: home).script(game)
            earlier.games[game] = script.folder.files
            for module in script.library.modules where module.isForAuthors {
                earlier.modules[module.name] = module.source
            }
            let seed = UInt64(place + 1)
            let store = Earlier.Store(game: game, seed: seed, people: people, phones: [:])
            let path = Self.folder.appendingPathComponent(store.file).path
            let urls = try Self.play(store, script, storeAfter: 12 + 3 * place, in: path, &earlier)
            for url in urls {
                if let seen = try Self.seen(url, script) {
                    earlier.urls.append(.init(game: game, url: url, seen: seen))
                }
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try encoder.encode(earlier).write(to: Self.folder.appendingPathComponent("earlier.json"))
    }

    /// Plays a match to its end, and keeps the store as it is after so many turns.
    ///
    /// - Returns: Urls of its messages, from the first to the last.
    private static func play(
        _ kept: Earlier.Store, _ script: GameScript, storeAfter turns: Int, in path: String, _ earlier: inout Earlier
    ) throws -> [String] {
        var folder = try StoreFolder()
        var store = try DeviceStore(path: folder.path)
        var world = try Simulation.open(store, people: kept.people, games: [script], seed: kept.seed)
        var players = SimulatedPlayers(world, game: script.id, seed: kept.seed)
        var urls: [String] = []
        for turn in 1...3000 {
            try players.act(as: try #require(world.people.randomElement(using: &players.random)))
            for device in world.devices {
                for item in device.chats[world.chat]?.transcript.items ?? [] {
                    if let url = item.bubble?.message.url, !urls.contains(url) { urls.append(url) }
                }
            }
            if turn == turns {
                var kept = kept
                kept.phones = try phones(of: world, script.id)
                earlier.stores.append(kept)
                try store.close()
                try FileManager.default.copyItem(atPath: folder.path, toPath: path)
                folder = try StoreFolder()
                try FileManager.default.copyItem(atPath: path, toPath: folder.path)
                store = try DeviceStore(path: folder.path)
                world = try Simulation.open(store, people: kept.people, games: [script], seed: kept.seed)
                players = SimulatedPlayers(world, game: script.id, seed: kept.seed + 1)
            }
            if players.isAgreed { break }
            try world.advance(by: .milliseconds(Int64.random(in: 1...15_000, using: &players.random)))
        }
        // the first ones, the last one, and some between
        let step = max(1, urls.count / 10)
        return urls.enumerated().filter { $0.offset % step == 0 || $0.offset == urls.count - 1 }.map(\.element)
    }
}
