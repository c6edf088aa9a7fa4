import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation
import Values

/// The sentences on what the person at hand can do, or whom they wait for and why.
struct WaitingText {
    private let context: PhonesContext
    private let drawnMoves: RandomArgumentMoves
    /// Returns the answer that Enter alone gives, if there is one.
    private let forcedAnswer: ([Move]) -> Move?
    /// The most moves to list.
    private var mostListed = 24

    init(
        context: PhonesContext, drawnMoves: RandomArgumentMoves, forcedAnswer: @escaping ([Move]) -> Move?
    ) {
        (self.context, self.drawnMoves, self.forcedAnswer) = (context, drawnMoves, forcedAnswer)
    }

    private var missingGame: MissingGameText { MissingGameText(context: context) }
    private var delivery: DeliveryText { DeliveryText(context: context) }

    // MARK: The lines below the phones

    /// Returns lines on what the person at hand can do.
    func lines(on screen: Screen) -> [StyledLine] {
        let match = context.device.match(of: context.game, in: context.world.chat)
        let dispute =
            match?.record.dispute == nil ? "" : "This match has two versions. `theirs` replaces yours by the other one."
        let weight: Screen.Weight = match == nil ? .quiet : match?.status.outcome == nil ? .plain : .title
        let way = delivery.lossOfLast == nil ? delivery.underWay ?? "" : ""
        return screen.lines(dispute) + screen.lines(standing(match), weight) + screen.lines(way, .quiet)
            + screen.lines(SpectatorText(context: context).betsLine ?? "", .quiet)
    }

    /// Returns the same lines so that they fit below a board of `rows` rows. If necessary, they
    /// list fewer moves.
    func lines(on screen: Screen, above rows: Int) -> [StyledLine] {
        let room = max(2, (screen.rows?() ?? 24) - rows - 3)
        var text = self
        for most in [24, 12, 6] {
            text.mostListed = most
            let lines = text.lines(on: screen)
            if lines.count <= room { return lines }
        }
        text.mostListed = 3
        return text.lines(on: screen)
    }

    // MARK: The sentence

    /// Returns the sentence on what there is to do. If the game is closed, the sentence first says
    /// how to see the board again.
    func standing(_ match: MatchView?) -> String {
        guard !context.isSlow, let match, context.device.style(of: context.game) == nil, context.device.kind == .phone,
            context.isGameHere
        else { return standing(of: match) }
        return "\(context.script.title) is closed: `open` shows the board. \(standing(of: match))"
    }

    private func standing(of match: MatchView?) -> String {
        guard let match else { return begin }
        func name(_ seat: Int) -> String { self.name(of: seat, in: match.record) }
        let moves: [Move]
        do {
            moves = try context.app?.moves(in: context.chat) ?? []
        } catch {
            return "\(context.script.title) can't list the moves: \(error)"
        }
        if let outcome = match.status.outcome {
            let line = context.app?.audit(in: context.chat)?.line(name)
            let audit = line.map { " \(NoticeWriter.sentence($0))." } ?? ""
            let sentence = outcome.sentence(name) + audit + (delivery.lossOfLast.map { " \($0)" } ?? "")
            // only this person knows the outcome until they reveal the moves that decided it
            if match.record.draft == nil, !moves.isEmpty { return "\(sentence) \(asking(moves))" }
            if match.record.draft != nil { return "\(sentence) \(drafted(match, moves))" }
            return sentence + (context.isInteractive ? " What next: `rematch`, `new`, `rules` or `quit`?" : "")
        }
        if match.record.draft != nil { return drafted(match, moves) }
        if context.isSlow, context.device.chats[context.chat]?.draft.staged?.game == context.game {
            let next =
                context.device.style(of: context.game) == .expanded
                ? "`compact`, then `send` or `cancel`" : "`send`, or `cancel`"
            return "\(context.person)'s last message is drafted once more: \(next)."
        }
        if let offer = match.record.ownOffers.first {
            return
                "Your bet of \(offer.bet.chips) doesn't count yet: it waits for the next move. `again` offers it once more."
        }
        if context.hasOnlyBots {
            return "Only bots play: Enter plays one move, `auto` the whole match."
        }
        if let award = match.award {
            let offer = match.isAwarded ? "`new` begins another match" : "make your move to continue"
            return "\(NoticeWriter.sentence(award.sentence(name))): \(offer)."
        }
        if let opening = context.app?.opening(in: context.chat) {
            return match.record.seat == nil ? asking(opening, name) : inviting(opening)
        }
        guard moves.isEmpty else { return asking(moves) }
        if match.record.owesResignation {
            return
                "Your resignation and another move were sent at the same time, so the resignation doesn't count: \(doing("resign")) sends it again."
        }
        return waiting(match, name)
    }

    /// Returns the name of a seat within a sentence. It is the seat's number until the person on
    /// the seat is known.
    private func name(of seat: Int, in record: MatchRecord) -> String {
        if seat == record.seat { return context.person }
        let roster = record.signedLog.roster
        let isKnown = record.who.participant(on: seat, of: roster) != nil
        if isKnown { return context.app?.name(of: seat, in: record) ?? "seat \(seat)" }
        // with two people, the open seat belongs to the other one
        guard context.world.people.count == 2, record.signedLog.log.seats == 2, roster[seat] == nil else {
            return "seat \(seat)"
        }
        return record.seat == nil
            ? context.person : context.world.people.first { $0 != context.person } ?? "seat \(seat)"
    }

    /// Returns a command that needs the open game, after `open` if it is closed.
    private func doing(_ command: String) -> String {
        context.isSlow && context.device.style(of: context.game) == nil ? "`open`, then `\(command)`" : "`\(command)`"
    }

