import Conversations
import MatchSessions
import Values

// What the person does with the game itself: touches, and what they ask of the host beside the board.
extension GameApp {
    /// The person touches what plays `move`, or the Start button.
    ///
    /// - Throws: ``AppError/typed(move:_:)`` for a move that has to be typed where the style takes no text;
    ///   ``AppError/notLoaded(_:)`` for an instance that isn't there. What the rules refuse the person reads as a notice.
    public func touch(_ move: String, in id: InstanceID, at moment: Moment) throws(AppError) {
        guard instances[id] != nil else { throw .notLoaded(id) }
        try event(in: moment.place) { () throws(AppError) in
            try checkTyped(move, at: moment)
            call("did_touch", of: id, at: moment, argument: .string(move))
        }
    }

    private func checkTyped(_ move: String, at moment: Moment) throws(AppError) {
        guard moment.style.capabilities.contains(.textInput) || !isTyped(move, in: moment.place) else {
            throw .typed(move: move, moment.style)
        }
    }

    /// Does what the person asks of the host itself, and inserts what it drafts.
    ///
    /// - Throws: ``AppError``; ``AppError/notLoaded(_:)`` for an instance that isn't there.
    public func act(_ act: PersonAct, in id: InstanceID, at moment: Moment) throws(AppError) {
        guard instances[id] != nil else { throw .notLoaded(id) }
        try event(in: moment.place) { () throws(AppError) in
            try perform(act, of: id, at: moment)
            guard case .draft = act else { return }
            let post = try post(.draft, of: id, at: moment)
            calls.append(.request(.insert(moment.request(0, of: id), post), of: id))
        }
    }

    /// Does a person need a keyboard for this move? Not for one whose argument the device draws.
    public func isTyped(_ move: String, in place: Conversation.ID) -> Bool {
        let moves = legalMoves(in: place)
        return moves.contains { typed in
            move == typed.name ? typed.typed?.isDrawn == false : typed.typed != nil && move.hasPrefix(typed.name + " ")
        }
            && !moves.contains { $0.typed == nil && $0.text == move }
    }
}
