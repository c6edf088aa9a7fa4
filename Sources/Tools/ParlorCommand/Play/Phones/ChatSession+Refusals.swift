import Conversations
import MatchSessions
import MessageHost
import Parlor
import Simulation

// Why something can't be done, with the commands that there are here.
extension ChatSession {
    /// What a person at this keyboard reads of an error.
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

    /// What to say of a text that is no move of the person at hand now, and no command.
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

    /// Could anybody else play that now?
    private func isMove(_ typed: String, ofAnyBut person: String) -> Bool {
        world.devices.contains { phone in
            phone.person != person && phone.legalMoves(of: game, in: chat).contains { $0.text.lowercased() == typed }
        }
    }

    /// What was played, as the person at hand may know it.
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

    /// What a seat of the match at hand is called.
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
