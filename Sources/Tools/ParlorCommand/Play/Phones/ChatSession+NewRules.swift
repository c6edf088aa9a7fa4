import Conversations
import MatchSessions
import MessageHost
import Parlor
import Simulation

// A script that is changed while it is played.
extension ChatSession {
    /// The script was changed on the disk: the phones get it, and the match goes on under it where that can be.
    func takeUpChanges() -> Bool {
        guard let watch, hasChanged(watch) else { return false }
        beginLine()
        defer { endLine() }
        do {
            try reload()
        } catch {
            report(error)
            say("The script was changed, and the match goes on under the old rules.", .quiet)
        }
        isStale = true
        return true
    }

    /// Reads the script again, and puts it on the phones. The quick way, the match under way is played again under it; with every
    /// step by hand it is as between real phones, and ends by the rules it began with.
    func reload() throws {
        guard let readScript else { throw ChatRefusal("There is no script to read again.") }
        let fresh: GameScript
        do throws(GameError) {
            fresh = try readScript(script)
        } catch {
            throw RereadError(error, of: nil, known: script)
        }
        if fresh.digest == script.digest {
            for phone in world.devices { phone.assets.releaseAll() }
            return note("The script is as it was; its pictures are read again.")
        }
        let open = world.devices.map { ($0.person, $0.style(of: game)) }
        let before = scriptOfMatch ?? script
        try world.update(fresh)
        script = fresh
        scripts = scripts.map { $0.id == fresh.id ? fresh : $0 }
        pictures.forget()
        if isSlow {
            return say(
                "The new script is on the phones. A match under way ends by the rules it began with; `new` begins one by these.",
                .quiet)
        }
        do {
            try goOn(under: fresh)
            scriptOfMatch = nil
        } catch {
            scriptOfMatch = before
            let why = sentence(ofNewRules: error)
            if why == nil, !tellAuthor(error, of: fresh) { refuse("\(error)") }
            for case (let person, let style?) in open { try reopen(style, on: person) }
            say(
                "The new script is on the phones. The match goes on under the old rules, and `new` begins one by these."
                    + (why.map { " \($0)" } ?? ""))
        }
    }

    /// Opens the game again on a phone whose app was replaced.
    private func reopen(_ style: PresentationStyle, on person: String) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: game) == nil {
                if let bubble = phone.lastBubble(of: game, in: chat) {
                    _ = try phone.tap(bubble.id, in: chat)
                } else {
                    try phone.perform(.openFromDrawer(), of: game, in: chat)
                }
            }
            if style == .expanded, phone.style(of: game) == .compact {
                try phone.perform(.expand, of: game, in: chat)
            }
        }
    }

    private func goOn(under fresh: GameScript) throws {
        guard let again = try world.playAgain(fresh, in: chat) else {
            // nothing was played: nothing is lost
            try beginUnderNewRules()
            return note("The new script is on the phones, and a match has begun by it.")
        }
        let kept = person
        try actQuickly(.again, as: again.sender)
        if let (drafter, moves) = again.drafted {
            person = drafter
            for move in moves { try touch(move) }
        }
        person = kept
        try playBots()
        settleQuickly()
        let plies = counted(plies: again.plies) + (again.plies == 1 ? " was" : " were")
        note(
            "Reloaded; \(plies) played again under the new rules, and signed again. Between real phones a match ends by the "
                + "rules it began with."
                + (again.keepsDraws
                    ? " What was drawn stays as it was, so that only these phones can read its url." : ""))
    }

    private func beginUnderNewRules() throws {
        guard device.match(of: game, in: chat) != nil else { return try beginQuickly() }
        let inviter = world.people[0]
        try actQuickly(.begin(options: options), as: inviter)
        try catchUp()
    }

    /// Why a match can't go on; nil for what fails in the script, which is told with its line.
    private func sentence(ofNewRules error: any Error) -> String? {
        switch error {
        case let refusal as Simulation.NewRulesRefusal: refusal.description
        case GameError.request where isSharingSecrets:
            "A move doesn't fit the new rules; which one isn't said where others may read it."
        case GameError.request(let sentence): sentence
        case GameError.rejected(let rejection): rejection.message
        case TableError.game(.failed), GameError.failed, GameError.invalid: nil
        default: "\(error)"
        }
    }

    /// Tells what fails in a script with its file and line; false for what isn't of that kind.
    func tellAuthor(_ error: any Error, of script: GameScript) -> Bool {
        var error = error
        if case TableError.game(let inner) = error { error = inner }
        let reread = error as? RereadError
        if let reread { error = reread.error }
        switch error {
        case GameError.failed(let failure):
            console.complain(
                FailureReport(failure: failure, files: reread?.files ?? script.folder.files).drawn(on: screen))
        case GameError.invalid(let problems):
            // of the text as it is now
            let files =
                reread?.files ?? script.folder.url.flatMap { try? GameFolder(at: $0).files } ?? script.folder.files
            console.complain(ProblemReport(problems: problems, files: files).lines.flatMap { screen.line($0) })
        default: return false
        }
        return true
    }
}