    private func asking(_ moves: [Move]) -> String {
        TurnPrompt(
            name: context.person, moves: moves, prompts: context.app?.prompts(in: context.chat) ?? [:],
            most: mostListed,
            answer: forcedAnswer(moves)
        ).line
    }

    // MARK: Before the first move

    /// The sentence if there is no match on this phone.
    private var begin: String {
        let place = "\(context.person)'s phone is in your hands"
        guard context.isGameHere else { return missingGame.standing }
        if let watching = SpectatorText(context: context).watching { return watching }
        guard context.device.style(of: context.game) == nil else { return "No match yet: `start` begins a match." }
        if context.device.lastBubble(of: context.game, in: context.chat) != nil {
            return "\(place). A message waits: `tap` opens it."
        }
        return context.isSlow
            ? "\(place): `open` opens \(context.script.title)." : "No match yet: `start` begins a match."
    }

    /// Returns the sentence for a person with a seat.
    private func inviting(_ opening: FreeSeats) -> String {
        let people = NameList.of(opening.asking.map { "\($0.entry.token)" })
        if opening.wanting.isEmpty, opening.starter != nil {
            let deed = opening.free.count == 1 ? "has asked for the free seat" : "have asked for the free seats"
            return "\(people) \(deed): \(doing("start")) begins the match."
        }
        let asked = opening.asking.map { "\($0.entry.token) asks for seat \($0.seat). " }.joined()
        let who = opening.wanting.count == 1 ? "somebody" : "others"
        let lost =
            (delivery.lossOfLast ?? missingGame.absentees(forSeats: opening.wanting.count)).map { " \($0)" } ?? ""
        return "\(asked)Waiting for \(who) to `join`: \(Self.free(opening.wanting)).\(lost)"
    }

    /// Returns the sentence for a person without a seat.
    private func asking(_ opening: FreeSeats, _ name: (Int) -> String) -> String {
        guard let starter = opening.starter.map(name) else {
            return "\(doing("join")) takes seat \(opening.free[0]); then everybody can move."
        }
        if let own = opening.own {
            let rest = opening.wanting.isEmpty ? "" : "; \(Self.free(opening.wanting)) as yet"
            if let loss = delivery.lossOfLast { return "You have asked for seat \(own). \(loss)" }
            return "You have asked for seat \(own). Waiting for \(starter) to start the match\(rest)."
        }
        guard let seat = opening.wanting.first else {
            return
                "Other people have asked for all seats. Waiting for \(starter) to start the match, which you can watch."
        }
        return "\(doing("join")) asks for seat \(seat); \(starter) starts the match once every seat is asked for."
    }

    /// Returns "seat 2 is free", "seats 2 and 3 are free".
    private static func free(_ seats: [Int]) -> String {
        let list = NameList.of(seats.map(String.init))
        return seats.count == 1 ? "seat \(list) is free" : "seats \(list) are free"
    }

    // MARK: In the match

    private func drafted(_ match: MatchView, _ moves: [Move]) -> String {
        let drafted = "\(context.person) has drafted \(match.record.draft.map(drawnMoves.ownWords(of:)) ?? "")"
        // an expanded game covers the draft field
        let next =
            context.device.style(of: context.game) == .expanded
            ? "`compact`, then `send` or `cancel`" : "`send`, or `cancel`"
        if moves == [.answer], !context.isSlow { return asking(moves) }
        if moves.isEmpty || moves == [.answer] { return "\(drafted): \(next)." }
        // the quick way sends automatically once the seat has made all its moves
        if context.isSlow { return "\(drafted). \(asking(moves)); or \(next)." }
        let seen = context.device.movesSeen(inDraftOf: context.game, in: context.chat).count
        let maySay = seen < match.record.draft?.moves.count ?? 0
        return "\(drafted). \(asking(moves))\(maySay ? "; `undo` takes the last back" : "")."
    }

    private func waiting(_ match: MatchView, _ name: (Int) -> String) -> String {
        let others = match.status.turn.filter { $0 != match.record.seat }
        if others.isEmpty, let seat = match.record.seat, match.status.turn.contains(seat) {
            return
                "\(context.person) is to move, but \(context.script.title) has no legal move: that is a mistake in its script."
        }
        guard !others.isEmpty else { return "There is nothing to play now: `again` drafts the last message once more." }
        if let loss = delivery.lossOfLast { return loss }
        let waiting = "Waiting for \(NameList.of(others.map(name))) to move."
        let roster = match.record.signedLog.roster
        let free = (1...match.record.signedLog.log.seats).first { roster[$0] == nil }
        if let free {
            if match.record.seat == nil { return "\(waiting) \(doing("join")) takes seat \(free)." }
            if others == [free] {
                let waiting = "Waiting for somebody to take seat \(free)"
                return missingGame.absentees(forSeats: 1).map { "\(waiting). \($0)" }
                    ?? "\(waiting), by a move or by `join`."
            }
        }
        guard match.record.seat == nil else { return waiting }
        guard context.app?.takesBets(in: context.chat) == true else { return "\(waiting) You watch." }
        return "\(waiting) You watch, and may bet: \(doing("bet 20 on \(name(others[0]))"))."
    }
}

extension RandomArgumentMoves {
    /// Returns the text of a draft for its author, who may also read what is sealed from others.
    func ownWords(of draft: Draft) -> String {
        let moves = draft.moves.map(shown)
        return moves.isEmpty ? shown(draft.text) : moves.joined(separator: ", ")
    }
}
