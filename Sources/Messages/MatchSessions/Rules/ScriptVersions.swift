import GameRules
import MessageProtocol
import Values

/// The versions of one game that a device has: the installed version, on which matches begin, and
/// older versions with matches that aren't over. A match keeps the version on which it began.
public struct ScriptVersions: Sendable {
    /// The version on which matches begin.
    public let installed: GameScript
    private var scripts: [ScriptDigest: GameScript] = [:]

    /// Creates the versions of one game.
    ///
    /// - Parameter older: The versions of matches that aren't over, in any order.
    public init(_ installed: GameScript, older: [GameScript] = []) {
        self.installed = installed
        for script in older + [installed] { add(script) }
    }

    mutating func add(_ script: GameScript) {
        if let digest = Self.digest(of: script) { scripts[digest] = script }
    }

    package var all: [GameScript] { Array(scripts.values) }

    /// Returns the version with this digest; nil if the device doesn't have it.
    public func script(_ digest: ScriptDigest) -> GameScript? { scripts[digest] }

    /// Returns a script's digest as messages carry it: the first 16 bytes.
    package static func digest(of script: GameScript) -> ScriptDigest? {
        try? ScriptDigest(Array(script.digest.prefix(16)))
    }
}

extension MatchIdentity {
    /// Creates the identity of a match of a script.
    ///
    /// - Parameters:
    ///   - options: The options that differ from the defaults, or all of them.
    ///   - seats: The number of seats; nil for the fewest that the game and messages allow.
    ///   - inviterSeat: The inviter's seat, from 1.
    /// - Throws: ``SessionError`` for options or a number of seats that the game rejects. It is also
    ///   thrown for a script that messages can't carry, and for a game whose cards a host has to
    ///   deal.
    package init(
        of script: GameScript, options: [String: Value], seats: Int? = nil, inviterSeat: Int = 1, inviter: SeatedPlayer,
        id: MatchID
    ) throws(SessionError) {
        if let objection = script.objectionToMessages { throw .request(RequestProblem(code: "no_messages", objection)) }
        guard let digest = ScriptVersions.digest(of: script) else { throw .request(.noDigest) }
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
