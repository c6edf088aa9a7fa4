import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation
import Values

// Starting and ending matches.
extension PhonesMode {
    /// Starts another match. Asks first if a match is under way or a draft would be lost.
    func beginAnew() throws {
        let question = context.isUnderWay ? "The match isn't over. Begin another one?" : "Begin another match?"
        guard
            try drafts.giveUp(
                of: context.world.people, asking: question, isAsked: context.isUnderWay, confirm: confirms)
        else { return }
        try act(.begin(options: options))
        scriptOfMatch = nil
    }

    /// Starts another match with the same options. Its inviter is the person on the seat after the
    /// last inviter's seat.
    func rematch() throws {
        guard let match = context.match, match.status.outcome != nil || match.isAwarded else {
            throw ChatRefusal("The match isn't over: `new` begins another one, `resign` gives up.")
        }
        guard
            try drafts.giveUp(
                of: context.world.people, asking: "Begin another match?", isAsked: false, confirm: confirms)
        else { return }
        let setup = match.record.signedLog.match.setup
        var chosen = options
        for case (.string(let name), let value) in setup.options.mapValue ?? [:] { chosen[name] = value }
        let next = setup.inviterSeat % setup.seats + 1
        if let found = context.seatedPeople.first(where: { $0.seat == next }) { context.person = found.person }
        if context.isSlow, context.device.style(of: context.game) == nil { try steps.stimulate(.openFromDrawer()) }
        try act(.begin(options: chosen))
        scriptOfMatch = nil
        say("\(context.person) begins.", .quiet)
    }

    /// Drafts a resignation. Asks first if a match is under way or a draft would be lost.
    func resign() throws {
        guard
            try drafts.giveUp(
                of: [context.person], asking: "Resign for \(context.person)?", isAsked: context.isUnderWay,
                confirm: confirms)
        else { return }
        try act(.draft(.resign))
    }

    /// Touches the Start button of a game without a match, or starts a group's match.
    func start() throws {
        let match = context.match
        guard match == nil || match?.status.outcome != nil || match?.isAwarded == true else {
            return try act(.draft(.start))
        }
        // the Start button starts a match with the default options
        try options.isEmpty ? steps.touch("start", as: context.person) : act(.begin(options: options))
    }

    /// Claims the match because the time of a player to move is up.
    func claim() throws {
        guard let match = context.match, !match.status.turn.isEmpty else {
            throw ChatRefusal("Nobody has to move now.")
        }
        guard let seat = match.status.turn.first(where: { $0 != match.record.seat }) else {
            throw ChatRefusal("It is your own turn, so there is nobody to claim against.")
        }
        try act(.draft(.claim(seat)))
    }

    /// Drafts a bet of the person at hand.
    func bet(_ wish: BetWish) throws {
        if context.match == nil, let watching = spectatorText.watching { throw ChatRefusal(watching) }
        try act(.draft(.bet(pool: spectatorText.pool(named: wish.on), chips: wish.chips)))
    }
}

// Other conversations and games.
extension PhonesMode {
    /// The most conversations of the same people.
    private static let mostChats = 8

    /// Takes everybody to another conversation of the same people, and starts it if it is new.
    func enterChat(_ name: String?) throws {
        let known = context.device.chats.keys.map { "\($0)" }.sorted()
        guard let name else {
            let all = known.count > 1 ? "there are \(NameList.of(known))" : "`chat NAME` begins another one"
            return say("This is the conversation \(context.chat); \(all).", .quiet)
        }
        let isName = name.count <= 20 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        guard isName else { throw ChatRefusal("The name of a conversation has 1 to 20 letters, digits and hyphens.") }
        guard known.contains(name) || known.count < Self.mostChats else {
            throw ChatRefusal("There are \(known.count) conversations already: \(NameList.of(known)).")
        }
        context.chat = Chat.ID(name)
        try context.world.begin(context.chat)
        for phone in context.world.devices { phone.look(at: context.chat) }
        viewer = nil
        if !context.isSlow { settle() }
        say("Everybody looks at the conversation \(name).", .quiet)
    }

    /// Switches to another game. Installs it first on the phones that don't have it; desktops run
    /// no games.
    func takeGame(_ id: String?) throws {
        guard let id else {
            let ids = scripts.map(\.id)
            let all = ids.count > 1 ? "there are \(NameList.of(ids))" : "`game GAME` adds another game"
            return say("This game is \(context.script.title); \(all).", .quiet)
        }
        guard let found = try scripts.first(where: { $0.id == id }) ?? findGame?(id) else {
            throw ChatRefusal(
                "A conversation that is stored with `--store` has only one game: \(context.script.title).")
        }
        guard found.seats.upperBound > 1 else {
            throw ChatRefusal("\(found.title) is for one player, so it needs no messages.")
        }
        if let objection = found.objectionToMessages { throw ChatRefusal(objection) }
        if !scripts.contains(where: { $0.id == found.id }) {
            for phone in context.world.devices where phone.kind == .phone && !phone.installedGames.contains(found.id) {
                try context.world.perform(as: phone.person) { phone throws(DeviceError) in try phone.install(found) }
            }
            scripts.append(found)
        }
        context.script = found
        viewer = nil
        if !context.isSlow { settle() }
        say("The game is \(found.title) now.", .quiet)
    }
}
