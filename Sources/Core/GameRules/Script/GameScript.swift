import Crypto
import Foundation
import LuaRuntime
import Values

/// A game whose script was loaded and is valid. Matches are made from it.
///
/// ```swift
/// let home = try ParlorHome.find()
/// let library = try ScriptSource(folder: home.sdk)
/// let folder = try GameFolder(at: home.games.appendingPathComponent("tic-tac-toe"))
/// let script = try GameScript(folder, library: library)
/// let match = try Match(of: script, seed: 7)
/// try match.play("b2", seat: 1)
/// ```
public final class GameScript: Sendable {
    /// The source of a script's randomness.
    public enum Chance: String, Sendable {
        /// The script doesn't draw.
        case none
        /// `chance = true`.
        case fair = "true"
        /// `chance = "quick"`: every number is known at once, and a modified app could look before
        /// it rolls.
        case quick
    }

    /// The files that the script was loaded from.
    public let folder: GameFolder
    /// The modules that its `require` finds, and the host's own Lua.
    public let library: ScriptSource
    let chunks: GameChunks
    let known: CheckedDefinition
    /// The limits of a Lua state of this game: for each limit the host's or the script's own, whichever
    /// is tighter.
    public let limits: LuaLimits
    /// The deadline of one hook in `on`: the shortest of `LuaLimits.hardDeadline`, the time that the script
    /// declares, and the host's deadline of a call if the host has set one below the default.
    package let hookDeadline: Duration

    /// The name that players know, 1 to 60 bytes.
    public let title: String
    /// The game in one sentence, at most 4096 bytes; empty if the script has none.
    public let summary: String
    /// The version of its rules, 1 or more. A match keeps the version that it started with.
    public let version: Int
    /// The possible numbers of seats, within 1 to 16.
    public let seats: ClosedRange<Int>
    /// The options that may be chosen when a match starts, in the order of their names.
    public let options: [GameOption]
    /// The randomness that the script declares. With `none`, a draw is an error.
    public let chance: Chance
    /// Whether a view hides anything from anybody.
    public let hidden: Bool
    /// Whether there are moves that other seats don't see.
    public let secretive: Bool
    /// The names of the moves that stay sealed until the match is over, or until the move that `secret`
    /// names is played.
    package let sealing: Set<String>
    /// The names of the moves that open what was sealed.
    package let opening: Set<String>
    /// Whether messages of its matches contain unencrypted information that a seat must not know.
    /// Sealed moves don't count, because a message contains only a commitment to them.
    package var trustsPhones: Bool { dealt || hidden && !secretive }

    /// Whether the host deals from a deck that nobody may see.
    package let dealt: Bool
    /// The reason why the game can't be played by messages, and where to play it instead; nil if it
    /// can be played by messages.
    package var objectionToMessages: String? {
        guard dealt else { return nil }
        return
            "\(title) is dealt from a deck that nobody may see, and in a conversation every phone would have to hold that deck. "
            + "Play it on one device, or through a server that deals."
    }
    /// Whether the script has its own `view`, which picks what a seat may know.
    let picksViews: Bool
    /// Whether the script draws scenes for the transcript. If so, its bubbles run the game;
    /// otherwise they show a picture.
    package let drawsTranscript: Bool
    /// Whether the script draws the open game. If so, its `scene` has to return something.
    package let drawsExpanded: Bool
    /// The SHA-256 over all Lua files that the script can reach, and over the generation of the host's
    /// rules.
    public let digest: [UInt8]

    /// The name of the folder, which distinguishes the game from all others here.
    public var id: String { folder.id }

    /// The generation of the host's own part of the rules: the order of `pairs`, sorting, and how random
    /// numbers are made. It increases when one of them changes.
    static let rulesGeneration = 3

