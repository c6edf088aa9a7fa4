import MatchSessions
import MessageHost
import Parlor
import Simulation
import Values

// What the person at hand can do now, or whom they wait for and what for.
extension ChatSession {
    var wouldLoseMatch: Bool {
        guard !isKept, let match = device.match(of: game, in: world.chat) else { return false }
        return match.status.outcome == nil && (match.status.ply > 0 || world.people.contains(where: hasDraft))
    }

    /// Ends the session, with a word on what is lost by it.
    func leave() {
        console.isLeaving = true
        guard lines.isInteractive, wouldLoseMatch else { return }
        say("You left the match; it isn't kept. `--store FILE` would have kept it.")
    }

    var lastWords: String? {
        guard let match = device.match(of: game, in: world.chat), match.status.outcome != nil else { return nil }
        return standing(match)
    }

    /// What there is to do; where the game was closed, how the board is seen again.
    func standing(_ match: MatchView?) -> String {
        guard !isSlow, let match, device.style(of: game) == nil, device.kind == .phone,
            device.installedGames.contains(game)
        else { return standing(of: match) }
        return "\(script.title) is closed: `open` shows the board. \(standing(of: match))"
    }

    private func standing(of match: MatchView?) -> String {
        guard let match else { return begin }
        func name(_ seat: Int) -> String { self.name(of: seat, in: match.record) }
        let moves: [Move]
        do {
            moves = try device.moves(of: game, in: chat)
        } catch {
            return "\(script.title) can't list the moves: \(error)"
        }
        if let outcome = match.status.outcome {
            let audit = device.audit(of: game, in: chat)?.line(name).map { " \(GameApp.sentence($0))." } ?? ""
            let sentence = outcome.sentence(name) + audit + (lossOfLast.map { " \($0)" } ?? "")
            // nobody else knows it before this person has opened what decided it
            if match.record.draft == nil, !moves.isEmpty { return "\(sentence) \(asking(moves))" }
            if match.record.draft != nil { return "\(sentence) \(drafted(match, moves))" }
            return sentence + (lines.isInteractive ? " What next: `rematch`, `new`, `rules` or `quit`?" : "")
        }
        if match.record.draft != nil { return drafted(match, moves) }
        if isSlow, device.chats[chat]?.draft.staged?.game == game {
            let next =
                device.style(of: game) == .expanded ? "`compact`, then `send` or `cancel`" : "`send`, or `cancel`"
            return "\(person)'s last message is drafted once more: \(next)."
        }
        if let offer = match.record.ownOffers.first {
            return "Your bet of \(offer.bet.chips) isn't carried by a move yet; `again` offers it once more."
        }
        if world.people.allSatisfy(bots.contains) {
            return "Only bots play: Enter plays one move, `auto` the whole match."
        }
        if let award = match.award {
            let offer = match.isAwarded ? "`new` begins another match" : "your move is the answer"
            return "\(GameApp.sentence(award.sentence(name))): \(offer)."
        }
        if let opening = device.opening(of: game, in: chat) {
            return match.record.seat == nil ? asking(opening, name) : inviting(opening)
        }
        guard moves.isEmpty else { return asking(moves) }
        if match.record.owesResignation { return "Your resignation crossed a move: \(doing("resign")) sends it again." }
        return waiting(match, name)
    }

    /// What a seat is called within a sentence: by its number until it is known who sits there.
    private func name(of seat: Int, in record: MatchRecord) -> String {
        if seat == record.seat { return person }
        let roster = record.signedLog.roster
        let isKnown = record.who.participant(on: seat, of: roster) != nil
        if isKnown { return device.name(of: seat, in: record, of: game) }
        // of two people the open seat is the other's
        guard world.people.count == 2, record.signedLog.log.seats == 2, roster[seat] == nil else {
            return "seat \(seat)"
        }
        return record.seat == nil ? person : world.people.first { $0 != person } ?? "seat \(seat)"
    }

    /// A command that needs the open game, and what comes first where it is closed.
    private func doing(_ command: String) -> String {
        isSlow && device.style(of: game) == nil ? "`open`, then `\(command)`" : "`\(command)`"
    }

    private func asking(_ moves: [Move]) -> String {
        Asking(
            name: person, moves: moves, prompts: device.prompts(of: game, in: chat), most: mostListed,
            answer: forcedAnswer(among: moves)
        ).line
    }

    // MARK: Before the first move

    /// There is no match on this phone.
    private var begin: String {
        let place = "\(person)'s phone is at hand"
        guard isGameHere else { return standingWithoutGame }
        if let watching { return watching }
        guard device.style(of: game) == nil else { return "No match yet: `start` begins a match." }
        if device.lastBubble(of: game, in: chat) != nil { return "\(place). A message waits: `tap` opens it." }
        return isSlow ? "\(place): `open` opens \(script.title)." : "No match yet: `start` begins a match."
    }

