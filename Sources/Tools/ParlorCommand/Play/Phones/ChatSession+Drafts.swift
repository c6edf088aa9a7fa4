import Conversations
import MatchSessions
import MessageHost
import Parlor
import Simulation

// What is drafted and not sent, where something else is to take its place: nothing sends it by the way, and nothing drops it
// without a word.
extension ChatSession {
    /// The url of what is staged on a phone.
    func stagedURL(of person: String) -> String? {
        world.devices.first { $0.person == person }?.chats[chat]?.draft.staged?.message.url
    }

    /// What a person has drafted and not sent, in words that whoever is at hand, now or next, may read; nil for nothing.
    func unsent(of person: String) -> String? {
        guard let phone = world.devices.first(where: { $0.person == person }) else { return nil }
        let draft = phone.match(of: game, in: chat)?.record.draft
        guard draft != nil || phone.chats[chat]?.draft.staged?.game == game else { return nil }
        guard let draft, !isSharingSecrets else { return "\(person)'s draft" }
        return SafeText(ownWords(of: draft)).string
    }

    /// Asks before something takes the place of what is drafted, and takes that back.
    ///
    /// - Parameters:
    ///   - people: Whose drafts would be lost.
    ///   - question: What is asked.
    ///   - isAsked: Is it to be asked also where nothing is drafted?
    /// - Returns: false if all is to stay as it is.
    func giveUpDrafts(of people: [String], asking question: String, isAsked: Bool) throws -> Bool {
        let drafts = people.compactMap { person in unsent(of: person).map { (person: person, words: $0) } }
        let losses = drafts.map { "Not sent, and lost by that: \($0.words)." }
        guard !isAsked && drafts.isEmpty || confirms((losses + [question]).joined(separator: " ")) else {
            say("The match goes on.", .quiet)
            return false
        }
        for draft in drafts {
            try deleteDraft(of: draft.person)
            say(Self.takenBack(draft.words), .quiet)
        }
        return true
    }

    static func takenBack(_ words: String) -> String { "\(words) is taken back." }

    func deleteDraft(of person: String) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            guard phone.chats[chat]?.draft.staged != nil else { return }
            if phone.style(of: game) == .expanded { try phone.perform(.collapse, of: game, in: chat) }
            try phone.perform(.userDeleteDraft, of: game, in: chat)
        }
    }

    /// A person does what isn't done on the board. What was drafted and gave way to it is named.
    func carryOut(_ act: PersonAct, as person: String, opening: Bool) throws {
        let (words, before) = (unsent(of: person), stagedURL(of: person))
        try world.perform(as: person) { phone throws(DeviceError) in
            if opening, phone.style(of: game) == nil { try phone.perform(.openFromDrawer(), of: game, in: chat) }
            try phone.act(act, of: game, in: chat)
        }
        guard let words, let before, let after = stagedURL(of: person), after != before else { return }
        say("It takes the place of a draft that was never sent: \(words).", .quiet)
    }
}
