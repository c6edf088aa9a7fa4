import Foundation
import GameRules
import LuaRuntime
import MessageProtocol
import MessagesTesting
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// Returns a game in which the player chooses how long a move takes. The argument of `ponder` is
/// the number of steps in thousands.
///
/// - Parameter step: The Lua code that runs all steps of a move.
func ponderScript(id: String = "ponder", step: String = "for i = 1, steps * 1000 do end") throws -> GameScript {
    try GameScript(
        GameFolder(
            id: id,
            game: """
                local parlor = require "parlor"
                return parlor.game {
                  title = "Ponder",
                  setup = function() return { count = 0 } end,
                  moves = {
                    ponder = { args = { type = "integer", min = 1, max = 1000000 }, play = function(state, _, steps)
                      \(step)
                      state.count = state.count + 1
                    end },
                    pass = { play = function(state) state.count = state.count + 1 end },
                  },
                  outcome = function(state) if state.count == 4000 then return parlor.draw() end end,
                }
                """), library: ScriptSource(folder: home.sdk))
}

/// A match for two with the keys of both seats. Its logs are written directly, so no rules play the
/// moves.
struct ForgedMatch {
    let match: MatchIdentity
    private let keys: [Int: SeatKey]
    private let inviter: SeatKey
    private let join: Ply

    init(_ script: GameScript) throws {
        let (ann, bob) = (SeatKey(), SeatKey())
        guard let digest = ScriptVersions.digest(of: script) else { throw GameError.request("no digest") }
        let setup = try Setup(
            rulesVersion: script.version, seats: 2,
            inviter: SeatedPlayer(token: DisplayName("Ann"), key: ann.publicKey))
        match = MatchIdentity(game: try GameID(script.id), script: digest, id: .random(), setup: setup)
        (keys, inviter) = ([1: ann, 2: bob], ann)
        join = Ply(seat: 2, action: .join(SeatedPlayer(token: try DisplayName("Bob"), key: bob.publicKey)))
    }

    /// Returns a log with these plies after the join.
    func log(_ plies: [Ply], joins: Bool = true) throws -> SignedLog {
        try SignedLog(inviting: match, key: inviter).adding((joins ? [join] : []) + plies, keys: keys)
    }

    /// Returns a log of `ponder` moves of `steps` thousand steps each.
    func slowLog(plies: Int, steps: Int = 10_000) throws -> SignedLog {
        try log(
            (0..<plies).map { ply in
                Ply(seat: ply % 2 + 1, action: .move(.typed(name: "ponder", argument: .int(Int64(steps)))))
            })
    }

    /// - Parameter script: The game for the state check. Without a game, the check is all zeros and
    ///   therefore wrong.
    func url(of log: SignedLog, _ script: GameScript? = nil) throws -> String {
        var check = [UInt8](repeating: 0, count: 8)
        if let script { check = try MatchRules(match, of: script, after: log.log.plies[...]).standingDigest() }
        return try MessageURLCoder().url(
            of: Envelope(log, sender: log.log.plies.last?.seat ?? 1, standingDigest: check))
    }
}

/// Returns the result of `body` and its processor time in seconds.
func processorSeconds<R>(_ body: () throws -> R) rethrows -> (R, Double) {
    try LuaThread.run {
        let before = ProcessorClock.threadSeconds()
        let result = try body()
        return (result, ProcessorClock.threadSeconds() - before)
    }
}
