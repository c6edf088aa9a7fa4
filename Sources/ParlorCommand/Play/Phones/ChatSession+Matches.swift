import Conversations
import MessageHost
import MessageWire
import Parlor
import Simulation

// Beginning, ending and taking back.
extension ChatSession {
    private var isUnderWay: Bool {
        guard let match = device.match(of: game, in: chat) else { return false }
        return match.status.outcome == nil && !match.isAwarded && !match.record.signedLog.log.plies.isEmpty
    }

    func beginAnew() throws {
        if isUnderWay, !confirms("The match isn't over. Begin another one?") {
            return say("The match goes on.", .quiet)
        }
        try act(.begin(options: options))
        scriptOfMatch = nil
    }

    /// Another match with the same options, begun by whoever sits behind the one who began the last.
    func rematch() throws {
        guard let match = device.match(of: game, in: chat), match.status.outcome != nil || match.isAwarded else {
            throw ChatRefusal("The match isn't over: `new` begins another one, `resign` gives up.")
        }
        let setup = match.record.signedLog.match.setup
        var chosen = options
        for case (.string(let name), let value) in setup.options.mapValue ?? [:] { chosen[name] = value }
        let next = setup.inviterSeat % setup.seats + 1
        if let found = seatedPeople.first(where: { $0.seat == next }) { person = found.person }
        if isSlow, device.style(of: game) == nil { try stimulate(.openFromDrawer()) }
        try act(.begin(options: chosen))
        scriptOfMatch = nil
        say("\(person) begins.", .quiet)
    }

    func resign() throws {
        if isUnderWay, !confirms("Resign for \(person)?") { return say("The match goes on.", .quiet) }
        try act(.draft(.resign))
    }

    /// What is drafted is taken back: it was never sent.
    func takeBackDraft() throws {
        let draft = device.match(of: game, in: chat)?.record.draft
        guard draft != nil || device.chats[chat]?.draft.staged != nil else {
            throw ChatRefusal("Nothing of \(person)'s is drafted; what was sent can't be taken back.")
        }
        try stimulate(.userDeleteDraft)
        say(draft.map { "\(SafeText(ownWords(of: $0))) is taken back." } ?? "The draft is taken back.", .quiet)
        if !isSlow { settleQuickly() }
    }
}
