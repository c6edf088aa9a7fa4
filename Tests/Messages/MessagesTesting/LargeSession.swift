import MatchSessions
import MessageProtocol
import Values

/// Returns the session of another match of the same game, which is larger than any message.
package func largeSession(beside session: MatchSession) throws -> MatchSession {
    let key = SeatKey()
    let own = session.signedLog.match
    let setup = try Setup(
        rulesVersion: 1, seats: 2,
        inviter: SeatedPlayer(token: DisplayName(shortening: "Ann"), key: key.publicKey))
    let identity = MatchIdentity(game: own.game, script: own.script, id: .random(), setup: setup)
    let long = LoggedMove.typed(name: "say", argument: .string(String(repeating: "x", count: 1000)))
    var log = try SignedLog(inviting: identity, key: key)
    for _ in 1...6 { log = try log.adding([.move(long)], seat: 1, key: key) }
    return MatchSession(log, keys: [key])
}
