import Hosting
import Parlor

// Crazy eights on a server: a match service deals, Ann plays by its views, and a bot of this file
// has the other seat. A spectator reads what everybody may see.
let catalog = try GameCatalog(home: ParlorHome.find())
let shelf = GameRegistry([try catalog.script("crazy-eights")], library: catalog.library)
var settings = MatchServiceSettings()
settings.botPause = .zero
// The bot gets only what its seat may see. It plays a card if it can, and otherwise draws one.
settings.bot = { turn in (turn.moves.first { $0.name == "play" } ?? turn.moves.first)?.text }
let house = MatchService(log: MemoryMatchLog(), shelf: shelf, secret: .random(), settings: settings) {
    print("house: \($0)")
}
try await house.begin()

var request = MatchRequest(game: "crazy-eights", name: "Ann")
request.bots = 1
let ann = try await house.open(request, nonce: .random())

for try await event in try await house.events(in: ann.match, after: 0, token: nil) {
    switch event {
    case .entry(let line, _): print(line.says)
    case .view(let view, _):
        guard view.outcome == nil else { break }
        let seen = try await house.view(of: ann.match, token: ann.token)
        if seen.turn.contains(ann.seat), let move = seen.moves.randomElement() {
            try await house.play(move.text, in: ann.match, token: ann.token, after: seen.number, nonce: .random())
        }
    }
    if case .view(let view, _) = event, let outcome = view.outcome {
        print(outcome.text)
        break
    }
}
await house.end()
