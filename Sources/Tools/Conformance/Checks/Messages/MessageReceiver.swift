import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// A receiver of the messages of one game: a device's match table, or a broken receiver in a test.
protocol MessageReceiver: AnyObject {
    func read(_ url: String) -> Verdict
    /// Everything that the receiver knows of its matches.
    var standing: [MatchID: MatchStanding] { get }
}

/// The facts of a match that a message might change.
struct MatchStanding: Hashable {
    let signedLog: SignedLog
    let url: String?
    let changed: Duration
    let joins: [SeatedJoin]
    let draft: String?
    let superseded: String?
    let dispute: Dispute?
    let seat: Int?
}

/// A device's table of matches, without a device.
final class TableReceiver: MessageReceiver {
    private let table: MatchTable
    private let session = Session(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)))
    private let chat = Chat.ID("chat")
    private var now = Duration.zero

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - game: The match that the messages belong to.
    ///   - isInviter: Whether the receiver has the inviter's seat. If not, it is a spectator.
    init(_ game: SignedGame, of script: GameScript, isInviter: Bool = false) throws {
        table = MatchTable(game: game.identity.game, shelf: ScriptVersions(script))
        guard isInviter else { return }
        let setup = game.identity.setup
        _ = try table.begin(
            as: setup.inviter.token, seats: setup.seats, options: game.game.setup.options, chat: chat, session: session,
            id: game.identity.id, key: game.keys[setup.inviterSeat - 1], now: now)
    }

    func read(_ url: String) -> Verdict {
        now += .seconds(1)  // so that a record that is written again has another time, and differs
        return table.read(url, from: nil, chat: chat, session: session, now: now).verdict
    }

    var standing: [MatchID: MatchStanding] {
        table.records.mapValues { record in
            MatchStanding(
                signedLog: record.signedLog, url: record.url, changed: record.changed, joins: record.joins,
                draft: record.draft?.url, superseded: record.superseded, dispute: record.dispute?.dispute,
                seat: record.seat)
        }
    }
}
