import Conversations
import Foundation
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Values

// Received messages, and drafts that leave.
extension GameApp {
    /// Reads a url by the protocol's table of verdicts.
    ///
    /// - Returns: The argument of `did_read`, or nil for a draft that hasn't left.
    package func read(_ url: String, at moment: Moment) -> Value? {
        guard !isUnsentDraft(url, at: moment) else { return nil }
        let found = moment.message(with: url)
        let own = moment.conversation.localParticipant
        return read(
            url, in: moment.place, session: found?.session ?? newSession(),
            sender: found?.senderParticipant.flatMap { $0 == own ? nil : $0 })
    }

    private func read(_ url: String, in place: Conversation.ID, session: Session, sender: Participant?) -> Value? {
        let before = record(of: url)
        let reading = table.rules.replaying.run {
            if let known = matchOfAnotherGame(url) {
                return MatchTable.Reading(verdict: .otherMatch(known), match: nil, sender: nil)
            }
            let reading = table.read(url, from: sender, chat: place, session: session, now: now)
            if let match = reading.match { tellBets(of: match, before: before, reading, in: place) }
            return reading
        }
        if let match = reading.match { current[place] = match }
        unread.removeAll { $0.url == url }
        tell(of: reading, url, in: place, session: session, sender: sender, before: before)
        return ["code": .string(reading.verdict.code), "line": .string(line(of: reading))]
    }

    private func record(of url: String) -> MatchRecord? {
        (try? table.rules.envelope(from: url)).flatMap { table.records[$0.signedLog.match.id] }
    }

    /// Tells the person what they should know about a message that was read.
    private func tell(
        of reading: MatchTable.Reading, _ url: String, in place: Conversation.ID, session: Session,
        sender: Participant?, before: MatchRecord?
    ) {
        switch reading.verdict {
        case .adopt(let adoption) where adoption.superseded.isEmpty:
            if adoption.cause == .new { warn(in: place) }
            if let match = reading.match { tellClaims(of: match, in: adoption, place) }
        case .duplicate, .bet, .betRefused: break
        case .joinRequest(let join):
            // tell only a person who has a seat and can start the match, and only once per request
            guard let match = reading.match, table.records[match]?.seat != nil,
                before?.joins.contains(join) != true
            else { break }
            note(reading.verdict.line, in: place, about: match)
        // another seat's answer may arrive before the system reports that the own message has left
        case .late where isOwn(url, of: reading.match): break
        case .needsVersion, .unknownGame, .cannotReplay:
            wait(
                for: UnreadMessage(
                    game: script.id, url: url, chat: place, session: session, sender: sender,
                    reason: reading.verdict.line))
            note(reading.match.flatMap { disputeLine(of: $0) } ?? reading.verdict.line, in: place)
        case .disputed: note(reading.match.flatMap { disputeLine(of: $0) } ?? reading.verdict.line, in: place)
        default: note(line(of: reading), in: place)
        }
    }

    private func isOwn(_ url: String, of match: MatchID?) -> Bool {
        guard let seat = match.flatMap({ table.records[$0] })?.seat else { return false }
        return (try? table.rules.envelope(from: url))?.sender == seat
    }

    private func line(of reading: MatchTable.Reading) -> String {
        guard case .adopt(let adoption) = reading.verdict, !adoption.superseded.isEmpty else {
            return reading.verdict.line
        }
        let status = reading.match.flatMap { try? table.status(of: $0) }
        return reading.verdict.line(isOver: status?.outcome != nil)
    }

    /// Returns the url's match if the host knows it as a match of another game.
    private func matchOfAnotherGame(_ url: String) -> MatchID? {
        guard let id = (try? table.rules.envelope(from: url))?.signedLog.match.id else { return nil }
        return askHost { $0.isMatch(id, ofAnotherGameThan: script.id) } == true ? id : nil
    }

    /// Tells the person what this version trusts. A changed app could look at the game's secrets,
    /// or at dice that show at once.
    func warn(in place: Conversation.ID) {
        guard warned.insert(place).inserted else { return }  // once: the phones stay the same
        if script.trustsPhones {
            note("This version trusts both phones: a changed app could look at this game's secrets.", in: place)
        }
        if script.chance == .quick {
            note("This game shows its dice at once: a modified app could look before it rolls.", in: place)
        }
    }

    /// The most messages that wait to be read. Of more, the oldest are discarded.
    private static let mostUnread = 64
    /// The processor time for reading all waiting messages.
    private static let waitingTime = ProcessorBudget(.seconds(20))

    private func wait(for message: UnreadMessage) {
        unread.removeAll { $0.url == message.url }
        unread.append(message)
        if unread.count > Self.mostUnread { unread.removeFirst(unread.count - Self.mostUnread) }
    }

