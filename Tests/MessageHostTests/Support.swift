import Conversations
import Foundation
import GameRules
import MessageHost
import MessageWire
import Testing
import Values

/// The checkout this test was built from: tests read the sdk and the games there.
let home = ParlorHome(
    folder: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent())

func script(_ game: String) throws -> GameScript { try Catalog(home: home).script(game) }

/// One person's matches of a game, without a phone around them.
final class Seat {
    let name: String
    let token: DisplayToken
    let participant = Participant(UUID())
    let table: MatchTable
    let chat = Chat.ID("chat")
    let session = Session(UUID())
    var now = Duration.zero

    init(_ name: String, _ game: GameScript) throws {
        self.name = name
        token = try DisplayToken(name)
        table = MatchTable(game: try GameID(game.id), shelf: ScriptShelf(game))
    }

    @discardableResult
    func read(_ url: String, from sender: Seat?) -> MatchTable.Reading {
        table.read(url, from: sender?.participant, chat: chat, session: session, now: now)
    }

    /// Drafts a move and sends it: reads its own message, as a device does.
    func play(_ text: String, in match: MatchID) throws -> String {
        let draft = try table.play(text, in: match, token: token)
        _ = read(draft.url, from: nil)
        return draft.url
    }

    func act(_ act: MatchTable.Act, in match: MatchID) throws -> String {
        let draft = try table.act(act, in: match, token: token)
        _ = read(draft.url, from: nil)
        return draft.url
    }

    func head(_ match: MatchID) -> Head? { table.records[match]?.signedLog.head }
}
