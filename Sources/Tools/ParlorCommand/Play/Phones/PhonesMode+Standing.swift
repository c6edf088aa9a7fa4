import Conversations
import GameApps
import MatchSessions
import Parlor
import Simulation
import Values

// The actions open to the person at hand, or the people they wait for and why.
extension PhonesMode {
    var wouldLoseMatch: Bool {
        guard !isKept, let match = device.match(of: game, in: world.chat) else { return false }
        return match.status.outcome == nil && (match.status.ply > 0 || world.people.contains(where: hasDraft))
    }

    /// Ends the session, with a sentence on a match that is lost by it.
    func leave() {
        console.isLeaving = true
        guard lines.isInteractive, wouldLoseMatch else { return }
        say("You left the match; it isn't kept. `--store FILE` would have kept it.")
    }

    var lastWords: String? {
        guard let match = device.match(of: game, in: world.chat), match.status.outcome != nil else { return nil }
        return standing(match)
    }

    /// Returns what there is to do. If the game is closed, starts with how to see the board again.
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
            // only this person knows the outcome until they have revealed what decided it
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

    /// Returns the name of a seat within a sentence: its number until it is known who has it.
    private func name(of seat: Int, in record: MatchRecord) -> String {
        if seat == record.seat { return person }
        let roster = record.signedLog.roster
        let isKnown = record.who.participant(on: seat, of: roster) != nil
        if isKnown { return device.name(of: seat, in: record, of: game) }
        // with two people, the open seat belongs to the other one
        guard world.people.count == 2, record.signedLog.log.seats == 2, roster[seat] == nil else {
            return "seat \(seat)"
        }
        return record.seat == nil ? person : world.people.first { $0 != person } ?? "seat \(seat)"
    }

    /// Returns a command that needs the open game, after `open` if it is closed.
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

    /// The sentence if there is no match on this phone.
    private var begin: String {
        let place = "\(person)'s phone is at hand"
        guard isGameHere else { return standingWithoutGame }
        if let watching { return watching }
        guard device.style(of: game) == nil else { return "No match yet: `start` begins a match." }
        if device.lastBubble(of: game, in: chat) != nil { return "\(place). A message waits: `tap` opens it." }
        return isSlow ? "\(place): `open` opens \(script.title)." : "No match yet: `start` begins a match."
    }

    /// Returns the sentence for a person with a seat.
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

    /// Returns the sentence for a person without a seat.
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

    /// Returns "seat 2 is free", "seats 2 and 3 are free".
    private static func free(_ seats: [Int]) -> String {
        let list = NameList.of(seats.map(String.init))
        return seats.count == 1 ? "seat \(list) is free" : "seats \(list) are free"
    }

    // MARK: In the match

