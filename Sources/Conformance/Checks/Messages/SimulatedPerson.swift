import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageHost
import MessageWire
import Values

/// One person's matches of a game, without a phone around them.
final class SimulatedPerson {
    let name: String
    let token: DisplayToken
    let participant: Participant
    let table: MatchTable
    static let chat = Chat.ID("chat")
    static let session = Session(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 2)))
    /// Draws keys.
    private var random: SplitMix64
    /// Takes a message of a match; nil where it was ignored. A test puts one in its place that doesn't do its part.
    private let reader: Reader

    typealias Reader =
        @Sendable (MatchTable, _ url: String, _ sender: Participant?, _ now: Duration) -> MatchTable.Reading?

    /// The reader that devices have.
    static let standardReader: Reader = { table, url, sender, now in
        table.read(url, from: sender, chat: chat, session: session, now: now)
    }

    init(_ name: String, _ script: GameScript, seed: UInt64, reader: @escaping Reader) throws(WireError) {
        self.name = name
        self.reader = reader
        random = SplitMix64(seed: seed)
        token = try DisplayToken(name)
        participant = Participant(random.bytes(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        table = MatchTable(game: try GameID(script.id), shelf: ScriptShelf(script))
    }

    func newKey() throws(WireError) -> SeatKey { try SeatKey(secret: random.bytes(32)) }

    func begin(_ setup: GameSetup) throws -> MatchID {
        try table.begin(
            as: token, seats: setup.seats, options: setup.options, chat: Self.chat, session: Self.session,
            id: MatchID(random.bytes(16)), key: newKey(), now: .zero)
    }

    func read(_ url: String, from sender: SimulatedPerson?, at now: Duration) -> MatchTable.Reading? {
        reader(table, url, sender?.participant, now)
    }

    /// Signs a move and sends it: the own message is read, as on a device.
    func play(_ text: String, in match: MatchID, at now: Duration) throws -> String {
        try sent(table.play(text, in: match, token: token, joining: newKey()), at: now)
    }

    func act(_ act: MatchTable.Act, in match: MatchID, at now: Duration) throws -> String {
        try sent(table.act(act, in: match, token: token, joining: newKey()), at: now)
    }

    private func sent(_ draft: Draft, at now: Duration) -> String {
        _ = Self.standardReader(table, draft.url, nil, now)
        return draft.url
    }

    /// Has this person asked for a seat of a group's match already?
    func hasAsked(in record: MatchRecord) -> Bool { record.joins.contains { $0.entry.token == token } }
}

extension Move {
    /// What a person types for it; an argument that can't be listed is drawn.
    func typedText(using random: inout SplitMix64) -> String {
        guard let typed else { return text }
        return "\(text) \(GameOption.text(typed.invented(using: &random)))"
    }
}
