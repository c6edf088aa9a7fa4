import Conversations
import GameRules
import MessageWire
import Values

// A match begins, and nobody knows of it yet.
extension MatchTable {
    /// Begins a match. Nobody knows of it until a draft of it is sent.
    ///
    /// - Parameters:
    ///   - token: The name that the inviter's seat shows.
    ///   - options: What differs from the defaults.
    /// - Throws: ``TableError`` for options or a number of seats that the game doesn't take.
    public func begin(
        as token: DisplayToken, seats: Int? = nil, options: [String: Value] = [:], chat: Chat.ID, session: Session,
        id: MatchID = .random(), key: SeatKey = SeatKey(), now: Duration
    ) throws(TableError) -> MatchID {
        let script = installed
        guard let digest = ScriptShelf.digest(of: script) else { throw .request("The script has no digest.") }
        do {
            let count = try script.checkedSeats(seats ?? max(2, script.seats.lowerBound))
            let chosen = try script.options(choosing: options)
            let standard = try script.options(choosing: [:])
            let setup = try Setup(
                rulesVersion: script.version, options: chosen.filter { standard[$0.key] != $0.value }, seats: count,
                inviter: SeatEntry(token: token, key: key.publicKey))
            let identity = MatchIdentity(game: game, script: digest, id: id, setup: setup)
            let log = try SignedLog(inviting: identity, key: key)
            try rules(at: log).match.checkGoesOn()
            try makeRoom(in: chat)
            records[id] = MatchRecord(beginningAt: log, chat: chat, session: session, key: key, changed: now)
            return id
        } catch let error as GameError {
            throw .game(error)
        } catch let error as WireError {
            throw .wire(error)
        } catch let error as ReplayFailure {
            throw Self.error(error)
        } catch {
            throw .request("\(error)")
        }
    }

    /// The most matches of one conversation that nobody was told of.
    static let mostUntold = 16

    /// Of too many matches that nobody was told of, the oldest is forgotten, unless something of it waits to be sent.
    func makeRoom(in chat: Chat.ID) throws(TableError) {
        let untold = records.values.filter { $0.chat == chat && $0.url == nil && $0.seat != nil }
        guard untold.count >= Self.mostUntold else { return }
        let idle = untold.filter { $0.draft == nil }
        guard let oldest = idle.min(by: { ($0.changed, "\($0.id)") < ($1.changed, "\($1.id)") }) else {
            throw .request(
                "\(Self.mostUntold) matches wait here to be sent: send one, or take its draft back, before beginning another."
            )
        }
        records[oldest.id] = nil
    }
}
