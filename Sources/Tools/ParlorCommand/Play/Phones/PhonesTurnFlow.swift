import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation

/// The quick way: a move or an action goes through all its steps on all phones.
///
/// It continues from any state of the phones, and takes the steps that a typed move would have
/// taken automatically. This is needed, for example, after a message was delayed, after a draft was
/// sent by hand, or after a conversation was stored during a step or with `--slow`.
struct PhonesTurnFlow {
    let context: PhonesContext
    let console: Console
    /// The options of a new match that differ from the defaults.
    let options: [String: Value]

    private var steps: PhoneSteps { PhoneSteps(context: context) }
    private var drafts: UnsentDrafts { UnsentDrafts(context: context, console: console) }

    /// Starts a match on the first phone. In a match of three or more, the others join, and the
    /// first person starts the match.
    func begin() throws {
        guard context.world.devices.allSatisfy({ $0.match(of: context.game, in: context.chat) == nil }) else {
            return try catchUp()
        }
        let inviter = context.world.people[0]
        try context.world.perform(as: inviter) { phone throws(DeviceError) in
            try phone.perform(.openFromDrawer(), of: context.game, in: context.chat)
            if options.isEmpty {
                try phone.touch("start", of: context.game, in: context.chat)
            } else {
                try phone.act(.begin(options: options), of: context.game, in: context.chat)
            }
        }
        try steps.sendDraft(of: inviter)
        let seats = context.world.devices[0].match(of: context.game, in: context.chat)?.record.signedLog.log.seats ?? 2
        if seats > 2 {
            let line = context.nextInLine(behind: inviter, seats: seats)
            for other in line { try act(.draft(.join), as: other) }
            if line.count == seats - 1 { try act(.draft(.start), as: inviter) }
        } else if context.world.devices[0].chats[context.chat]?.transcript.items.isEmpty == false,
            let match = context.world.devices[0].match(of: context.game, in: context.chat),
            match.status.isRound || match.record.hasToBeJoined,
            let second = context.nextInLine(behind: inviter, seats: 2).first
        {
            try act(.draft(.join), as: second)
        }
        try answer()
    }

    /// Carries out an action and sends what it drafts.
    func act(_ act: PersonAction, as person: String) throws {
        // An older draft isn't sent by this act. The exceptions are sending the last message again,
        // and a join, which a phone may have drafted automatically.
        let before = act == .again || act == .draft(.join) ? nil : context.stagedURL(of: person)
        try drafts.carryOut(act, as: person, opening: true)
        try steps.sendDraft(of: person, unlessIs: before)
    }

    /// Takes a move of the person at hand through all steps.
    ///
    /// - Returns: False if the person is to move again before the draft is sent.
    func play(_ move: String) throws -> Bool {
        try steps.touch(move, as: context.person)
        // several moves in a row are sent in one message
        if context.isMovingOn(context.person) { return false }
        try steps.sendDraft(of: context.person)
        try fillSeats()
        try answer()
        return true
    }

    /// Lets everything arrive, opens new messages on the phones, and fills the seats of a match.
    func catchUp() throws {
        for bot in context.bots.sorted() { try steps.sendDraft(of: bot) }
        try context.world.settle()
        for other in context.world.people { try steps.openNews(on: other) }
        try fillSeats()
        try answer()
    }

    /// Lets people join a match with free seats, and lets the inviter start it. Does nothing while
    /// anybody has a draft, because its author must send it first.
    ///
    /// In a game by turns, the second person takes the seat with a move, without joining. If there
    /// are more people than seats, the next person in line joins instead. Then nobody else takes
    /// that seat by a move, and the others can bet.
    private func fillSeats() throws {
        guard !context.world.people.contains(where: context.hasDraft),
            let inviter = context.world.devices.first(where: {
                guard let record = $0.match(of: context.game, in: context.chat)?.record else { return false }
                return record.seat == record.signedLog.match.setup.inviterSeat
            }), let record = inviter.match(of: context.game, in: context.chat)?.record,
            !record.signedLog.roster.isComplete
        else { return }
        let seats = record.signedLog.log.seats
        let isRound = inviter.match(of: context.game, in: context.chat)?.status.isRound == true || record.hasToBeJoined
        guard seats > 2 || isRound || context.world.people.count > seats else { return }
        let line = context.nextInLine(behind: inviter.person, seats: seats)
        for other in line {
            guard let theirs = try context.world.device(other).match(of: context.game, in: context.chat)?.record,
                theirs.takesPart == false, seats > 2 || isRound || theirs.id == record.id
            else { continue }
            try act(.draft(.join), as: other)
        }
        if seats > 2, line.count == seats - 1 { try act(.draft(.start), as: inviter.person) }
    }

    /// Sends the randomness contributions that a draw waits for, if the person on the seat has no
    /// move to send with the contribution.
    private func answer() throws {
        for _ in 0..<4 * context.world.people.count {
            guard let phone = try context.world.devices.first(where: { try owesWitness($0) }) else { return }
            if !context.hasDraft(phone.person) { try drafts.carryOut(.draft(.answer), as: phone.person, opening: true) }
            try steps.sendDraft(of: phone.person)
        }
    }

    /// Returns whether a draw waits for a phone's seat and the seat has no other move. Opens the
    /// phone's new message first.
    private func owesWitness(_ phone: SimulatedDevice) throws -> Bool {
        guard let record = phone.match(of: context.game, in: context.chat)?.record, record.seat != nil else {
            return false
        }
        let isAwaited = try context.world.devices.contains { other in
            guard let seat = record.seat, other.match(of: context.game, in: context.chat)?.record.id == record.id else {
                return false
            }
            let waits = try other.app(of: context.game)?.inspect(in: context.chat) { match throws(GameError) in
                match.rules.waitsFor == seat
            }
            return waits ?? false
        }
        guard isAwaited else { return false }
        if !context.hasDraft(phone.person) { try steps.openNews(on: phone.person) }
        return phone.legalMoves(of: context.game, in: context.chat) == [.answer]
    }

    /// Returns the person who gets the keyboard: one who is to move, or has a draft.
    func nextPerson() -> String {
        let people = context.world.people.filter { !context.bots.contains($0) }
        if context.canMove(context.person) || context.hasDraft(context.person) { return context.person }
        return people.first(where: context.canMove) ?? people.first(where: context.hasDraft) ?? context.person
    }
}