    package func readWaiting() {
        let waiting = unread
        unread = []
        Self.waitingTime.run {
            for (index, message) in waiting.enumerated() {
                if ProcessorBudget.isUsedUp {
                    // they wait again, in the order of their arrival
                    unread += waiting[index...]
                    return
                }
                _ = read(message.url, in: message.chat, session: message.session, sender: message.sender)
            }
        }
    }

    /// Returns the match of an instance: the match of its message in a transcript, otherwise the
    /// conversation's last one.
    func currentMatch(of id: InstanceID, at moment: Moment) -> MatchID? {
        if id.isInTranscript, let url = moment.conversation.selectedMessage?.url,
            let envelope = try? table.rules.envelope(from: url), table.records[envelope.signedLog.match.id] != nil
        {
            return envelope.signedLog.match.id
        }
        return current[moment.place]
    }

    // MARK: Drafts

    /// Notes that visible messages that aren't pending have left.
    func noteDeparted(at moment: Moment) {
        for message in [moment.message, moment.conversation.selectedMessage].compactMap(\.self)
        where !message.isPending {
            if let url = message.url { departed.insert(url) }
        }
    }

    /// Returns whether this is the url of a draft that hasn't left. A draft in the draft field
    /// counts only after it is sent.
    private func isUnsentDraft(_ url: String, at moment: Moment) -> Bool {
        table.records.values.contains { $0.draft?.url == url } && !departed.contains(url)
            && moment.message(with: url)?.isPending != false
    }

    /// Records that a message has left, so that its draft counts even if no hook ran. Otherwise the
    /// seat could sign another ply on the same head. ``Callback/didStartSending`` calls this; a
    /// host that sees its messages leave calls it directly.
    package func settle(_ message: Message, in place: Conversation.ID) {
        guard let url = message.url, let session = message.session else { return }
        departed.insert(url)
        guard
            table.records.values.contains(where: { $0.draft?.url == url && (!$0.draftIsStale || $0.draft?.bet != nil) })
        else { return }
        let before = record(of: url)
        let reading = table.read(url, from: nil, chat: place, session: session, now: now)
        if let match = reading.match { tellBets(of: match, before: before, reading, in: place) }
    }

    /// Discards a draft whose message wasn't inserted and won't be. Otherwise the draft, which
    /// can't be sent, would keep its seat from signing another act.
    ///
    /// - Returns: What the seat did in the draft, as text for a person; nil if the url isn't a
    ///   draft.
    @discardableResult
    package func giveUpDraft(_ url: String) -> String? {
        guard let record = table.records.values.first(where: { $0.draft != nil && $0.draft?.url == url }) else {
            return nil
        }
        table.cancelDraft(of: record.id)
        return record.draft?.text
    }

    /// Discards the drafts of a conversation that aren't in its draft field: replaced ones, and
    /// those whose instance ended before it inserted them.
    ///
    /// - Parameter staged: The url of the message in the draft field, or nil if the field has none
    ///   of this game.
    package func giveUpDrafts(in place: Conversation.ID, but staged: String?) {
        for record in table.records.values where record.chat == place {
            if let draft = record.draft, draft.url != staged { table.cancelDraft(of: record.id) }
        }
    }
}

// Texts for the person about claims and disputed matches.
extension GameApp {
    /// Tells the person of claims against this device's seat in the plies that were adopted.
    func tellClaims(of match: MatchID, in adoption: Adoption, _ place: Conversation.ID) {
        guard let record = table.records[match],
            adoption.signedLog.log.plies.dropFirst(adoption.known).contains(where: \.isClaim),
            let claims = try? table.claims(in: match)
        else { return }
        for seat in claims.claimants {
            let name = name(of: seat, in: record)
            note(
                "\(Self.sentence(name)) claims that your time is up. Your move is the answer.", in: place, about: match)
        }
    }

    /// Returns a line with both versions of a disputed match and the names of the seats that signed
    /// both, or nil without a dispute.
    public func disputeLine(of match: MatchID) -> String? {
        guard let record = table.records[match], let kept = record.dispute else { return nil }
        func name(_ seat: Int) -> String { self.name(of: seat, in: record) }
        let who = kept.dispute.seats.map(name).joined(separator: " and ")
        let ours = standing(record.signedLog, in: record, name)
        let theirs = standing(kept.dispute.theirs, in: record, name)
        return "\(Self.sentence(who)) signed two versions, and nothing decides between them. Here: \(ours). "
            + "The other version: \(theirs). " + advice(on: kept, in: record)
    }

    /// Returns how the dispute can end. Two players who have swapped their versions get other
    /// advice, because nobody else would tell them.
    private func advice(on kept: MatchSession.KeptDispute, in record: MatchRecord) -> String {
        guard kept.isSwapped, let sender = kept.sender.flatMap({ UUID(uuidString: $0) }).map(Participant.init) else {
            return
                "What is here stays until more have gone on with one of them. After the end of a match, agree on one."
        }
        return
            "You and \(name(of: sender, in: record)) have taken each other's: agree on one version. Who has it sends it again, "
            + "the other one takes it."
    }

