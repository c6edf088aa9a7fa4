import Parlor

// Two bots play connect four. Each has its own match, and they exchange only urls, as two processes
// on different machines would.
let catalog = try GameCatalog(home: ParlorHome.find())
let script = try catalog.script("connect-four")

let ann = try CorrespondenceMatch(of: script)
let invitation = try ann.carrier.envelope(from: ann.message(from: 1).url)
let opened = try CorrespondenceMatch.open(invitation, shelf: ScriptVersions(script))
print("Bob reads the invitation: \(opened.verdict.line)")

if let bob = opened.match {
    let players = [ann, bob]
    var random = SplitMix64(seed: 7)
    while let seat = try ann.match.status.turn.first {
        let (player, other) = (players[seat - 1], players[2 - seat])
        guard let move = try player.match.legalMoves(for: seat).randomElement(using: &random) else { break }
        try player.match.play(move.text, seat: seat)
        let message = try player.message(from: seat)
        let receipt = try other.receive(other.carrier.envelope(from: message.url))
        print("seat \(seat) plays \(move.text): \(message.url.utf8.count) bytes, \(receipt.verdict.code)")
    }
    if let scene = try ann.match.scene(for: nil) {
        for line in TerminalRenderer(columns: 40).lines(try Scene(value: scene)) { print(line) }
    }
    print(try ann.match.status.outcome.map { "\($0)" } ?? "The game isn't over.")
}
