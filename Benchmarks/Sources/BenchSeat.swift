import Foundation
import Parlor

/// One person's matches of a game, without a simulated phone.
struct BenchSeat {
    static let chat = Chat.ID("bench")

    let seat: Int
    let table: MatchTable
    let session = Session(UUID())

    init(_ seat: Int, _ script: GameScript) throws(WireError) {
        self.seat = seat
        table = MatchTable(game: try GameID(script.id), shelf: ScriptVersions(script))
    }

    /// Reads a url, and throws if its log isn't adopted.
    func read(_ url: String) throws {
        let reading = table.read(url, from: nil, chat: Self.chat, session: session, now: .zero)
        guard reading.isNews else { throw SessionError.request("A message was not adopted: \(reading.verdict.line)") }
    }

    /// Draws the scene, plays the move, and sends the message. Returns the url of the message.
    func play(_ text: String, in match: MatchID) throws -> String {
        _ = try table.scene(of: match, seat: seat, style: .expanded)
        let draft = try table.play(text, in: match, token: .empty)
        try read(draft.url)
        return draft.url
    }

    /// Drafts the plies that the seat owes, and then random moves for as long as the seat is to move. Sends the draft.
    /// Returns its url, or nil if there was nothing to draft.
    func answer(in match: MatchID, _ random: inout SplitMix64) throws -> String? {
        if table.hasOnlyToAnswer(in: match) { _ = try table.act(.answer, in: match, token: .empty) }
        _ = try table.scene(of: match, seat: seat, style: .expanded)
        while !table.hasOnlyToAnswer(in: match),
            let move = try table.legalMoves(in: match).randomElement(using: &random)
        {
            _ = try table.play(move.text, in: match, token: .empty)
        }
        guard let draft = table.records[match]?.draft else { return nil }
        try read(draft.url)
        return draft.url
    }

    func act(_ act: MatchTable.Act, in match: MatchID) throws -> String {
        let draft = try table.act(act, in: match, token: .empty)
        try read(draft.url)
        return draft.url
    }
}