    /// Loads the script once and checks everything it declares.
    ///
    /// - Throws: ``GameError/invalid(_:)`` with all problems at once.
    public init(
        _ folder: GameFolder, library: ScriptSource, limits: LuaLimits = LuaLimits(), pool: MemoryPool? = nil
    ) throws(GameError) {
        chunks = GameChunks(folder)
        let loaded: Value
        (loaded, known) = try Referee.inspect(folder, chunks, library: library, limits: limits, pool: pool)
        self.folder = folder
        self.library = library
        self.limits = limits.tightened(by: Self.own(loaded["limits"], limits))
        let most = limits.deadline < LuaLimits().deadline ? limits.deadline : LuaLimits.hardDeadline
        hookDeadline = min(most, LuaLimits.hardDeadline, Self.ownTime(loaded["limits"]) ?? most)
        title = loaded["title"]?.stringValue ?? folder.id
        summary = loaded["summary"]?.stringValue ?? ""
        version = loaded["version"]?.intValue ?? 1
        let least = min(max(loaded["least"]?.intValue ?? 2, 1), 16)
        seats = least...min(max(loaded["most"]?.intValue ?? 2, least), 16)
        let declared = loaded["options"]?.mapValue ?? [:]
        options = declared.sorted { $0.key < $1.key }.compactMap { key, value in
            if case .string(let name) = key { GameOption(name: name, value) } else { nil }
        }
        chance = Chance(rawValue: loaded["chance"]?.stringValue ?? "") ?? .none
        hidden = loaded["hidden"]?.boolValue ?? false
        secretive = loaded["secretive"]?.boolValue ?? false
        sealing = Set(loaded["sealing"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        opening = Set(loaded["opening"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        dealt = loaded["deal"]?.stringValue == "host"
        picksViews = loaded["picks"]?.boolValue ?? false
        drawsTranscript = loaded["live"]?.boolValue ?? false
        drawsExpanded = loaded["drawn"]?.boolValue ?? false
        digest = Self.digest(folder, library)
    }

    /// Creates a copy of a script that counts as unchecked, so that every Lua state checks its
    /// definition. For measuring the cost of that check.
    package init(unknown other: GameScript) {
        (folder, library, chunks, limits) = (other.folder, other.library, other.chunks, other.limits)
        hookDeadline = other.hookDeadline
        (title, summary, version) = (other.title, other.summary, other.version)
        (seats, options, chance, hidden) = (other.seats, other.options, other.chance, other.hidden)
        (secretive, dealt, picksViews) = (other.secretive, other.dealt, other.picksViews)
        drawsTranscript = other.drawsTranscript
        (sealing, opening) = (other.sealing, other.opening)
        drawsExpanded = other.drawsExpanded
        digest = other.digest
        known = CheckedDefinition(outline: [], facts: .nil)
    }

    /// Returns the options of a match: the defaults, replaced by what was chosen.
    ///
    /// - Throws: ``GameError/request(_:)`` for an unknown option or a value that may not be chosen.
    public func options(choosing chosen: [String: Value]) throws(GameError) -> [String: Value] {
        var result: [String: Value] = [:]
        for option in options { result[option.name] = option.standard }
        for (name, value) in chosen.sorted(by: { $0.key < $1.key }) {
            guard let option = options.first(where: { $0.name == name }) else {
                throw .request(.noOption(name, of: self))
            }
            result[name] = try option.checked(value)
        }
        return result
    }

    /// Returns a number of seats that the game takes: the fewest, unless `wanted` is another number.
    ///
    /// - Throws: ``GameError/request(_:)`` outside of ``seats``.
    package func checkedSeats(_ wanted: Int?) throws(GameError) -> Int {
        let count = wanted ?? seats.lowerBound
        guard seats.contains(count) else {
            throw .request(.badSeats(count, of: self))
        }
        return count
    }

    private static func own(_ value: Value?, _ host: LuaLimits) -> LuaLimits {
        var limits = host
        if let memory = value?["memory"]?.numberValue { limits.memory = max(0, Int(saturating: memory)) }
        if let time = ownTime(value) { limits.deadline = time }
        return limits
    }

    private static func ownTime(_ value: Value?) -> Duration? {
        guard let time = value?["time"]?.numberValue, time < 1000 else { return nil }
        return .nanoseconds(max(0, Int64(saturating: time * 1e9)))
    }

    private static func digest(_ folder: GameFolder, _ library: ScriptSource) -> [UInt8] {
        var hash = SHA256()
        func add(_ text: String) {
            withUnsafeBytes(of: UInt64(text.utf8.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: Data(text.utf8))
        }
        add("parlor-script-\(rulesGeneration)")
        for (name, source) in folder.files.sorted(by: { $0.key < $1.key }) {
            add(name)
            add(source)
        }
        for module in library.modules where module.name.hasPrefix("parlor") {
            add(module.name)
            add(module.source)
        }
        return Array(hash.finalize())
    }
}

extension GameScript {
    /// The facts of a game for programs: `{id, title, summary, version, seats: {min, max}, options:
    /// {name: …}, chance, hidden}`.
    package var facts: Value {
        var chosen: [ValueKey: Value] = [:]
        for option in options { chosen[.string(option.name)] = option.value }
        return [
            "id": .string(id), "title": .string(title), "summary": .string(summary), "version": .int(Int64(version)),
            "seats": ["min": .int(Int64(seats.lowerBound)), "max": .int(Int64(seats.upperBound))],
            "options": .map(chosen), "chance": .bool(chance != .none), "hidden": .bool(hidden),
        ]
    }
}

extension GameScript {
    /// The files of this version: the game's, and the modules for authors under their names for
    /// `require`.
    package var keptFiles: [String: String] {
        var files: [String: String] = [:]
        for (name, source) in folder.files { files["game/\(name)"] = source }
        for module in library.modules where module.isForAuthors { files["module/\(module.name)"] = module.source }
        return files
    }

    /// Loads a version from its stored files.
    package static func kept(_ files: [String: String], id: String, library: ScriptSource) throws(GameError)
        -> GameScript
    {
        var own: [String: String] = [:]
        var modules: [ScriptSource.Module] = []
        for (path, source) in files.sorted(by: { $0.key < $1.key }) {
            if path.hasPrefix("game/") {
                own[String(path.dropFirst(5))] = source
            } else if path.hasPrefix("module/") {
                let name = String(path.dropFirst(7))
                modules.append(ScriptSource.Module(name: name, chunk: "sdk/\(name)", source: source))
            }
        }
        let folder = GameFolder(id: id, game: own["game.lua"] ?? "", files: own)
        return try GameScript(folder, library: library.replacing(authorsModules: modules))
    }
}

/// The result of the first check of a script, so that later states needn't check it again: see
/// `sdk/host/definition.lua`.
package struct CheckedDefinition: Sendable {
    /// The bytes of everything in the definition except its functions; empty if it has no outline
    /// and is checked each time.
    let outline: [UInt8]
    /// The facts of the game that the host needs, as they came out of Lua.
    let facts: LuaValue
}
