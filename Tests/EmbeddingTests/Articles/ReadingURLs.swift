import Parlor

/// Returns a summary of a match from its url, without the game.
func summary(of url: String) throws -> String {
    let envelope = try MessageURLCoder().envelope(from: url)
    if let forgery = envelope.forgery() { return "Changed on its way: \(forgery)." }
    let log = envelope.signedLog
    // plies are signed, but the sender is only a claim of the url
    return "\(log.match.game), \(log.log.plies.count) plies, sent by seat \(envelope.sender)"
}
