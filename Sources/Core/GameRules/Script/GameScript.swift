import Crypto
import Foundation
import LuaRuntime
import Values

/// A game whose script was loaded and found valid. Matches are made from it.
///
/// ```swift
/// let home = try ParlorHome.find()
/// let library = try ScriptLibrary(folder: home.sdk)
/// let script = try GameScript(GameFolder(at: home.games.appendingPathComponent("tic-tac-toe")), library: library)
/// let match = try Match(of: script, seed: 7)
/// try match.play("b2", seat: 1)
/// ```
public final class GameScript: Sendable {
    /// Where a script's randomness comes from.
    public enum Chance: String, Sendable {
        /// It doesn't draw.
        case none
        /// `chance = true`.
        case fair = "true"
        /// `chance = "quick"`: every number shows at once, and a modified app could look before it rolls.
        case quick
    }

    /// The files that it was loaded from.
    public let folder: GameFolder
    /// What its `require` finds, and the host's own Lua.
    public let library: ScriptLibrary
    let chunks: GameChunks
    let known: CheckedDefinition
    /// What a Lua state of this game may use: the host's limits, or the script's own where they are tighter.
    public let limits: LuaLimits
    /// The time of one hook in `on`: the longest that any call may have, or the script's own limit where that is tighter,
    /// or the host's if that is tighter than the standard one.
    package let hookDeadline: Duration

    /// What players know the game as, 1 to 60 bytes.
    public let title: String
    /// The game in one sentence, at most 4096 bytes; empty if the script has none.
    public let summary: String
    /// The version of its rules, 1 or more. A match ends under the one that it began with.
    public let version: Int
    /// How many seats a match may have, within 1 to 16.
    public let seats: ClosedRange<Int>
    /// What may be chosen when a match begins, in the order of the names.
    public let options: [GameOption]
    /// What the script declares of its draws; with `none` drawing is an error.
    public let chance: Chance
    /// Does a view hide anything from somebody?
    public let hidden: Bool
    /// Are there moves that others don't see?
    public let secretive: Bool
    /// The names of the moves that are sealed until the match is over or another move is played.
    package let sealing: Set<String>
    /// The names of the moves that open what was sealed.
    package let opening: Set<String>
    /// Do messages of its matches hold something in the clear that a seat isn't to know? What is sealed is in none.
    package var trustsPhones: Bool { dealt || hidden && !secretive }

    /// Does the host deal from a deck that nobody may see?
    package let dealt: Bool
    /// Why no message carries its matches, and where it is played instead; nil for a game that goes by messages.
    package var objectionToMessages: String? {
        guard dealt else { return nil }
        return
            "\(title) is dealt from a deck that nobody may see, and in a conversation every phone would have to hold that deck. "
            + "Play it on one device, or through a server that deals."
    }
    /// Has the script a `view` of its own, which picks what a seat may know?
    let picksViews: Bool
    /// Does the script draw for the transcript itself? Then its bubbles run the game; else they show a picture.
    package let drawsTranscript: Bool
    /// Does the script draw the open game? Then its `scene` has to return something.
    package let drawsExpanded: Bool
    /// SHA-256 over every Lua file the script can reach and the generation of the host's rules.
    public let digest: [UInt8]

    /// The folder's name, which tells this game from all others here.
    public var id: String { folder.id }

    /// Rises when the host's own part of the rules changes: order, sorting, draws.
    static let rulesGeneration = 3

    /// Loads the script once and checks everything it declares.
    ///
    /// - Throws: ``GameError/invalid(_:)`` with all problems at once.
    public init(
        _ folder: GameFolder, library: ScriptLibrary, limits: LuaLimits = LuaLimits(), pool: MemoryPool? = nil
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

    /// The same script as it is before it is known: every state judges its definition. For measuring what that costs.
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

    /// The options of a match: the defaults, and what was chosen instead.
    ///
    /// - Throws: ``GameError/request(_:)`` for an unknown option or a value that may not be chosen.
    public func options(choosing chosen: [String: Value]) throws(GameError) -> [String: Value] {
        var result: [String: Value] = [:]
        for option in options { result[option.name] = option.standard }
        for (name, value) in chosen.sorted(by: { $0.key < $1.key }) {
            guard let option = options.first(where: { $0.name == name }) else {
                let nearest = NearestName.of(name, in: options.map(\.name)).map { " Did you mean '\($0)'?" } ?? ""
                let known = options.isEmpty ? "it has none" : "it has " + options.map(\.name).joined(separator: ", ")
                throw .request("\(title) has no option '\(name.excerpt)': \(known).\(nearest)")
            }
            result[name] = try option.checked(value)
        }
        return result
    }

    /// A number of seats that the game takes: the fewest, unless more were asked for.
    ///
    /// - Throws: ``GameError/request(_:)`` outside of ``seats``.
    package func checkedSeats(_ wanted: Int?) throws(GameError) -> Int {
        let count = wanted ?? seats.lowerBound
        guard seats.contains(count) else {
            let range = seats.count == 1 ? "\(seats.lowerBound)" : "\(seats.lowerBound) to \(seats.upperBound)"
            throw .request("\(title) is for \(range) seats, not \(count).")
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

    private static func digest(_ folder: GameFolder, _ library: ScriptLibrary) -> [UInt8] {
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
    /// What a program wants to know of a game: `{id, title, summary, version, seats: {min, max}, options: {name: …},
    /// chance, hidden}`.
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
    /// The files that make this version: the game's, and the modules for authors under the path they are loaded as.
    package var keptFiles: [String: String] {
        var files: [String: String] = [:]
        for (name, source) in folder.files { files["game/\(name)"] = source }
        for module in library.modules where module.isForAuthors { files["module/\(module.name)"] = module.source }
        return files
    }

    /// A version that was kept.
    package static func kept(_ files: [String: String], id: String, library: ScriptLibrary) throws(GameError)
        -> GameScript
    {
        var own: [String: String] = [:]
        var modules: [ScriptLibrary.Module] = []
        for (path, source) in files.sorted(by: { $0.key < $1.key }) {
            if path.hasPrefix("game/") {
                own[String(path.dropFirst(5))] = source
            } else if path.hasPrefix("module/") {
                let name = String(path.dropFirst(7))
                modules.append(ScriptLibrary.Module(name: name, chunk: "sdk/\(name)", source: source))
            }
        }
        let folder = GameFolder(id: id, game: own["game.lua"] ?? "", files: own)
        return try GameScript(folder, library: library.replacing(authorsModules: modules))
    }
}

/// What was found when a script was first loaded, so that later states of it needn't be judged anew: see
/// `sdk/host/definition.lua`.
package struct CheckedDefinition: Sendable {
    /// The bytes of all that the definition holds but its functions; empty if it has no outline, and is judged each time.
    let outline: [UInt8]
    /// What the host needs to know of the game, as it came out of Lua.
    let facts: LuaValue
}
