import GameApps
import MatchSessions
import Parlor
import Simulation
import Values

/// The reasons why something can't be done, with the commands of this mode.
struct RefusalText {
    let context: PhonesContext

    private var withoutGame: String { MissingGameText(context: context).sentence }

    /// Returns an error as a sentence for the person at this keyboard.
    func sentence(of error: any Error) -> String {
        var found = error as? DeviceError
        if case .device(let error) = error as? SimulationError { found = error }
        if !context.isGameHere {
            switch found {
            case .unknownGame(context.game), .desktop, .stimulus(.notOpen), .app(.noMatch): return withoutGame
            default: break
            }
        }
        return switch found {
        case .stimulus(let error): sentence(of: error)
        case .app(.noMatch): "There is no match on \(context.person)'s phone yet: `start` begins one."
        case .app(.typed(let move, let style)):
            "\(quoted(move)) has to be typed, and \(style) style takes no text: `expand` makes the game large."
        case .app(.noTurnLimit):
            "This match has no turn limit, so nobody's time is ever up: `parlor play --turn-limit SECONDS` sets one."
        case .app(.notOverdue(let seat, let seconds)): "\(name(of: seat)) has \(seconds) more seconds."
        default: "\(error)"
        }
    }

    /// Returns the reason why a match can't continue under new rules; nil for a failure of the
    /// script, which is reported with its line.
    func sentence(ofNewRules error: any Error) -> String? {
        switch error {
        case let refusal as Simulation.NewRulesRefusal: refusal.description
        case GameError.request where context.isSharingSecrets:
            "A move of this match is illegal under the new rules. It isn't named here, because others may read this screen."
        case GameError.request(let problem): problem.description
        case GameError.rejected(let rejection): rejection.message
        case SessionError.game(.failed), GameError.failed, GameError.invalid: nil
        default: "\(error)"
        }
    }

    /// Returns the answer to a text that is neither a move of the person at hand now nor a command.
    func whyNoMove(_ text: String) -> String {
        let shown = quoted(text)
        let moves = context.device.legalMoves(of: context.game, in: context.chat)
        if !context.isGameHere, PhonesMode.commands.suggestion(for: text, moves: []) == nil {
            return "\(shown) can't be played here. \(withoutGame)"
        }
        let match = context.match
        let typed = text.lowercased()
        if moves.isEmpty, let watching = SpectatorText(context: context).watching,
            isMove(typed, ofAnyBut: context.person)
        {
            return "\(context.person) can't play \(shown). \(watching)"
        }
        if moves.isEmpty, let match {
            if isMove(typed, ofAnyBut: context.person),
                let mover = context.world.people.first(where: { $0 != context.person && context.canMove($0) })
            {
                return "It is \(mover)'s turn, not \(context.person)'s: `as \(mover)` takes \(mover)'s phone."
            }
            if match.status.outcome != nil {
                return "\(shown) isn't a command, and the match is over: `rematch` or `new` begins another one."
            }
        }
        let refusal = MoveRefusal(text: text, moves: moves, history: visibleHistory)
        let hint =
            refusal.hint(PhonesMode.commands)
            ?? (moves.isEmpty
                ? "`moves` lists the moves, `help` the commands." : refusal.advice + " `help` lists commands.")
        return ["\(shown) is neither a legal move now nor a command.", refusal.reason, hint].compactMap(\.self).joined(
            separator: " ")
    }

    /// Returns whether the text is a legal move of anybody else now.
    private func isMove(_ typed: String, ofAnyBut person: String) -> Bool {
        context.world.devices.contains { phone in
            phone.person != person
                && phone.legalMoves(of: context.game, in: context.chat).contains { $0.text.lowercased() == typed }
        }
    }

    /// The plies as far as the person at hand may know them.
    private var visibleHistory: [MoveRefusal.Played] {
        guard let match = context.match else { return [] }
        let seat = match.record.seat
        let entries = try? context.app?.inspect(in: context.chat) { match throws(GameError) in
            try match.history(for: seat)
        }
        return (entries ?? []).map {
            MoveRefusal.Played(
                name: $0.seat == seat ? context.person : name(of: $0.seat), text: $0.text, move: $0.name)
        }
    }

    /// Returns the name of a seat of the match at hand.
    private func name(of seat: Int) -> String {
        context.match.flatMap { context.app?.name(of: seat, in: $0.record) } ?? "Seat \(seat)"
    }

    private func sentence(of error: StimulusError) -> String {
        switch error {
        case .notOpen:
            "\(context.script.title) isn't open on \(context.person)'s phone: `open` opens it"
                + (context.device.lastBubble(of: context.game, in: context.chat) == nil
                    ? "." : ", and `tap` its last message.")
        case .nothingToSend: "The draft field is empty: play a move first, or type words with `text WORDS`."
        case .noDraft: "No message is drafted: play a move first."
        case .draftHidden:
            "The game is expanded and covers the draft field: `compact` shows it, and `close` closes the game."
        case .notLive: "Nothing can be touched in that message, because it is only a picture: `tap` opens its game."
        case .noBubble: "A later message has replaced that one: `tap` opens the last message."
        case .noInstance(let id): "\(id) doesn't run any more: `open` opens the game."
        case .otherGame, .notInChat, .otherChat: "\(error)"
        }
    }
}

/// A sentence on why a typed line can't be carried out now. Nothing has changed.
struct ChatRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) {
        description = sentence
    }
}
