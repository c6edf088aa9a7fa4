import Conversations
import Foundation
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Values

/// A reader of the messages of a game. It tells the person what they should know about a message,
/// and keeps the messages that can't be read yet.
package final class MessageReader {
    private let script: GameScript
    private let data: AppData
    private let channel: HostChannel
    private let notices: NoticeWriter
    /// Messages that can't be read yet, because the game's version or memory is missing.
    package var unread: [UnreadMessage] = []
    /// The conversations in which `warn(in:)` has warned the person.
    private var warned: Set<Conversation.ID> = []

    init(for script: GameScript, data: AppData, channel: HostChannel, notices: NoticeWriter) {
        self.script = script
        self.data = data
        self.channel = channel
        self.notices = notices
    }

    /// Takes over the waiting messages from `before`, the reader of the game's version before an
    /// update.
    func takeOver(_ before: MessageReader) {
        unread = before.unread
        warned = before.warned
    }

    /// Reads a url by the protocol's table of verdicts.
    ///
    /// - Returns: The argument of `did_read`, or nil for a draft that wasn't sent.
    package func read(_ url: String, at moment: HostContext) -> Value? {
        guard !data.isUnsentDraft(url, at: moment) else { return nil }
        let found = moment.message(with: url)
        let own = moment.conversation.localParticipant
        return read(
            url, in: moment.place, session: found?.session ?? channel.newSession(),
            sender: found?.senderParticipant.flatMap { $0 == own ? nil : $0 })
    }

    private func read(_ url: String, in place: Conversation.ID, session: Session, sender: Participant?) -> Value? {
        let before = data.record(of: url)
        let reading = data.table.rules.replaying.run {
            if let known = matchOfAnotherGame(url) {
                return MatchTable.Reading(verdict: .otherMatch(known), match: nil, sender: nil)
            }
            let reading = data.table.read(url, from: sender, chat: place, session: session, now: channel.now)
            if let match = reading.match { notices.tellBets(of: match, before: before, reading, in: place) }
            return reading
        }
        if let match = reading.match { data.current[place] = match }
        unread.removeAll { $0.url == url }
        tell(of: reading, url, in: place, session: session, sender: sender, before: before)
        return ["code": .string(reading.verdict.code), "line": .string(line(of: reading))]
    }

    /// Tells the person what they should know about a message that was read.
    private func tell(
        of reading: MatchTable.Reading, _ url: String, in place: Conversation.ID, session: Session,
        sender: Participant?, before: MatchRecord?
    ) {
        switch reading.verdict {
        case .adopt(let adoption) where adoption.superseded.isEmpty:
            if adoption.cause == .new { warn(in: place) }
            if let match = reading.match { notices.tellClaims(of: match, in: adoption, place) }
        case .duplicate, .bet, .betRefused: break
        case .joinRequest(let join):
            // tell only a person who has a seat and can start the match, and only once per request
            guard let record = reading.match.flatMap({ data.table.records[$0] }), record.seat != nil,
                before?.joins.contains(join) != true
            else { break }
            channel.note(reading.verdict.line, in: place, about: record)
        // another seat's answer may arrive before the system reports that our own message was sent
        case .late where isOwn(url, of: reading.match): break
        case .needsVersion, .unknownGame, .cannotReplay:
            wait(
                for: UnreadMessage(
                    game: script.id, url: url, chat: place, session: session, sender: sender,
                    reason: reading.verdict.line))
            channel.note(reading.match.flatMap { notices.disputeLine(of: $0) } ?? reading.verdict.line, in: place)
        case .disputed:
            channel.note(reading.match.flatMap { notices.disputeLine(of: $0) } ?? reading.verdict.line, in: place)
        default: channel.note(line(of: reading), in: place)
        }
    }

    private func isOwn(_ url: String, of match: MatchID?) -> Bool {
        guard let seat = match.flatMap({ data.table.records[$0] })?.seat else { return false }
        return (try? data.table.rules.envelope(from: url))?.sender == seat
    }

    private func line(of reading: MatchTable.Reading) -> String {
        guard case .adopt(let adoption) = reading.verdict, !adoption.superseded.isEmpty else {
            return reading.verdict.line
        }
        let status = reading.match.flatMap { try? data.table.status(of: $0) }
        return reading.verdict.line(isOver: status?.outcome != nil)
    }

    /// Returns the url's match if the host knows it as a match of another game.
    private func matchOfAnotherGame(_ url: String) -> MatchID? {
        guard let id = (try? data.table.rules.envelope(from: url))?.signedLog.match.id else { return nil }
        return channel.ask { $0.isMatch(id, ofAnotherGameThan: script.id) } == true ? id : nil
    }

    /// Warns the person if this version of the game relies on unmodified apps. A modified app could
    /// look at the game's secrets, or know the dice before it rolls them.
    func warn(in place: Conversation.ID) {
        guard warned.insert(place).inserted else { return }  // warn once for each conversation
        if script.trustsPhones {
            channel.note("This version trusts both phones: a changed app could look at this game's secrets.", in: place)
        }
        if script.chance == .quick {
            channel.note("This game shows its dice at once: a modified app could look before it rolls.", in: place)
        }
    }

    /// The most messages that wait to be read. If there are more, the oldest are discarded.
    private static let mostUnread = 64
    /// The processor time for reading all waiting messages.
    private static let waitingTime = ProcessorBudget(.seconds(20))

    private func wait(for message: UnreadMessage) {
        unread.removeAll { $0.url == message.url }
        unread.append(message)
        if unread.count > Self.mostUnread { unread.removeFirst(unread.count - Self.mostUnread) }
    }

    /// Reads the waiting messages again, in the order of their arrival.
    package func readWaiting() {
        let waiting = unread
        unread = []
        Self.waitingTime.run {
            for (index, message) in waiting.enumerated() {
                if ProcessorBudget.isUsedUp {
                    // the remaining messages wait again, in the order of their arrival
                    unread += waiting[index...]
                    return
                }
                _ = read(message.url, in: message.chat, session: message.session, sender: message.sender)
            }
        }
    }

    /// Records that a message was sent, so that its draft becomes a part of the match even if no
    /// hook ran. Otherwise the seat could sign another ply on the same head.
    /// ``Callback/didStartSending`` leads to a call of this function. A host that sends messages
    /// itself calls the function directly.
    package func settle(_ message: Message, in place: Conversation.ID) {
        guard let url = message.url, let session = message.session else { return }
        data.departed.insert(url)
        guard
            data.table.records.values.contains(where: {
                $0.draft?.url == url && (!$0.draftIsStale || $0.draft?.bet != nil)
            })
        else { return }
        let before = data.record(of: url)
        let reading = data.table.read(url, from: nil, chat: place, session: session, now: channel.now)
        if let match = reading.match { notices.tellBets(of: match, before: before, reading, in: place) }
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
