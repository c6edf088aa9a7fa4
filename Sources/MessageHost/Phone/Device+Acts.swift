import Conversations
import GameRules
import Values

/// What a person asks of the host itself, whatever the game draws: the commands beside its board.
public enum PersonAct: Hashable, Sendable {
    /// A new match in this chat.
    case begin(options: [String: Value] = [:])
    case join, start, resign, close
    /// The seat hasn't moved in time.
    case claim(Int)
    /// Who has no seat bets play chips on a seat that is to win, 0 for nobody.
    case bet(pool: Int, chips: Int)
    /// The last message of the match once more.
    case again
    /// The other version of a match that is disputed.
    case theirs

    fileprivate var effect: Effect {
        switch self {
        case .begin(let options): .begin(options: options)
        case .join: .act(.join)
        case .start: .act(.start)
        case .resign: .act(.resign)
        case .close: .act(.close)
        case .claim(let seat): .act(.claim(seat))
        case .bet(let pool, let chips): .act(.bet(pool: pool, chips: chips))
        case .again: .again
        case .theirs: .goOnWithTheirs
        }
    }

    /// Does it make a draft that is to be staged?
    fileprivate var drafts: Bool {
        switch self {
        case .begin, .again, .theirs: false
        case .join, .start, .resign, .close, .claim, .bet: true
        }
    }
}

extension Device {
    /// Does what the person asks of the host in the open game. What it drafts is staged, and waits for Send.
    ///
    /// - Throws: ``DeviceError`` unless the game is open in this chat, and for what can't be done in the match.
    public func act(_ act: PersonAct, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard let main = games[game]?.lifecycle.main, main.chat == chat else { throw .stimulus(.notOpen) }
        try event(of: game, in: chat) { () throws(DeviceError) in
            try carryOut(.touch(main.id), of: game, in: chat)
            try carryOut(act, in: main, chat)
        }
        showLiveBubbles(of: game, in: chat)
    }

    private func carryOut(_ act: PersonAct, in main: InstanceState, _ chat: Chat.ID) throws(DeviceError) {
        let game = main.id.game
        var pending: [Stimulus] = []
        do {
            let moment = Moment(main)
            try carryOut(
                act.effect, of: main.id, in: chat, moment, asking: { Request($0, from: main.id) }, &pending)
            if act.drafts {
                pending.append(
                    .insert(Request(0, from: main.id), try post(.draft, of: main.id, in: chat, main.conversation)))
            }
        } catch let error as DeviceError {
            throw error
        } catch {
            throw .request("\(error)")
        }
        drain(pending, of: game, in: chat)
    }

    /// The person types words into the draft field.
    ///
    /// - Throws: ``DeviceError`` for a chat that isn't here, or more text than a message takes.
    public func type(_ words: String, in chat: Chat.ID) throws(DeviceError) {
        guard let state = chats[chat] else { throw .unknownChat(chat) }
        guard state.draft.text.utf8.count + words.utf8.count <= Self.longestText else {
            throw .request("The draft field takes \(Self.longestText) bytes of text.")
        }
        chats[chat]?.draft.text += (state.draft.text.isEmpty ? "" : " ") + words
    }

    private static let longestText = 20_000
}
