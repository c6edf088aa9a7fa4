import Parlor

/// What a url says of a match, to somebody who hasn't the game.
func summary(of url: String) throws -> String {
    let envelope = try MessageURLCoder().envelope(from: url)
    if let forgery = envelope.forgery() { return "Changed on its way: \(forgery)." }
    let log = envelope.signedLog
    // plies are signed; which seat sent the url is what it says of itself
    return "\(log.match.game), \(log.log.plies.count) plies, sent by seat \(envelope.sender)"
}
