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
        let inviter = SeatEntry(
            token: token, key: key, in: id, isChained: installed.chance != .none && keptDraws[id] == nil)
        let identity = try MatchIdentity(of: installed, options: options, seats: seats, inviter: inviter, id: id)
        let log = try saying(TableError.wire) { () throws(WireError) in try SignedLog(inviting: identity, key: key) }
        try look(at: log) { match throws(GameError) in try match.checkGoesOn() }
        try makeRoom(in: chat)
        records[id] = MatchRecord(beginningAt: log, chat: chat, session: session, key: key, changed: now)
        return id
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