    /// For who has a seat.
    private func inviting(_ opening: Opening) -> String {
        let people = NameList.of(opening.asking.map { "\($0.entry.token)" })
        if opening.wanting.isEmpty, opening.starter != nil {
            let deed = opening.free.count == 1 ? "has asked for the free seat" : "have asked for the free seats"
            return "\(people) \(deed): \(doing("start")) begins the match."
        }
        let asked = opening.asking.map { "\($0.entry.token) asks for seat \($0.seat). " }.joined()
        let who = opening.wanting.count == 1 ? "somebody" : "others"
        let lost = (lossOfLast ?? absentees(forSeats: opening.wanting.count)).map { " \($0)" } ?? ""
        return "\(asked)Waiting for \(who) to `join`: \(Self.free(opening.wanting)).\(lost)"
    }

    /// For who has none.
    private func asking(_ opening: Opening, _ name: (Int) -> String) -> String {
        guard let starter = opening.starter.map(name) else {
            return "\(doing("join")) takes seat \(opening.free[0]); then everybody can move."
        }
        if let own = opening.own {
            let rest = opening.wanting.isEmpty ? "" : "; \(Self.free(opening.wanting)) as yet"
            if let lossOfLast { return "You have asked for seat \(own). \(lossOfLast)" }
            return "You have asked for seat \(own). Waiting for \(starter) to start the match\(rest)."
        }
        guard let seat = opening.wanting.first else {
            return "Others have asked for every seat. Waiting for \(starter) to start the match; then you watch."
        }
        return "\(doing("join")) asks for seat \(seat); \(starter) starts the match once every seat is asked for."
    }

    /// "seat 2 is free", "seats 2 and 3 are free".
    private static func free(_ seats: [Int]) -> String {
        let list = NameList.of(seats.map(String.init))
        return seats.count == 1 ? "seat \(list) is free" : "seats \(list) are free"
    }

    // MARK: In the match

    private func drafted(_ match: MatchView, _ moves: [Move]) -> String {
        let drafted = "\(person) has drafted \(match.record.draft.map(ownWords(of:)) ?? "")"
        // over an expanded game the draft field can't be seen
        let next = device.style(of: game) == .expanded ? "`compact`, then `send` or `cancel`" : "`send`, or `cancel`"
        if moves == [.answer], !isSlow { return asking(moves) }
        if moves.isEmpty || moves == [.answer] { return "\(drafted): \(next)." }
        // the quick way sends by itself once the seat has done all of it
        if isSlow { return "\(drafted). \(asking(moves)); or \(next)." }
        let seen = device.movesSeen(inDraftOf: game, in: chat).count
        let maySay = seen < match.record.draft?.moves.count ?? 0
        return "\(drafted). \(asking(moves))\(maySay ? "; `undo` takes the last back" : "")."
    }

    private func waiting(_ match: MatchView, _ name: (Int) -> String) -> String {
        let others = match.status.turn.filter { $0 != match.record.seat }
        if others.isEmpty, let seat = match.record.seat, match.status.turn.contains(seat) {
            return "\(person) is to move, and \(script.title) gives no legal move: a mistake of its script."
        }
        guard !others.isEmpty else { return "There is nothing to move now: `again` sends the last message once more." }
        if let lossOfLast { return lossOfLast }
        let waiting = "Waiting for \(NameList.of(others.map(name))) to move."
        let roster = match.record.signedLog.roster
        let free = (1...match.record.signedLog.log.seats).first { roster[$0] == nil }
        if let free {
            if match.record.seat == nil { return "\(waiting) \(doing("join")) takes seat \(free)." }
            if others == [free] {
                let waiting = "Waiting for somebody to take seat \(free)"
                return absentees(forSeats: 1).map { "\(waiting). \($0)" } ?? "\(waiting), by a move or by `join`."
            }
        }
        guard match.record.seat == nil else { return waiting }
        guard device.takesBets(on: game, in: chat) else { return "\(waiting) You watch." }
        return "\(waiting) You watch, and may bet: \(doing("bet 20 on \(name(others[0]))"))."
    }
}

extension ChatSession {
    /// What is drafted, to whoever drafted it: what is sealed from others isn't from them.
    func ownWords(of draft: Draft) -> String {
        let moves = draft.moves.map(console.drawnMoves.shown)
        return moves.isEmpty ? console.drawnMoves.shown(draft.text) : moves.joined(separator: ", ")
    }
}
