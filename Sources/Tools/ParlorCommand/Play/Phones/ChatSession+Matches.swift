import Conversations
import MatchSessions
import MessageHost
import MessageWire
import Parlor
import Simulation

// Beginning and ending.
extension ChatSession {
    private var isUnderWay: Bool {
        guard let match = device.match(of: game, in: chat) else { return false }
        return !isOver && !match.isAwarded && !match.record.signedLog.log.plies.isEmpty
    }

    func beginAnew() throws {
        let question = isUnderWay ? "The match isn't over. Begin another one?" : "Begin another match?"
        guard try giveUpDrafts(of: world.people, asking: question, isAsked: isUnderWay) else { return }
        try act(.begin(options: options))
        scriptOfMatch = nil
    }

    /// Another match with the same options, begun by whoever sits behind the one who began the last.
    func rematch() throws {
        guard let match = device.match(of: game, in: chat), match.status.outcome != nil || match.isAwarded else {
            throw ChatRefusal("The match isn't over: `new` begins another one, `resign` gives up.")
        }
        guard try giveUpDrafts(of: world.people, asking: "Begin another match?", isAsked: false) else { return }
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
        guard try giveUpDrafts(of: [person], asking: "Resign for \(person)?", isAsked: isUnderWay) else { return }
        try act(.draft(.resign))
    }
}
