import GameRules
import MessageProtocol
import Values

// The sealed moves of this participant's seats, as far as this device knows them.
extension SessionReader {
    /// Returns the move that a seat of this participant has sealed in the round at the end of a
    /// log. This is the move that was chosen on this device, or else the listed move that fits the
    /// commitment. Nil if neither fits, or if the seat has sealed nothing.
    func committedMove(of seat: Int, at log: SignedLog) throws(SessionError) -> LoggedMove? {
        let seals = log.log.plies.filter { $0.seat == seat && $0.isSealed }
        guard let seal = seals.last?.action, let key = session.keys.key(of: seat, in: log).map(CommitmentKey.init(of:))
        else {
            return nil
        }
        let end = try rules.rules(at: log, of: session)
        let place = CommitmentContext(of: seat, inRoundAt: end.beginOfRound(in: log), of: log)
        let entry = session.sent.entries[end.headBeforeRound(in: log)]?[seat]
        if let move = entry?.move, key.seal(move, at: place) == seal { return move }
        let moves = try saying(SessionError.game) { () throws(GameError) in try end.match.legalMoves(for: seat) }
        let listed = moves.lazy.filter { $0.typed == nil }.map { LoggedMove.index($0.index) }
        if let move = listed.first(where: { key.seal($0, at: place) == seal }) { return move }
        guard let text = entry?.text else { return nil }
        // a typed move is read by playing it
        let played = try rules.rules(at: log, of: session, for: .play)
        defer { played.forget() }
        let read = try saying(SessionError.game) { () throws(GameError) in
            try played.play(text, as: Ply(seat: seat, action: .move(.index(1)), place: .continuesRound))
        }
        guard case .move(let move) = read?.choice else { return nil }
        return key.seal(move, at: place) == seal ? move : nil
    }

    /// Returns the disclosure for a seat's closing; nil if the seat has no sealed moves that aren't
    /// revealed. Also nil if claims put a seat out. Another log may bring that seat back, and the
    /// sealed moves must still be secret then.
    func disclosure(of seat: Int, at log: SignedLog) throws(SessionError) -> Disclosure? {
        let hidden = log.log.hidden(by: seat)
        let moves = hidden.compactMap { log.log.plies[$0].hidden.flatMap { session.secrets[$0]?.move } }
        guard !hidden.isEmpty, moves.count == hidden.count, let key = session.keys.key(of: seat, in: log) else {
            return nil
        }
        let gone = try rules.rules(at: log, of: session).attendance.gone
        guard gone.allSatisfy({ seat in log.log.plies.contains { $0.seat == seat && $0.action == .resign } }) else {
            return nil
        }
        return Disclosure(key: CommitmentKey(of: key), moves: moves)
    }

    /// Returns whether a message with a log fits into a url. A disclosure is left out if it doesn't
    /// fit, because a closing must always be possible to send.
    func fits(_ log: SignedLog, from seat: Int) -> Bool {
        let digest = [UInt8](repeating: 0, count: Envelope.stateCheckSize)
        return (try? rules.url(of: Envelope(log, sender: seat, standingDigest: digest))) != nil
    }
}
