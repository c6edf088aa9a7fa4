import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation

/// The drafts that weren't sent. No draft is sent as a side effect, and no draft is dropped
/// silently.
struct UnsentDrafts {
    let context: PhonesContext
    let console: Console

    private var steps: PhoneSteps { PhoneSteps(context: context) }

    /// Returns a person's draft in words that this person and the next one at the keyboard may
    /// read; nil if there is no draft.
    func text(of person: String) -> String? {
        guard let phone = context.phone(of: person) else { return nil }
        let draft = phone.match(of: context.game, in: context.chat)?.record.draft
        guard draft != nil || phone.chats[context.chat]?.draft.staged?.game == context.game else { return nil }
        guard let draft, !context.isSharingSecrets else { return "\(person)'s draft" }
        return SafeText(console.drawnMoves.ownWords(of: draft)).string
    }

    /// Asks before drafts are replaced, and deletes them.
    ///
    /// - Parameters:
    ///   - people: The people whose drafts would be lost.
    ///   - question: The question.
    ///   - isAsked: Whether to ask even if there is no draft.
    ///   - confirm: Asks the person a question.
    /// - Returns: False if everything is to stay as it is.
    func giveUp(
        of people: [String], asking question: String, isAsked: Bool, confirm: (String) -> Bool
    ) throws -> Bool {
        let drafts = people.compactMap { person in text(of: person).map { (person: person, words: $0) } }
        let losses = drafts.map { "This would delete an unsent draft: \($0.words)." }
        guard !isAsked && drafts.isEmpty || confirm((losses + [question]).joined(separator: " ")) else {
            console.say("The match continues.", .quiet)
            return false
        }
        for draft in drafts {
            try steps.deleteDraft(of: draft.person)
            console.say(Self.takenBack(draft.words), .quiet)
        }
        return true
    }

    private static func takenBack(_ words: String) -> String { "\(words) is taken back." }

    /// Carries out an action that isn't a move on the board, and names a draft that it replaced.
    func carryOut(_ act: PersonAction, as person: String, opening: Bool) throws {
        let (words, before) = (text(of: person), context.stagedURL(of: person))
        try context.world.perform(as: person) { phone throws(DeviceError) in
            if opening, phone.style(of: context.game) == nil {
                try phone.perform(.openFromDrawer(), of: context.game, in: context.chat)
            }
            try phone.act(act, of: context.game, in: context.chat)
        }
        guard let words, let before, let after = context.stagedURL(of: person), after != before else { return }
        console.say("This replaces a draft that you haven't sent: \(words).", .quiet)
    }

    // MARK: Undoing

    /// Undoes the last moves of the draft at hand, or all of it.
    ///
    /// - Parameter count: The number of moves; nil for all.
    func takeBack(_ count: Int?) throws {
        guard text(of: context.person) != nil || context.device.chats[context.chat]?.draft.staged != nil else {
            throw ChatRefusal("\(context.person) has no draft. A sent message can't be taken back.")
        }
        let moves = context.match?.record.draft?.moves ?? []
        guard !moves.isEmpty else {
            let words = context.match?.record.draft.map { SafeText(console.drawnMoves.ownWords(of: $0)).string }
            try steps.deleteDraft(of: context.person)
            console.say(words.map(Self.takenBack) ?? "The draft is taken back.", .quiet)
            return
        }
        let seen = context.device.movesSeen(inDraftOf: context.game, in: context.chat)
        let wanted = count.map { max(0, moves.count - $0) } ?? 0
        let kept = max(wanted, seen.count)
        guard kept < moves.count else { throw ChatRefusal(Self.why(seen, words(of: moves.suffix(1)))) }
        try redraft(Array(moves.prefix(kept)))
        let rest = kept > 0 ? " \(words(of: moves.prefix(kept))) stays drafted." : ""
        let why = wanted < seen.count ? " " + Self.why(seen, words(of: moves[..<seen.count].suffix(1))) : ""
        console.say(Self.takenBack(words(of: moves.suffix(moves.count - kept))) + rest + why, .quiet)
    }

    /// Returns the reason why moves can't be undone after their result was seen.
    private static func why(_ seen: Draft.Seen, _ words: String) -> String {
        if seen.opened { return "\(words) can't be taken back, because it has opened sealed moves that you have seen." }
        return "\(words) can't be taken back, because you have seen its random draw."
    }

    private func words(of moves: some Sequence<String>) -> String {
        SafeText(moves.map(console.drawnMoves.shown).joined(separator: ", ")).string
    }

    /// Drafts these moves instead of the current draft, and keeps the game's style.
    private func redraft(_ moves: [String]) throws {
        let style = context.device.style(of: context.game)
        try steps.deleteDraft(of: context.person)
        guard !moves.isEmpty else { return }
        try context.world.perform(as: context.person) { phone throws(DeviceError) in
            // a typed move needs the keyboard
            if phone.style(of: context.game) == .compact {
                try phone.perform(.expand, of: context.game, in: context.chat)
            }
        }
        for move in moves { try steps.touch(move, as: context.person) }
        guard style == .compact else { return }
        try context.world.perform(as: context.person) { phone throws(DeviceError) in
            if phone.style(of: context.game) == .expanded {
                try phone.perform(.collapse, of: context.game, in: context.chat)
            }
        }
    }
}
