import Crypto
import LuaRuntime
import Values

/// A match in a file: its setup, its log, and the state after the log, in deterministic CBOR. The last
/// field is a digest of all others. It distinguishes a damaged file from a file of another version.
///
/// Loading restores the saved state without playing a ply, however long the match is. The log is
/// needed only for undo.
extension Match {
    private static let format = "parlor-match-1"

    /// Returns the match as bytes. Equal matches give equal bytes.
    public func save() throws(GameError) -> [UInt8] {
        let snapshot = try rules.attempt { referee throws(GameError) in try referee.bytes("save") }
        do {
            var fields: [ValueKey: Value] = [
                "format": .string(Self.format), "game": .string(script.id), "script": .bytes(script.digest),
                "version": .int(Int64(script.version)), "seats": .int(Int64(seats)),
                "options": .map(options.reduce(into: [:]) { $0[.string($1.key)] = $1.value }),
                "seed": .int(Int64(bitPattern: seed)), "log": .array(log.map(\.value)),
                "pending": .int(Int64(rules.log.pending)),
                "state": .bytes(snapshot),
            ]
            fields["check"] = .bytes(try Self.check(fields))
            return try Value.map(fields).canonicalBytes(limits: Self.fileLimits)
        } catch {
            throw .request(.notSaved(error))
        }
    }

    /// Continues a saved match.
    ///
    /// - Throws: ``GameError/request(_:)`` if the bytes are damaged or from a newer Parlor, or if
    ///   the match belongs to another game or to another version of this game.
    public convenience init(
        loading bytes: [UInt8], of script: GameScript, limits: LuaLimits? = nil, pool: MemoryPool? = nil
    ) throws(GameError) {
        let saved = try SavedMatch(bytes)
        guard saved.game == script.id else {
            throw .request(.otherGame(saved.game, than: script))
        }
        guard saved.script == script.digest else {
            throw .request(.otherRules(saved, than: script))
        }
        try self.init(saved, script: script, limits: limits, pool: pool)
    }

    /// Returns a match at the same position with another script state, in a Lua state of its own.
    ///
    /// - Throws: ``GameError``, also for a state that can't be saved or makes the script fail.
    package func replacingState(with state: Value) throws(GameError) -> Match {
        try Match(try SavedMatch(save()).replacingState(with: state), script: script, limits: limits, pool: nil)
    }

    static let fileLimits = ValueLimits(bytes: 4 << 20, depth: 16, items: 400_000)

    fileprivate static func check(_ fields: [ValueKey: Value]) throws -> [UInt8] {
        Array(SHA256.hash(data: try Value.map(fields).canonicalBytes(limits: fileLimits)).prefix(16))
    }
}

/// The parts of a saved match, checked but not yet played.
public struct SavedMatch: Sendable {
    /// The game's id.
    public let game: String
    /// The ``GameScript/digest`` of the script under which the match was saved, as in the file.
    public let script: [UInt8]
    /// The version of the rules in that script.
    public let version: Int
    /// The number of seats, as in the file.
    public let seats: Int
    /// All options, defaults included.
    public let options: [String: Value]
    /// The seed, which keys the draws.
    public let seed: UInt64
    /// The plies, followed by the moves of an unfinished round, without their texts.
    public let log: [LogEntry]
    let pending: Int
    private(set) var state: [UInt8]

    /// Reads the bytes of ``Match/save()``.
    ///
    /// - Throws: ``GameError/request(_:)`` that says what is wrong with the bytes.
    public init(_ bytes: [UInt8]) throws(GameError) {
        let value: Value
        do {
            value = try Value(canonicalBytes: bytes, limits: Match.fileLimits, root: "match")
        } catch {
            throw .request(.noSavedMatch("\(error)"))
        }
        guard case .map(var fields) = value, let format = value["format"]?.stringValue,
            format.hasPrefix("parlor-match-")
        else { throw .request(.noSavedMatch("it has no format.")) }
        guard format == "parlor-match-1" else {
            throw .request(.newerFormat(format))
        }
        let check = fields.removeValue(forKey: "check")
        guard let sum = try? Match.check(fields), check == .bytes(sum) else {
            throw .request(.damagedMatch)
        }
        let log = value["log"]?.arrayValue?.map(LogEntry.init)
        guard let game = value["game"]?.stringValue, let script = value["script"]?.bytesValue,
            let version = value["version"]?.intValue, let seats = value["seats"]?.intValue,
            let options = value["options"]?.normalizedTables, let seed = value["seed"]?.int64Value,
            let log, !log.contains(nil), let pending = value["pending"]?.intValue, (0...log.count).contains(pending),
            let state = value["state"]?.bytesValue
        else { throw .request(.incompleteMatch) }
        self.game = game
        self.script = script
        self.version = version
        self.seats = seats
        var chosen: [String: Value] = [:]
        for case (.string(let name), let option) in options.mapValue ?? [:] { chosen[name] = option }
        self.options = chosen
        self.seed = UInt64(bitPattern: seed)
        self.log = log.compactMap { $0 }
        self.pending = pending
        self.state = state
    }

    fileprivate func replacingState(with replacement: Value) throws(GameError) -> SavedMatch {
        var saved = self
        do {
            guard case .map(var parts) = try Value(canonicalBytes: state, limits: Match.fileLimits) else {
                throw GameError.request(.incompleteMatch)
            }
            parts["state"] = replacement
            saved.state = try Value.map(parts).canonicalBytes(limits: Match.fileLimits)
        } catch {
            throw .request(.badReplacement(error))
        }
        return saved
    }
}
