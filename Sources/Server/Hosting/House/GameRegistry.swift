import Foundation
import GameRules
import LuaRuntime
import MatchSessions
import Scenes
import Synchronization
import Values

/// The games of a service: the current versions, with which new matches begin, and the older
/// versions with which earlier matches began.
///
/// The log stores the text of each version under its digest. A match therefore keeps its rules
/// after the games have been replaced.
public final class GameRegistry: Sendable {
    /// The games that can be played, in the order of their ids.
    public let games: [GameScript]
    private let library: ScriptSource
    private let older = Mutex<[[UInt8]: GameScript]>([:])
    private let pools: [String: MemoryPool]
    private let assets = AssetStore()

    /// The cached pictures for the lists of games, by game and theme.
    let pictures = Mutex<[PictureKey: String]>([:])

    struct PictureKey: Hashable {
        let game: String
        let theme: Theme
    }

    /// The maximum number of older versions that are cached.
    private static let mostOlder = 64

    /// Creates a registry of these games.
    public init(_ games: [GameScript], library: ScriptSource, poolBytes: Int = MatchServiceSettings().poolBytes) {
        self.games = games.sorted { $0.id < $1.id }
        self.library = library
        pools = Dictionary(games.map { ($0.id, MemoryPool(limit: poolBytes)) }) { first, _ in first }
    }

    /// Returns the game with this id; nil if there is none.
    public func game(_ id: String) -> GameScript? { games.first { $0.id == id } }

    func pool(of game: String) -> MemoryPool? { pools[game] }

    func images(of script: GameScript) -> MatchImages { assets.images(of: script.folder.url) }

    /// Stores the text of every game in the log, unless the log already has the text.
    public func keep(in log: any MatchLog) async throws(MatchLogError) {
        for script in games {
            let place = HostedMatchID(digest: script.digest)
            if try await log.note(.rules, on: place) != nil { continue }
            let files = script.keptFiles.reduce(into: [ValueKey: Value]()) { $0[.string($1.key)] = .string($1.value) }
            let kept: Value = ["game": .string(script.id), "files": .map(files)]
            guard let bytes = try? kept.canonicalBytes(limits: Self.limits) else {
                throw .refused(
                    "\(script.id) is too large to be stored, so its matches can't be continued with another version")
            }
            try await log.note(.rules, bytes, on: place)
        }
    }

    private static let limits = ValueLimits(bytes: MatchNote.mostBytes, depth: 4, items: 4000)

    /// Returns the rules with a digest: an installed game, or a version from the log.
    func script(_ game: String, _ digest: [UInt8], log: any MatchLog) async throws(HostingError) -> GameScript {
        if let script = games.first(where: { $0.digest == digest }) { return script }
        if let script = older.withLock({ $0[digest] }) { return script }
        let bytes: [UInt8]?
        do throws(MatchLogError) {
            bytes = try await log.note(.rules, on: HostedMatchID(digest: digest))
        } catch {
            throw HostingError(error)
        }
        guard let bytes, let kept = try? Value(canonicalBytes: bytes, limits: Self.limits),
            case .map(let fields)? = kept["files"]
        else { throw .needsVersion("no rules of \(game) with the digest \(HostedMatchID(digest: digest)) are stored") }
        var files: [String: String] = [:]
        for case (.string(let path), .string(let text)) in fields { files[path] = text }
        do throws(GameError) {
            let script = try LuaThread.run { [files] () throws(GameError) in
                try GameScript.kept(files, id: game, library: library)
            }
            guard script.digest == digest else {
                throw GameError.request("the stored rules of \(game) have another digest than the match")
            }
            older.withLock { older in
                if older.count >= Self.mostOlder, let one = older.keys.first { older[one] = nil }
                older[digest] = script
            }
            return script
        } catch {
            throw .needsVersion("\(error)")
        }
    }
}

/// A game as the lists of games show it.
public struct GameListing: Codable, Hashable, Sendable {
    /// The numbers of seats that a match may have.
    public struct Seats: Codable, Hashable, Sendable {
        /// The fewest seats.
        public var min: Int
        /// The most seats.
        public var max: Int
    }

    /// An option of a game: a boolean, an integer or a text. All values are given as a person
    /// writes them.
    public struct Option: Codable, Hashable, Sendable {
        /// The name of the option, in requests and in the script.
        public var name: String
        /// `boolean`, `integer` or `text`.
        public var type: String
        /// The default value.
        public var standard: String
        /// The values to choose from; nil if any value of the type between the bounds is allowed.
        public var choices: [String]?
        /// The smallest integer; nil without a bound.
        public var min: Int?
        /// The largest integer; nil without a bound.
        public var max: Int?
        /// A sentence about the option; may be empty.
        public var help: String

        private enum CodingKeys: String, CodingKey {
            case name, type, choices, min, max, help
            case standard = "default"
        }
    }

    /// The name of the game's folder, which requests give.
    public var id: String
    /// The title of the game.
    public var title: String
    /// The subject of the game in a sentence; may be empty.
    public var summary: String
    /// The numbers of seats that a match may have.
    public var seats: Seats
    /// The options that can be chosen when a match is opened.
    public var options: [Option]
    /// Whether the game is dealt from a deck that nobody may see. Such a game can't be played by
    /// messages.
    public var dealt: Bool
    /// Whether a seat can see something that other seats can't see.
    public var hidden: Bool
    /// Whether the game has random draws.
    public var chance: Bool

    /// Creates the listing of a game.
    public init(_ script: GameScript) {
        (id, title, summary) = (script.id, script.title, script.summary)
        seats = Seats(min: script.seats.lowerBound, max: script.seats.upperBound)
        (dealt, hidden, chance) = (script.dealt, script.hidden, script.chance != .none)
        options = script.options.map { option in
            let type =
                switch option.standard {
                case .bool: "boolean"
                case .int: "integer"
                default: "text"
                }
            return Option(
                name: option.name, type: type, standard: GameOption.text(option.standard),
                choices: option.values.isEmpty ? nil : option.values.map(GameOption.text), min: option.least,
                max: option.most, help: option.help)
        }
    }
}

extension MatchService {
    /// The games that can be played here.
    public var listings: [GameListing] { games.map(GameListing.init) }
}