    /// Returns the host's name for a person, or else the label of the person's seat.
    private func name(of participant: Participant, in record: MatchRecord) -> String {
        let roster = record.signedLog.roster
        let seat = (1...record.signedLog.log.seats).first { record.who.participant(on: $0, of: roster) == participant }
        return askHost { $0.name(of: participant) } ?? seat.map { record.who.label(of: $0, in: roster) } ?? "the sender"
    }

    /// Returns the number of plies of a log, and the seats to move or the outcome, as text.
    private func standing(
        _ log: SignedLog, in record: MatchRecord, _ names: (Int) -> String
    ) -> String {
        guard
            let status = try? table.session(of: log).look(
                at: log, using: table.rules, { match throws(GameError) in try match.status })
        else {
            return "it can't be replayed here now"
        }
        let award = (try? record.match.claims(at: log, using: table.rules))?.award
        return "\(counted(plies: status.ply)), \(Bubble.standing(status, award, nil, names))"
    }

    /// Returns the text with a capital first letter.
    package static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

extension Award {
    /// Returns a text such as "Ann won on time; Bob can still move".
    package func sentence(_ names: (Int) -> String) -> String {
        let (winner, overdue) = (names(winner), names(overdue))
        return "\(winner) won on time; \(overdue) can still move"
    }

    /// The award for programs: `{"win":[1],"by":"time","standing":true}`.
    package var value: Value {
        ["win": [.int(Int64(winner))], "by": "time", "standing": true]
    }
}

// Texts for the person about the bets of a match.
extension GameApp {
    /// Tells the person how a message changed the bets of its match: new offers, bets that now
    /// count, and chips that are won or lost.
    func tellBets(
        of match: MatchID, before: MatchRecord?, _ reading: MatchTable.Reading, in place: Conversation.ID
    ) {
        guard let record = table.records[match] else { return }
        func confirmed(_ key: SeatKey.Public?) -> String? {
            key.flatMap { record.who.participants[$0] }.flatMap { who in askHost { $0.name(of: who) } }
        }
        func seatName(_ seat: Int) -> String {
            record.seat == seat ? "you" : confirmed(record.signedLog.roster[seat]?.key) ?? "seat \(seat)"
        }
        func bettor(_ entry: SeatEntry) -> String {
            if entry.key == record.who.ownKey { return "You" }
            return confirmed(entry.key) ?? "Somebody who shows as \"\(entry.token.text)\""
        }
        func says(_ bettor: String, _ verb: String) -> String { bettor == "You" ? "You \(verb)" : "\(bettor) \(verb)s" }
        func tell(_ text: String) { note(text, in: place) }
        if let refusal = reading.betRefusal { tell("A bet wasn't taken: \(refusal).") }
        for offer in record.bets where before?.bets.contains(offer) != true {
            tell("\(says(bettor(offer.bet.bettor), "offer")) \(offer.bet.stake(seatName)); not carried by a move yet.")
        }
        let (old, new) = (before?.book, record.book)
        for entry in new.entries where old?.counts(entry.bet) != true {
            tell("\(says(bettor(entry.bet.bettor), "bet")) \(entry.bet.stake(seatName)).")
        }
        for offer in before?.ownOffers ?? [] where !record.bets.contains(offer) && !new.counts(offer.bet) {
            tell("No move carried your bet of \(Bet.words(offer.bet.chips)) in time: the chips are yours again.")
        }
        guard !new.entries.isEmpty, let settlement = try? table.match(match).settlement(using: table.rules) else {
            table.records[match]?.toldSettlement = nil
            return
        }
        guard settlement != record.toldSettlement else { return }
        table.records[match]?.toldSettlement = settlement
        if settlement.isReturned {
            tell("All bets are returned: nobody bet on what came out.")
        }
        for account in settlement.accounts where !settlement.isReturned {
            let deed =
                account.payout > 0
                ? "\(says(bettor(account.bettor), "win")) \(Bet.words(account.payout))"
                : "\(says(bettor(account.bettor), "lose")) \(Bet.words(account.stake))"
            tell("\(deed) (now \(account.balance)).")
        }
    }
}

/// A waiting message that can't be read yet: its game or version is missing, or its replay exceeded
/// a limit.
package struct UnreadMessage: Hashable, Sendable {
    package let game: String
    package let url: String
    package let chat: Chat.ID
    package let session: Session
    /// The sender that the host reported.
    package let sender: Participant?
    /// What is missing, as text for the person.
    package let reason: String

    package init(
        game: String, url: String, chat: Conversation.ID, session: Session, sender: Participant?, reason: String
    ) {
        self.game = game
        self.url = url
        self.chat = chat
        self.session = session
        self.sender = sender
        self.reason = reason
    }
}