    private func drafted(_ match: MatchView, _ moves: [Move]) -> String {
        let drafted = "\(person) has drafted \(match.record.draft.map(ownWords(of:)) ?? "")"
        // an expanded game covers the draft field
        let next = device.style(of: game) == .expanded ? "`compact`, then `send` or `cancel`" : "`send`, or `cancel`"
        if moves == [.answer], !isSlow { return asking(moves) }
        if moves.isEmpty || moves == [.answer] { return "\(drafted): \(next)." }
        // the quick way sends automatically once the seat has made all its moves
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

extension PhonesMode {
    /// Returns the text of a draft for its author, who may also read what is sealed from others.
    func ownWords(of draft: Draft) -> String {
        let moves = draft.moves.map(console.drawnMoves.shown)
        return moves.isEmpty ? console.drawnMoves.shown(draft.text) : moves.joined(separator: ", ")
    }
}

// Devices without the game: what they show of it, and how they get it.
extension PhonesMode {
    /// Whether the game is on the device at hand.
    var isGameHere: Bool { device.installedGames.contains(game) }

    /// The sentence on a device without the game, and what to do.
    var withoutGame: String {
        if device.kind == .desktop {
            let phone = world.devices.first { $0.kind == .phone }.map { " `as \($0.person)` takes a phone." } ?? ""
            return "\(person) sits at a desktop, which runs no games.\(phone)"
        }
        return "\(person)'s phone hasn't \(script.title): `install` gets it."
    }

    /// The same for a person who looks at that device, with what it shows of a message.
    var standingWithoutGame: String {
        guard device.lastBubble(of: game, in: chat) != nil else { return withoutGame }
        guard device.kind == .phone else {
            return
                "\(person) sits at a desktop, which runs no games: it shows a message's picture and captions, and `tap` "
                + "opens its page in the browser."
        }
        return "\(withoutGame) Until then a message shows its picture and captions, and can't be played."
    }

    /// Returns why free seats stay free: too few others have the game. Nil if enough have it.
    ///
    /// - Parameter free: The number of free seats.
    func absentees(forSeats free: Int) -> String? {
        let others = world.devices.filter {
            $0.person != person && $0.match(of: game, in: chat)?.record.takesPart != true
        }
        let missing = others.filter { !$0.installedGames.contains(game) }
        guard others.count - missing.count < free,
            let first = missing.first(where: { $0.kind == .phone }) ?? missing.first
        else { return nil }
        if first.kind == .phone {
            return "\(first.person)'s phone hasn't \(script.title): `as \(first.person)`, then `install`, gets it."
        }
        let names = NameList.of(missing.map(\.person))
        return
            "\(names) can't take it: a desktop runs no games. It takes somebody more with a phone, named with `--seats`."
    }
}

// Reasons why something can't be done, with the commands of this mode.
extension PhonesMode {
    /// Returns an error as a sentence for the person at this keyboard.
    func sentence(of error: any Error) -> String {
        var found = error as? DeviceError
        if case .device(let error) = error as? SimulationError { found = error }
        if !isGameHere {
            switch found {
            case .unknownGame(game), .desktop, .stimulus(.notOpen), .app(.noMatch): return withoutGame
            default: break
            }
        }
        return switch found {
        case .stimulus(let error): sentence(of: error)
        case .app(.noMatch): "There is no match on \(person)'s phone yet: `start` begins one."
        case .app(.typed(let move, let style)):
            "\(quoted(move)) has to be typed, and \(style) style takes no text: `expand` makes the game large."
        case .app(.noTurnLimit):
            "This match has no turn limit, so nobody's time is ever up: `parlor play --turn-limit SECONDS` sets one."
        case .app(.notOverdue(let seat, let seconds)): "\(name(of: seat)) has \(seconds) more seconds."
        default: "\(error)"
        }
    }

    /// Returns the answer to a text that is neither a move of the person at hand now nor a command.
    func whyNoMove(_ text: String) -> String {
        let shown = quoted(text)
        let moves = openMoves()
        if !isGameHere, Self.commands.suggestion(for: text, moves: []) == nil {
            return "\(shown) can't be played here. \(withoutGame)"
        }
        let match = device.match(of: game, in: chat)
        let typed = text.lowercased()
        if moves.isEmpty, let watching, isMove(typed, ofAnyBut: person) {
            return "\(shown) isn't \(person)'s to play. \(watching)"
        }
        if moves.isEmpty, let match {
            if isMove(typed, ofAnyBut: person), let mover = world.people.first(where: { $0 != person && canMove($0) }) {
                return "It is \(mover)'s turn, not \(person)'s: `as \(mover)` takes \(mover)'s phone."
            }
            if match.status.outcome != nil {
                return "\(shown) is no command, and the match is over: `rematch` or `new` begins another one."
            }
        }
        let refusal = MoveRefusal(text: text, moves: moves, history: visibleHistory)
        let hint =
            refusal.hint(Self.commands)
            ?? (moves.isEmpty ? "`moves` and `help` list what there is." : refusal.advice + " `help` lists commands.")
        return ["\(shown) is no move now, and no command.", refusal.reason, hint].compactMap(\.self).joined(
            separator: " ")
    }

    /// Returns whether anybody else could play that now.
    private func isMove(_ typed: String, ofAnyBut person: String) -> Bool {
        world.devices.contains { phone in
            phone.person != person && phone.legalMoves(of: game, in: chat).contains { $0.text.lowercased() == typed }
        }
    }

    /// The plies as far as the person at hand may know them.
    private var visibleHistory: [MoveRefusal.Played] {
        guard let match = device.match(of: game, in: chat) else { return [] }
        let seat = match.record.seat
        let entries = try? device.inspect(game, in: chat) { match throws(GameError) in
            try match.history(for: seat)
        }
        return (entries ?? []).map {
            MoveRefusal.Played(name: $0.seat == seat ? person : name(of: $0.seat), text: $0.text, move: $0.name)
        }
    }

    /// Returns the name of a seat of the match at hand.
    private func name(of seat: Int) -> String {
        device.match(of: game, in: chat).map { device.name(of: seat, in: $0.record, of: game) } ?? "Seat \(seat)"
    }

    private func sentence(of error: StimulusError) -> String {
        switch error {
        case .notOpen:
            "\(script.title) isn't open on \(person)'s phone: `open` opens it"
                + (device.lastBubble(of: game, in: chat) == nil ? "." : ", and `tap` its last message.")
        case .nothingToSend: "The draft field is empty: play a move first, or type words with `text WORDS`."
        case .noDraft: "No message is drafted: play a move first."
        case .draftHidden:
            "The game is expanded and covers the draft field: `compact` shows it, and `close` closes the game."
        case .notLive: "That message shows a picture, in which nothing can be touched: `tap` opens its game."
        case .noBubble: "That message isn't there any more, a later one took its place: `tap` opens the last one."
        case .noInstance(let id): "\(id) doesn't run any more: `open` opens the game."
        case .otherGame, .notInChat, .otherChat: "\(error)"
        }
    }
}

// The delivery of sent messages: under way, held up, or lost.
extension PhonesMode {
    /// A message or text of a person on its way to others.
    private struct Sending {
        /// "message", or "words" for a typed text.
        let noun: String
        var lost: [String] = []
        /// The reachable recipients that it hasn't come to yet.
        var coming: [String] = []
        /// The recipients that can't be reached now.
        var held: [String] = []
    }

    /// The last thing that the person at hand sent, according to the network; nil if nothing was
    /// sent.
    private var lastSending: Sending? {
        let events = world.network.journal.map(\.event)
        let taken = events.lastIndex { event in
            if case .taken(let id) = event { id.sender == person } else { false }
        }
        guard let taken, case .taken(let parcel) = events[taken] else { return nil }
        let own = device.chats[chat]?.transcript.items.last { item in
            if case .summary = item.content { false } else { item.sender == nil }
        }
        var sending = Sending(noun: own == nil || own?.bubble != nil ? "message" : "words")
        var arrived: Set<String> = []
        for (index, event) in zip(events.indices, events).dropFirst(taken) {
            switch event {
            case .lost(parcel, let recipient) where !hasItAll(recipient, arrivingAfter: index, events):
                sending.lost.append(recipient)
            case .sent(parcel, let recipient, _, copy: false): sending.coming.append(recipient)
            case .arrived(parcel, let recipient): arrived.insert(recipient)
            default: break
            }
        }
        sending.coming.removeAll(where: arrived.contains)
        sending.held = sending.coming.filter { !world.network.reaches(from: person, to: $0) }
        sending.coming.removeAll(where: sending.held.contains)
        return sending
    }

    /// Returns whether a recipient has a lost message all the same, because another person's
    /// message contained it.
    private func hasItAll(_ person: String, arrivingAfter index: Int, _ events: [NetworkRecord.Event]) -> Bool {
        let hasNews = events[index...].contains { event in
            if case .arrived(_, person) = event { true } else { false }
        }
        let head = (try? world.device(person))?.match(of: game, in: chat)?.record.signedLog.head
        return hasNews && head != nil && head == device.match(of: game, in: chat)?.record.signedLog.head
    }

    /// The sentence if the network lost what the person at hand sent last, and what to do;
    /// otherwise nil.
    var lossOfLast: String? {
        guard world.undelivered(person).isEmpty, let sending = lastSending, !sending.lost.isEmpty else { return nil }
        let to = NameList.of(sending.lost)
        if sending.noun == "words" { return "The network lost \(person)'s words to \(to): type them once more." }
        return "The network lost \(person)'s last message, and \(to) \(sending.lost.count == 1 ? "doesn't" : "don't") "
            + "know of it: \(isSlow ? "`again`, then `send`, sends" : "`again` sends") it once more."
    }

    /// The sentence on what is on its way from the person at hand, or to them; nil if nothing is.
    var underWay: String? {
        if !world.undelivered(person).isEmpty {
            return world.network.isOffline(person)
                ? "\(person)'s phone is offline: what was sent waits on it until `online`."
                : "\(person)'s message has left the game: `receive` lets the network take it."
        }
        if let sending = lastSending {
            let noun = sending.noun
            if !sending.held.isEmpty {
                let to = NameList.of(sending.held)
                let off = sending.held.filter(world.network.isOffline)
                let way = off.isEmpty ? "`heal` ends the partition" : "`online \(off[0])` brings the phone back"
                return "\(person)'s \(noun) can't reach \(to) now: \(way)."
            }
            if !sending.coming.isEmpty {
                let verb = noun == "words" ? "are" : "is"
                return
                    "\(person)'s \(noun) \(verb) on the way to \(NameList.of(sending.coming)): `receive` lets the next thing arrive."
            }
        }
        guard world.network.waitingCount(for: person) > 0, !world.network.isOffline(person) else { return nil }
        return "Something is on its way to \(person): `receive` lets the next thing arrive."
    }

    /// The losses noted by the network; their count shows whether there was another one.
    var losses: [NetworkRecord] {
        world.network.journal.filter { if case .lost = $0.event { true } else { false } }
    }

    /// Returns what was lost since then as a sentence; nil if nothing was.
    func lossSentence(since before: Int) -> String? {
        let lost = losses.dropFirst(before)
        guard case .lost(let parcel, _) = lost.first?.event else { return nil }
        let to = lost.compactMap { record -> String? in
            if case .lost(parcel, let recipient) = record.event { recipient } else { nil }
        }
        return "The network lost what \(parcel.sender) sent to \(NameList.of(to)); it never arrives."
    }
}
