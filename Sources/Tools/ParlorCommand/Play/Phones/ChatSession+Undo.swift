import Conversations
import MatchSessions
import MessageHost
import Parlor
import Simulation

// Taking back what is drafted: it was never sent.
extension ChatSession {
    /// Takes back the last moves of the draft at hand, or all of it.
    ///
    /// - Parameter count: How many moves; nil for all.
    func takeBackDraft(_ count: Int?) throws {
        guard unsent(of: person) != nil || device.chats[chat]?.draft.staged != nil else {
            throw ChatRefusal("Nothing of \(person)'s is drafted; what was sent can't be taken back.")
        }
        let moves = device.match(of: game, in: chat)?.record.draft?.moves ?? []
        guard !moves.isEmpty else {
            let words = device.match(of: game, in: chat)?.record.draft.map { SafeText(ownWords(of: $0)).string }
            try deleteDraft(of: person)
            say(words.map(Self.takenBack) ?? "The draft is taken back.", .quiet)
            return isSlow ? () : settleQuickly()
        }
        let seen = device.movesSeen(inDraftOf: game, in: chat)
        let wanted = count.map { max(0, moves.count - $0) } ?? 0
        let kept = max(wanted, seen.count)
        guard kept < moves.count else { throw ChatRefusal(Self.why(seen, words(of: moves.suffix(1)))) }
        try redraft(Array(moves.prefix(kept)))
        let rest = kept > 0 ? " \(words(of: moves.prefix(kept))) stays drafted." : ""
        let why = wanted < seen.count ? " " + Self.why(seen, words(of: moves[..<seen.count].suffix(1))) : ""
        say(Self.takenBack(words(of: moves.suffix(moves.count - kept))) + rest + why, .quiet)
        if !isSlow { settleQuickly() }
    }

    /// Why what was seen stays.
    static func why(_ seen: Draft.Seen, _ words: String) -> String {
        if seen.opened { return "\(words) has opened what was sealed, and that has been seen: it can't be taken back." }
        return "What \(words) drew has been seen: a draw can't be taken back."
    }

    private func words(of moves: some Sequence<String>) -> String {
        SafeText(moves.map(console.drawnMoves.shown).joined(separator: ", ")).string
    }

    /// Drafts these moves instead of what is drafted, in the style that the game has.
    private func redraft(_ moves: [String]) throws {
        let style = device.style(of: game)
        try deleteDraft(of: person)
        guard !moves.isEmpty else { return }
        try world.perform(as: person) { phone throws(DeviceError) in
            // a typed move needs the keyboard
            if phone.style(of: game) == .compact { try phone.perform(.expand, of: game, in: chat) }
        }
        for move in moves { try touch(move) }
        guard style == .compact else { return }
        try world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: game) == .expanded { try phone.perform(.collapse, of: game, in: chat) }
        }
    }
}
