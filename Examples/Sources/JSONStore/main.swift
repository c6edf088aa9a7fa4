import Foundation
import Parlor
import StorageLaws

// A custom store. First this program checks that the store obeys the laws. Then it shows that a
// match in the store continues after a restart.
for breach in MatchStoreLaws({ try JSONMatchStore($0.appendingPathComponent("matches.json")) }).breaches() {
    print("broken: \(breach)")
    exit(1)
}
print("It keeps \(MatchStoreLaws.names.count) laws.")

let file = FileManager.default.temporaryDirectory.appendingPathComponent("matches-\(UUID().uuidString).json")
defer { try? FileManager.default.removeItem(at: file) }
let script = try GameCatalog(home: ParlorHome.find()).script("tic-tac-toe")
let main = InstanceID(game: script.id, kind: .main, number: 1)
let moment = HostContext(
    Conversation(localParticipant: Participant(UUID()), remoteParticipants: [Participant(UUID())]), style: .expanded)

/// Opens the app, as a new process does.
func open() throws -> GameApp {
    let app = try GameApp(script, playing: DisplayName(shortening: "Ann"))
    try app.keep(in: JSONMatchStore(file))
    app.deliver(.load, to: main, at: moment)
    return app
}

do {
    let app = try open()
    try app.touch("start", in: main, at: moment)
    try app.touch("b2", in: main, at: moment)
    print("Ann has drafted a move; her moves now: \(app.legalMoves(in: moment.place).count)")
}
let app = try open()
if let draft = try app.draft(at: moment) {
    print("After a restart it is there: \(draft.summaryText ?? "")")
    try app.act(.takeBack, in: main, at: moment)
}
print("She took it back; her moves now: \(app.legalMoves(in: moment.place).count)")
