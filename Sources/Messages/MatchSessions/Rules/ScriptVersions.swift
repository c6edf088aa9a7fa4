import GameRules
import MessageProtocol
import Values

/// The versions of one game that a device has: the installed one, on which matches begin, and older ones whose matches
/// aren't over. A match ends under the rules it began with.
public struct ScriptVersions: Sendable {
    /// The version on which matches begin.
    public let installed: GameScript
    private var scripts: [ScriptDigest: GameScript] = [:]

    /// The versions of one game.
    ///
    /// - Parameter older: Those of matches that aren't over, in any order.
    public init(_ installed: GameScript, older: [GameScript] = []) {
        self.installed = installed
        for script in older + [installed] { add(script) }
    }

    mutating func add(_ script: GameScript) {
        if let digest = Self.digest(of: script) { scripts[digest] = script }
    }

    package var all: [GameScript] { Array(scripts.values) }

    /// The version with this digest; nil if it isn't here.
    public func script(_ digest: ScriptDigest) -> GameScript? { scripts[digest] }

    /// What messages carry of a script's digest: its first 16 bytes.
    package static func digest(of script: GameScript) -> ScriptDigest? {
        try? ScriptDigest(Array(script.digest.prefix(16)))
    }
}

extension MatchIdentity {
    /// What tells a match of a script from every other one.
    ///
    /// - Parameters:
    ///   - options: What differs from the defaults, or all of them.
    ///   - seats: Nil for the fewest that the game takes and a message can tell of.
    ///   - inviterSeat: From 1.
    /// - Throws: ``SessionError`` for options or a number of seats that the game doesn't take, and for a script that fits into no
    ///   message or that a host has to deal.
    package init(
        of script: GameScript, options: [String: Value], seats: Int? = nil, inviterSeat: Int = 1, inviter: SeatEntry,
        id: MatchID
    ) throws(SessionError) {
        if let objection = script.objectionToMessages { throw .request(objection) }
        guard let digest = ScriptVersions.digest(of: script) else { throw .request("The script has no digest.") }
        let count: Int
        let (chosen, standard): ([String: Value], [String: Value])
        do {
            count = try script.checkedSeats(seats ?? max(2, script.seats.lowerBound))
            (chosen, standard) = (try script.options(choosing: options), try script.options(choosing: [:]))
        } catch {
            throw .game(error)
        }
        do {
            let setup = try Setup(
                rulesVersion: script.version, options: chosen.filter { standard[$0.key] != $0.value }, seats: count,
                inviterSeat: inviterSeat, inviter: inviter)
            self.init(game: try GameID(script.id), script: digest, id: id, setup: setup)
        } catch {
            throw .wire(error)
        }
    }
}
