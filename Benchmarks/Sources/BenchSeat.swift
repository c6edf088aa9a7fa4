import Foundation
import Parlor

/// One person's matches of a game, without a phone around them.
struct BenchSeat {
    static let chat = Chat.ID("bench")

    let seat: Int
    let table: MatchTable
    let session = Session(UUID())

    init(_ seat: Int, _ script: GameScript) throws(WireError) {
        self.seat = seat
        table = MatchTable(game: try GameID(script.id), shelf: ScriptVersions(script))
    }

    /// Takes a url in, which must be news.
    func read(_ url: String) throws {
        let reading = table.read(url, from: nil, chat: Self.chat, session: session, now: .zero)
        guard reading.isNews else { throw SessionError.request("A message was not adopted: \(reading.verdict.line)") }
    }

    /// Draws what is there, plays, draws the bubble's board, and sends.
    func play(_ text: String, in match: MatchID) throws -> String {
        _ = try table.scene(of: match, seat: seat, style: .expanded)
        let draft = try table.play(text, in: match, token: .empty)
        try read(draft.url)
        return draft.url
    }

    /// Witnesses what waits, plays all the moves that the seat has in a row, and sends; nil where there is nothing to do.
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
