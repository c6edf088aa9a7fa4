import Foundation
import GameRules
import LuaRuntime
import MatchSessions
import Scenes
import Synchronization
import Values

/// The games of a house: the versions on which matches begin, and older ones whose matches aren't over.
///
/// Each version's text is kept in the log under its digest, so that a match goes on under the rules it began with after the games
/// have been replaced.
public final class GameRegistry: Sendable {
    /// The games that can be played, in the order of their ids.
    public let games: [GameScript]
    private let library: ScriptLibrary
    private let older = Mutex<[[UInt8]: GameScript]>([:])
    private let pools: [String: MemoryPool]
    private let assets = AssetStore()

    /// A picture of each game for the lists of games, in each theme that was asked for.
    let pictures = Mutex<[PictureKey: String]>([:])

    struct PictureKey: Hashable {
        let game: String
        let theme: Theme
    }

    /// The most older versions that are kept in memory.
    private static let mostOlder = 64

    /// A shelf with these games.
    public init(_ games: [GameScript], library: ScriptLibrary, poolBytes: Int = MatchServiceSettings().poolBytes) {
        self.games = games.sorted { $0.id < $1.id }
        self.library = library
        pools = Dictionary(games.map { ($0.id, MemoryPool(limit: poolBytes)) }) { first, _ in first }
    }

    /// The game with this id; nil if there is none.
    public func game(_ id: String) -> GameScript? { games.first { $0.id == id } }

    func pool(of game: String) -> MemoryPool? { pools[game] }

    func images(of script: GameScript) -> MatchImages { assets.images(of: script.folder.url) }

    /// Keeps the text of every game in the log, unless it is there.
    public func keep(in log: any MatchLog) async throws(MatchLogError) {
        for script in games {
            let place = HostedMatchID(digest: script.digest)
            if try await log.note(.rules, on: place) != nil { continue }
            let files = script.keptFiles.reduce(into: [ValueKey: Value]()) { $0[.string($1.key)] = .string($1.value) }
            let kept: Value = ["game": .string(script.id), "files": .map(files)]
            guard let bytes = try? kept.canonicalBytes(limits: Self.limits) else {
                throw .refused("\(script.id) is too large to be kept: its matches will end with this version")
            }
            try await log.note(.rules, bytes, on: place)
        }
    }

    private static let limits = ValueLimits(bytes: MatchNote.mostBytes, depth: 4, items: 4000)

    /// The rules with a digest: a game that is here, or one that was kept.
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
        else { throw .needsVersion("no rules of \(game) with the digest \(HostedMatchID(digest: digest)) are kept") }
        var files: [String: String] = [:]
        for case (.string(let path), .string(let text)) in fields { files[path] = text }
        do throws(GameError) {
            let script = try LuaThread.run { [files] () throws(GameError) in
                try GameScript.kept(files, id: game, library: library)
            }
            guard script.digest == digest else {
                throw GameError.request("the kept rules of \(game) have another digest than the match")
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

/// A game as a list of games shows it.
public struct GameListing: Codable, Hashable, Sendable {
    /// Within which a match may have seats.
    public struct Seats: Codable, Hashable, Sendable {
        /// The fewest.
        public var min: Int
        /// The most.
        public var max: Int
    }

    /// An option that may be chosen: a boolean, an integer or a text, each as a person writes it.
    public struct Option: Codable, Hashable, Sendable {
        /// The name of the option, in requests and in the script.
        public var name: String
        /// `boolean`, `integer` or `text`.
        public var type: String
        /// The value if nothing is chosen.
        public var standard: String
        /// What may be chosen; nil where any value of the type between the bounds may.
        public var choices: [String]?
        /// The least of an integer; nil without a bound.
        public var min: Int?
        /// The largest of an integer; nil without a bound.
        public var max: Int?
        /// A sentence about it; may be empty.
        public var help: String

        private enum CodingKeys: String, CodingKey {
            case name, type, choices, min, max, help
            case standard = "default"
        }
    }

    /// The name of its folder, which requests give.
    public var id: String
    /// What people call it.
    public var title: String
    /// What it is about, in a sentence; may be empty.
    public var summary: String
    /// How many may play.
    public var seats: Seats
    /// What may be chosen when a match is opened.
    public var options: [Option]
    /// Is it dealt from a deck that nobody may see, so that it can't be played by messages?
    public var dealt: Bool
    /// Does a seat see what others don't?
    public var hidden: Bool
    /// Does it draw?
    public var chance: Bool

    /// What there is to say of a game.
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
