import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation
import Values

// Changes of the script during play.
extension PhonesMode {
    /// Installs the script if it was changed on the disk. The match continues under the new script
    /// if possible.
    func takeUpChanges() -> Bool {
        guard let watch, hasChanged(watch) else { return false }
        beginLine()
        defer { endLine() }
        do {
            try reload()
        } catch {
            report(error)
            say("The script was changed. The match continues with the old rules.", .quiet)
        }
        isStale = true
        return true
    }

    /// Reads the script again and installs it on the phones. Without `--slow`, the running match is
    /// replayed under the new script. With `--slow`, as between real phones, the match keeps the
    /// rules with which it started.
    func reload() throws {
        guard let readScript else { throw ChatRefusal("There is no script to read again.") }
        let fresh: GameScript
        do throws(GameError) {
            fresh = try readScript(context.script)
        } catch {
            throw RereadError(error, of: nil, known: context.script)
        }
        if fresh.digest == context.script.digest {
            for phone in context.world.devices { phone.assets.releaseAll() }
            return note("The script hasn't changed. Its pictures were read again.")
        }
        let open = context.world.devices.map { ($0.person, $0.style(of: context.game)) }
        let before = scriptOfMatch ?? context.script
        try context.world.update(fresh)
        context.script = fresh
        scripts = scripts.map { $0.id == fresh.id ? fresh : $0 }
        display.forgetPictures()
        if context.isSlow {
            return say(
                "The new script is on the phones. A match that isn't over continues with its old rules. `new` starts a match with the new rules.",
                .quiet)
        }
        do {
            try goOn(under: fresh)
            scriptOfMatch = nil
        } catch {
            scriptOfMatch = before
            let why = refusalText.sentence(ofNewRules: error)
            if why == nil, !reports.tell(error, of: fresh) { refuse("\(error)") }
            for case (let person, let style?) in open { try steps.reopen(style, on: person) }
            say(
                "The new script is on the phones. This match continues with the old rules. `new` starts a match with the new rules."
                    + (why.map { " \($0)" } ?? ""))
        }
    }

    private func goOn(under fresh: GameScript) throws {
        guard let again = try context.world.playAgain(fresh, in: context.chat) else {
            // nothing was played, so nothing is lost
            try beginUnderNewRules()
            return note("The new script is on the phones, and a match with it has started.")
        }
        let kept = context.person
        try turnFlow.act(.again, as: again.sender)
        if let (drafter, moves) = again.drafted {
            context.person = drafter  // this phone stays at hand if a move fails
            for move in moves { try steps.touch(move, as: drafter) }
        }
        context.person = kept
        try playBots()
        settle()
        let plies = counted(plies: again.plies) + (again.plies == 1 ? " was" : " were")
        note(
            "Reloaded; \(plies) played again under the new rules, and signed again. Between real phones, a match keeps "
                + "the rules with which it started."
                + (again.keepsDraws
                    ? " Random draws keep their results, so only these phones can read the match's url." : ""))
    }

    private func beginUnderNewRules() throws {
        guard context.match != nil else { return try begin() }
        let inviter = context.world.people[0]
        try turnFlow.act(.begin(options: options), as: inviter)
        try catchUp()
    }
}

// An author's view of the phone at hand.
extension PhonesMode {
    func showState(isWhole: Bool) throws {
        let seat = context.app?.seatShown(in: context.chat)
        try inspected { match throws(GameError) in
            let isOver = try match.status.outcome != nil
            try showState(
                isWhole: isWhole, of: match, isOver: isOver, seat: seat, name: seat == nil ? nil : context.person)
        }
    }

    func evaluate(_ expression: String) throws {
        guard mayReveal() else { return }
        let seat = context.app?.seatShown(in: context.chat)
        var printed = ""
        try showResults { () throws(GameError) in
            do {
                return try inspected { match throws(GameError) in
                    defer { printed = match.luaStates.takePrinted() }
                    return try match.views.evaluate(expression, seat: seat)
                }
            } catch SessionError.game(let error) {
                throw error
            } catch {
                throw .request("\(error)")
            }
        }
        show(FailureReport.printed(printed).flatMap { screen.lines($0, .quiet) })
    }

    private func inspected<R>(_ body: (Match) throws(GameError) -> R) throws -> R {
        guard let found = try context.app?.inspect(in: context.chat, body) else {
            throw ChatRefusal("There is no match on \(context.person)'s phone yet: `start` begins one.")
        }
        return found
    }

    func showStats() {
        let used = context.app?.memoryUsed ?? 0
        say("\(context.script.title) uses \((used + 1023) / 1024) KB on \(context.person)'s phone.")
        say(imagesHeld(context.app?.imagesHeld ?? AssetStore.Held(), atMost: context.device.assets.capacity))
        let running = context.device.runningInstances(of: context.game).map(\.description)
        say("Running: \(running.isEmpty ? "nothing" : running.joined(separator: ", ")).")
    }
}
