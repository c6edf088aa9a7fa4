import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation

// Moves and actions, and what the quick way does after each of them: bots play, and another person
// gets the keyboard.
extension PhonesMode {
    /// Starts a match the quick way.
    func begin() throws {
        try turnFlow.begin()
        try playBots()
        settle()
    }

    /// Plays a move the quick way.
    func playQuickly(_ move: String) throws {
        guard try turnFlow.play(move) else { return }
        try playBots()
        settle()
    }

    /// Continues the quick way from any state of the phones, lets bots play, and hands the keyboard
    /// to the person to move.
    func catchUp() throws {
        try turnFlow.catchUp()
        try playBots()
        settle()
    }

    /// Carries out an action of the person at hand.
    func act(_ act: PersonAction) throws {
        try context.isSlow
            ? drafts.carryOut(act, as: context.person, opening: false) : turnFlow.act(act, as: context.person)
    }

    /// Hands the keyboard to a person who is to move, or has a draft.
    func settle() {
        context.person = turnFlow.nextPerson()
        // show the whole board to a person who is to move, and at the end of a match
        guard context.canMove(context.person) || context.isOver, context.device.style(of: context.game) == .compact
        else { return }
        attempt {
            try context.world.perform(as: context.person) { phone throws(DeviceError) in
                try phone.perform(.expand, of: context.game, in: context.chat)
            }
        }
    }

    /// Makes the phone of another person the phone at hand.
    func sit(_ name: String) throws {
        let lowered = name.lowercased()
        guard let found = context.world.people.first(where: { $0.lowercased() == lowered }) else {
            let nearest = NearestName.of(name, in: context.world.people).map { " Did you mean '\($0)'?" } ?? ""
            throw ChatRefusal("There is nobody called \(name.excerpt(atMost: 40)) here.\(nearest)")
        }
        guard found != context.person else { return }
        if let drafted = drafts.text(of: context.person) {
            say("\(drafted) stays drafted on \(context.person)'s phone.", .quiet)
        }
        context.person = found
    }

    /// Undoes the last moves of the draft at hand, or all of it.
    ///
    /// - Parameter count: The number of moves; nil for all.
    func takeBack(_ count: Int?) throws {
        try drafts.takeBack(count)
        if !context.isSlow { settle() }
    }

    /// Lets bots play, unless every step is a command.
    func autoQuickly(_ count: Int?) throws {
        guard !context.isSlow else {
            throw ChatRefusal("`auto` doesn't work with `--slow`, because you make every step yourself.")
        }
        try auto(count)
    }

    func showMoves() throws {
        let moves = try context.app?.moves(in: context.chat) ?? []
        if moves.isEmpty { return say("\(context.person) has no move to make now.") }
        showTable(of: moves)
    }
}

// Bots on phones.
extension PhonesMode {
    var hasOnlyBots: Bool { context.hasOnlyBots }

    var isOver: Bool { context.isOver }

    func botToMove() throws -> String? { context.bots.sorted().first(where: context.canMove) }

    func nextToMove() throws -> String? { context.world.people.first(where: context.canMove) }

    /// Plays one move for a person, and sends it unless the person is to move again.
    func playAnyMove(for mover: String) throws -> Int? {
        guard let phone = context.phone(of: mover) else { return nil }
        let moves = phone.legalMoves(of: context.game, in: context.chat)
        console.drawnMoves.learn(from: moves)
        guard let move = bot.choose(from: moves) else { return nil }
        let before = phone.match(of: context.game, in: context.chat)?.record
        try steps.touch(bot.text(of: move), as: mover)
        // if the script rejects the move or fails, nothing has changed, and the bot would try for
        // ever
        let after = phone.match(of: context.game, in: context.chat)?.record
        let isDrafted = after?.draft?.url != before?.draft?.url || moves == [.answer]
        guard after?.signedLog.head != before?.signedLog.head || isDrafted else { return nil }
        if !context.isMovingOn(mover) { try steps.sendDraft(of: mover) }
        return 1
    }

    func settleBots() { settle() }

    // MARK: A game that bots play

    func introduceDemonstration() {
        display.greet(context, hint: hint)
        say("Nobody is typing, so bots play on simulated phones. The same seed plays the same game.", .quiet)
    }

    func beginDemonstration() throws { try begin() }

    func showDemonstration(of mover: String) {
        context.person = mover
        shareTime()
        showTurn()
    }
}
