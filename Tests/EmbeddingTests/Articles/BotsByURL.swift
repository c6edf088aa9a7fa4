import Parlor

/// Lets two bots play by exchanging only urls, as two processes would. Returns the verdict on each message.
func playByURL(_ script: GameScript) throws -> [Verdict] {
    let ann = try CorrespondenceMatch(of: script)
    let invitation = try ann.carrier.envelope(from: ann.message(from: 1).url)
    let opened = try CorrespondenceMatch.open(invitation, shelf: ScriptVersions(script))
    guard let bob = opened.match else { return [opened.verdict] }

    var verdicts = [opened.verdict]
    var random = SplitMix64(seed: 7)
    while let seat = try ann.match.status.turn.first {
        let (player, other) = seat == 1 ? (ann, bob) : (bob, ann)
        try player.match.playRandomMove(using: &random)
        let envelope = try other.carrier.envelope(from: player.message(from: seat).url)
        verdicts.append(try other.receive(envelope).verdict)
    }
    return verdicts
}
