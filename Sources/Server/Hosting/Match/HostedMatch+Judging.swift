import GameRules
import Values

// What may be written at the end of the log. The same is asked of a request and of an entry that was read.
extension HostedMatch {
    /// May that happen here? A move isn't tried: the rules judge it when it is played.
    ///
    /// - Throws: ``HostingError``, with the sentence for who wanted it.
    func check(_ event: HostedEntry.Event, at time: Instant) throws(HostingError) {
        let phase = try phase()
        switch event {
        case .open: throw .badRequest("The match is open already.")
        case .join(let seat, _):
            guard phase == .waiting else { throw phase == .closed ? .notPlaying(Self.closed) : .full }
            guard seats.contains(seat) else {
                throw .badRequest("There is no seat \(seat): seats are 1 to \(opening.seats).")
            }
            guard sitters[seat] == nil else { throw .full }
            guard joins < Self.mostJoins else { throw .badRequest("Too many have sat down here already.") }
        case .ply(let seat, _):
            try checkIsPlaying(phase)
            guard sitters[seat] != nil else { throw .noSeat }
        case .leave(let seat):
            guard sitters[seat] != nil else { throw .noSeat }
            guard phase != .waiting else { return }
            try checkIsPlaying(phase)
            guard left[seat] == nil else { throw .notPlaying("You have left.") }
        case .timeout(let seat):
            try checkIsPlaying(phase)
            guard let deadline = try deadline(), time >= deadline else { throw .badRequest("There is time left.") }
            guard try rules({ match throws(GameError) in try match.status.turn.contains(seat) }) else {
                throw .badRequest("It isn't that seat's turn.")
            }
        case .say(let seat, _):
            guard sitters[seat] != nil else { throw .noSeat }
            guard said(by: seat) < Self.mostSaid else { throw .badRequest("You have said enough in this match.") }
        case .close:
            guard phase == .waiting else { throw .notPlaying("Only a match that hasn't begun is closed.") }
        case .next:
            guard phase == .over else { throw .notPlaying("The match isn't over.") }
            guard next == nil else { throw .notPlaying("There is a rematch already.") }
        }
    }

    private static let closed = "The match was closed."
    /// So that nobody fills the log with greetings.
    private static let mostSaid = 50

    /// So that nobody fills the log by sitting down and standing up.
    private static let mostJoins = 200

    private var joins: Int { entries.count { if case .join = $0.event { true } else { false } } }

    private func said(by seat: Int) -> Int {
        entries.count { if case .say(seat, _) = $0.event { true } else { false } }
    }

    private func checkIsPlaying(_ phase: Phase) throws(HostingError) {
        switch phase {
        case .playing: return
        case .waiting: throw .notPlaying("The match begins when all seats are taken.")
        case .over: throw .notPlaying("The game is over.")
        case .closed: throw .notPlaying(Self.closed)
        }
    }

    /// Plays a move as it was typed, and gives the event for the log.
    func decide(_ text: String, seat: Int) throws(HostingError) -> HostedEntry.Event {
        try checkIsPlaying(phase())
        return try rules { match throws(GameError) in
            try match.playGoingOn(text, seat: seat)
            return try Self.event(match, seat)
        }
    }

    /// Lets a bot move, and gives the event for the log.
    func decideForBot(_ seat: Int, _ bot: inout RandomBot) throws(HostingError) -> HostedEntry.Event {
        guard sitters[seat]?.isBot == true else { throw .noSeat }
        try checkIsPlaying(phase())
        return try rules { match throws(GameError) in
            guard let move = bot.choose(from: try match.legalMoves(for: seat)) else {
                throw .rejected(Rejection(code: "not_your_turn", message: "It isn't the bot's turn."))
            }
            try match.playGoingOn(bot.text(of: move), seat: seat)
            return try Self.event(match, seat)
        }
    }

    private static func event(_ match: Match, _ seat: Int) throws(GameError) -> HostedEntry.Event {
        guard case .move(let move) = match.lastEntry(of: seat)?.choice else {
            throw .request("The move left no entry.")
        }
        return .ply(seat: seat, move)
    }
}
