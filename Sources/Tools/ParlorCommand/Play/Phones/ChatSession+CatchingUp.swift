import Conversations
import MatchSessions
import MessageHost
import Parlor
import Simulation

// The quick way goes on wherever phones may stand: a conversation that was kept in the midst of a step, or by `--slow`, a
// message that was held up, a draft that was sent by hand. What a typed move would have done by itself is made up for.
extension ChatSession {
    /// Lets everything arrive, opens what is new on the phones, fills the seats of a match that has begun, lets bots play, and
    /// hands the keyboard to whoever is to move.
    func catchUp() throws {
        for bot in bots.sorted() { try sendDraft(of: bot) }
        try world.settle()
        for other in world.people { try openNews(on: other) }
        try fillSeats()
        try answerQuickly()
        try playBots()
        settleQuickly()
    }

    /// A match that waits for its players is joined and started, unless something is drafted: that is its person's to send.
    ///
    /// In turn, a move takes the second seat. Where there are more people than seats whoever is next in line joins, so that
    /// nobody else takes that seat by a move, and the others can bet.
    func fillSeats() throws {
        guard !world.people.contains(where: hasDraft),
            let inviter = world.devices.first(where: {
                guard let record = $0.match(of: game, in: chat)?.record else { return false }
                return record.seat == record.signedLog.match.setup.inviterSeat
            }), let record = inviter.match(of: game, in: chat)?.record, !record.signedLog.roster.isComplete
        else { return }
        let seats = record.signedLog.log.seats
        let isRound = inviter.match(of: game, in: chat)?.status.isRound == true || record.hasToBeJoined
        guard seats > 2 || isRound || world.people.count > seats else { return }
        let line = nextInLine(behind: inviter.person, seats: seats)
        for other in line {
            guard let theirs = try world.device(other).match(of: game, in: chat)?.record,
                theirs.takesPart == false, seats > 2 || isRound || theirs.id == record.id
            else { continue }
            try actQuickly(.draft(.join), as: other)
        }
        if seats > 2, line.count == seats - 1 { try actQuickly(.draft(.start), as: inviter.person) }
    }

    /// What a draw waits for goes by itself where its person has no move to put behind it.
    func answerQuickly() throws {
        for _ in 0..<4 * world.people.count {
            guard let phone = try world.devices.first(where: { try owesWitness($0) }) else { return }
            if !hasDraft(phone.person) { try carryOut(.draft(.answer), as: phone.person, opening: true) }
            try sendDraft(of: phone.person)
        }
    }

    /// Does a draw wait for a phone's seat, and is that all there is to do there, once it has read the news?
    private func owesWitness(_ phone: Device) throws -> Bool {
        guard let record = phone.match(of: game, in: chat)?.record, record.seat != nil else { return false }
        let isAwaited = try world.devices.contains { other in
            guard let seat = record.seat, other.match(of: game, in: chat)?.record.id == record.id else { return false }
            return try other.inspect(game, in: chat) { match throws(GameError) in match.waitsFor == seat } ?? false
        }
        guard isAwaited else { return false }
        if !hasDraft(phone.person) { try openNews(on: phone.person) }
        return phone.legalMoves(of: game, in: chat) == [.answer]
    }

    /// Who is asked to sit down: the others in the order in which they were named, if the game is on their phones.
    func nextInLine(behind inviter: String, seats: Int) -> [String] {
        let able = world.devices.filter { $0.person != inviter && $0.installedGames.contains(game) }.map(\.person)
        return Array(able.prefix(seats - 1))
    }

    /// Taps the last bubble of a phone that hasn't read it yet.
    private func openNews(on person: String) throws {
        let phone = try world.device(person)
        guard phone.installedGames.contains(game), let item = phone.lastBubble(of: game, in: chat),
            item.sender != nil, let url = item.bubble?.message.url,
            phone.match(of: game, in: chat)?.record.url != url
        else { return }
        try world.perform(as: person) { phone throws(DeviceError) in try phone.tap(item.id, in: chat) }
    }
}
