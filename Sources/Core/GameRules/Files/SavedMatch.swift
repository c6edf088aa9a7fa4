import Crypto
import LuaRuntime
import Values

/// A match in a file: what it was set up with, its log, and the state it led to. Deterministic CBOR; the last field is a
/// digest of all others, so that damage is told apart from another version.
///
/// The state is taken as it stands, which makes loading as quick as a long match's first ply; undo goes by the log.
extension Match {
    private static let format = "parlor-match-1"

    /// The match as bytes. Equal matches give equal bytes.
    public func save() throws(GameError) -> [UInt8] {
        let snapshot = try attempt { referee throws(GameError) in try referee.bytes("save") }
        do {
            var fields: [ValueKey: Value] = [
                "format": .string(Self.format), "game": .string(script.id), "script": .bytes(script.digest),
                "version": .int(Int64(script.version)), "seats": .int(Int64(seats)),
                "options": .map(options.reduce(into: [:]) { $0[.string($1.key)] = $1.value }),
                "seed": .int(Int64(bitPattern: seed)), "log": .array(log.map(\.value)),
                "pending": .int(Int64(pendingMoves)),
                "state": .bytes(snapshot),
            ]
            fields["check"] = .bytes(try Self.check(fields))
            return try Value.map(fields).canonicalBytes(limits: Self.fileLimits)
        } catch {
            throw .request("The match can't be saved: \(error)")
        }
    }

    /// Continues a saved match.
    ///
    /// - Throws: ``GameError/request(_:)`` if the bytes are damaged or from a newer Parlor, or if the match belongs to another
    ///   game or another version of this one.
    public convenience init(
        loading bytes: [UInt8], of script: GameScript, limits: LuaLimits? = nil, pool: MemoryPool? = nil
    ) throws(GameError) {
        let saved = try SavedMatch(bytes)
        guard saved.game == script.id else {
            throw .request("This is a match of \(saved.game), not of \(script.id).")
        }
        guard saved.script == script.digest else {
            let other = saved.version == script.version ? "with other rules" : "of version \(saved.version)"
            throw .request(
                "This match was begun \(other): the script of \(script.id) has changed since. Its state is of no use then; "
                    + "its moves can be played again: `replay` in `parlor drive`, `Match(replaying:of:)` in Swift."
            )
        }
        try self.init(saved, script: script, limits: limits, pool: pool)
    }

    /// A match that stands where this one does, in a Lua state of its own, with another state of the script's.
    ///
    /// - Throws: ``GameError``; also for a state that can't be saved, or that the script fails on.
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
    /// The ``GameScript/digest`` of the script that it was saved under, as the file has it.
    public let script: [UInt8]
    /// The version of the rules, as the script had it.
    public let version: Int
    /// How many seats the match has, as the file has it.
    public let seats: Int
    /// All options, defaults included.
    public let options: [String: Value]
    /// Keys the draws.
    public let seed: UInt64
    /// Plies that count, and behind them the moves of a round under way; none with its text.
    public let log: [LogEntry]
    let pending: Int
    private(set) var state: [UInt8]

    /// Reads the bytes of ``Match/save()``.
    ///
    /// - Throws: ``GameError/request(_:)`` that says what is wrong with them.
    public init(_ bytes: [UInt8]) throws(GameError) {
        let value: Value
        do {
            value = try Value(canonicalBytes: bytes, limits: Match.fileLimits, root: "match")
        } catch {
            throw .request("This is not a saved match: \(error)")
        }
        guard case .map(var fields) = value, let format = value["format"]?.stringValue,
            format.hasPrefix("parlor-match-")
        else { throw .request("This is not a saved match: it has no format.") }
        guard format == "parlor-match-1" else {
            throw .request(
                "This match was saved in the form \(format), which this Parlor doesn't know: a newer one does.")
        }
        let check = fields.removeValue(forKey: "check")
        guard let sum = try? Match.check(fields), check == .bytes(sum) else {
            throw .request("The saved match is damaged: its check doesn't fit.")
        }
        let log = value["log"]?.arrayValue?.map(LogEntry.init)
        guard let game = value["game"]?.stringValue, let script = value["script"]?.bytesValue,
            let version = value["version"]?.intValue, let seats = value["seats"]?.intValue,
            let options = value["options"]?.normalizedTables, let seed = value["seed"]?.int64Value,
            let log, !log.contains(nil), let pending = value["pending"]?.intValue, (0...log.count).contains(pending),
            let state = value["state"]?.bytesValue
        else { throw .request("The saved match is incomplete.") }
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
                throw GameError.request("The saved match is incomplete.")
            }
            parts["state"] = replacement
            saved.state = try Value.map(parts).canonicalBytes(limits: Match.fileLimits)
        } catch {
            throw .request("The state can't be replaced: \(error)")
        }
        return saved
    }
}
