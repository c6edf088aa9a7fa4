import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// One person's matches of a game, without a phone.
package final class SimulatedPerson {
    package let name: String
    package let token: DisplayName
    package let participant: Participant
    package let table: MatchTable
    package let chat = Chat.ID("chat")
    package let session = Session(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 2)))
    package var now = Duration.zero
    /// The generator of ids and keys. It is seeded, so that a run can be repeated.
    private var random: SplitMix64

    /// - Parameter seed: The seed. Together with the name, it determines the keys.
    /// - Throws: ``WireError`` if the game's id doesn't fit into a message.
    package init(
        _ name: String, _ script: GameScript, seed: UInt64 = 0, carrier: MessageURLCoder = MessageURLCoder()
    ) throws(WireError) {
        self.name = name
        random = SplitMix64(seed: seed ^ name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        token = try DisplayName(name)
        participant = Participant(random.bytes(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        table = MatchTable(game: try GameID(script.id), shelf: ScriptVersions(script), carrier: carrier)
    }

    package func newKey() throws(WireError) -> SeatKey { try SeatKey(secret: random.bytes(32)) }

    package func begin(seats: Int? = nil, options: [String: Value] = [:]) throws -> MatchID {
        try table.begin(
            as: token, seats: seats, options: options, chat: chat, session: session,
            id: MatchID(random.bytes(16)), key: newKey(), now: now)
    }

    @discardableResult
    package func read(_ url: String, from sender: SimulatedPerson?) -> MatchTable.Reading {
        table.read(url, from: sender?.participant, chat: chat, session: session, now: now)
    }

    /// Signs a move and sends it. As on a device, the sender's table also reads the sent message.
    package func play(_ text: String, in match: MatchID) throws -> String {
        try sent(table.play(text, in: match, token: token, joining: newKey()))
    }

    /// Signs an act and sends it.
    package func act(_ act: SessionAct, in match: MatchID) throws -> String {
        try sent(table.act(act, in: match, token: token, joining: newKey()))
    }

    private func sent(_ draft: Draft) -> String {
        read(draft.url, from: nil)
        return draft.url
    }

    package func head(_ match: MatchID) -> Head? { table.records[match]?.signedLog.head }
}

extension RandomNumberGenerator {
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
