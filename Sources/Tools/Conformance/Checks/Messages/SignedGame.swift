import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// A game in the form of a match's messages: the seats, every ply as in the protocol, and a key for
/// each seat.
///
/// If a script has random draws, they differ from the draws of the game that was played before, so
/// the game may differ, too. First the earlier game's moves that are still legal are played, in
/// their order, and then random moves.
struct SignedGame {
    /// The setup and the steps, for a finding.
    let game: PlayedGame
    let identity: MatchIdentity
    /// The key of each seat, in seat order.
    let keys: [SeatKey]
    /// The plies: first the joins, then the moves and other plies that were played, with the
    /// entries of a round in seat order.
    let plies: [Ply]
    /// The digest of the public state before the first ply, and after each ply.
    let digests: [[UInt8]]
    /// The number of plies before the first played ply.
    static let joins = 1

    /// The display name of all seats. It has the largest size, so a message that fits with this
    /// name fits with any name.
    static let token = String(repeating: "W", count: 24)

    /// Creates the plies of a game.
    ///
    /// - Parameters:
    ///   - id: The id of the match; nil for a new one.
    ///   - property: The property of the finding that is thrown if the game can't be put into
    ///     messages.
    init(
        _ played: PlayedGame, of subject: GameUnderTest, id: MatchID? = nil, _ property: Property,
        using random: inout SplitMix64
    ) throws(Finding) {
        do {
            var keys: [SeatKey] = []
            for _ in 0..<played.setup.seats { keys.append(try SeatKey(secret: random.bytes(32))) }
            let drawn = try MatchID(random.bytes(16))
            let identity = try Self.identity(of: played, subject, id ?? drawn, keys)
            // random draws depend on the messages, and a sealed move may never be written openly,
            // so such a game must be played again
            if identity.isChained || !subject.script.sealing.isEmpty {
                (game, plies, digests) = try Self.drawn(played, subject, identity, keys, choice: random.next())
                (self.identity, self.keys) = (identity, keys)
                return
            }
            let seed = Match.seed(of: identity)
            let match = try Match(
                of: subject.script, seats: played.setup.seats, options: played.setup.options, seed: seed)
            var plies = [try Self.joining(identity, keys)]
            var digests = [try match.standingDigest()]
            digests.append(digests[0])
            for step in played.steps {
                try Self.play(step, in: match, &plies)
                digests.append(try match.standingDigest())
            }
            var setup = played.setup
            setup.seed = seed
            game = PlayedGame(setup: setup, steps: played.steps)
            (self.identity, self.keys, self.plies, self.digests) = (identity, keys, plies, digests)
        } catch {
            throw Finding(error, standard: property, in: played)
        }
    }

    private static func identity(
        of played: PlayedGame, _ subject: GameUnderTest, _ id: MatchID, _ keys: [SeatKey]
    ) throws -> MatchIdentity {
        guard let inviter = keys.first else { throw GameError.request("The match has no seats.") }
        return try MatchIdentity(
            of: subject.script, options: played.setup.options, seats: played.setup.seats,
            inviter: SeatedPlayer(
                token: DisplayName(token), key: inviter, in: id, isChained: subject.script.chance != .none), id: id)
    }

    /// Returns the game as the seats play it by messages, with commitments, randomness
    /// contributions and reveals.
    private static func drawn(
        _ played: PlayedGame, _ subject: GameUnderTest, _ identity: MatchIdentity, _ keys: [SeatKey], choice: UInt64
    ) throws -> (PlayedGame, [Ply], [[UInt8]]) {
        let seats = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($0 + 1, $1) })
        let game = try DrawnGame(identity, of: subject.script, joining: joining(identity, keys), keys: seats)
        var random = SplitMix64(seed: choice)
        var planned = played.steps[...]
        var steps: [Step] = []
        while try game.match.status.outcome == nil, game.plies.count < WireLimits().plies / 2 {
            let turn = try game.match.status.turn
            // without random draws, the game ends when all planned steps were made
            guard
                let step = try next(&planned, turn, game.match)
                    ?? (identity.isChained ? any(turn, game.match, &random) : nil)
            else { break }
            switch step.action {
            case .move(let name, let argument): try game.play(name: name, argument: argument, seat: step.seat)
            case .leave: try game.resign(step.seat)
            }
            steps.append(step)
        }
        return (PlayedGame(setup: played.setup, steps: steps), game.plies, game.digests)
    }

    /// Returns the next of the planned steps that can still be made.
    private static func next(
        _ planned: inout ArraySlice<Step>, _ turn: [Int], _ match: Match
    ) throws(GameError) -> Step? {
        while let step = planned.popFirst() {
            switch step.action {
            case .leave where try !match.status.gone.contains(step.seat): return step
            case .move(let name, let argument) where turn.contains(step.seat):
                let moves = try match.legalMoves(for: step.seat)
                // an answer that is forced by a secret may differ, because other numbers were drawn
                let isForced = match.script.secretive
                let fits = moves.contains { move in
                    guard move.name == name, let typed = move.typed else {
                        return move.name == name && move.argument == argument
                    }
                    return !isForced || typed.examples.contains(argument)
                }
                if fits { return step }
            case .leave, .move: continue
            }
        }
        return nil
    }

    private static func any(
        _ turn: [Int], _ match: Match, _ random: inout SplitMix64
    ) throws(GameError) -> Step? {
        guard let seat = turn.first, let move = try match.legalMoves(for: seat).randomElement(using: &random) else {
            return nil
        }
        return Step(seat: seat, move, argument: move.typed.map { $0.invented(using: &random) })
    }

    private static func joining(_ identity: MatchIdentity, _ keys: [SeatKey]) throws -> Ply {
        let token = try DisplayName(token)
        guard keys.count > 2 else {
            let entry = SeatedPlayer(token: token, key: keys[1], in: identity.id, isChained: identity.isChained)
            return Ply(seat: 2, action: .join(entry))
        }
        let joins = try keys.enumerated().dropFirst().map { index, key in
            try SeatedJoin(seat: index + 1, token: token, key: key, in: identity)
        }
        return Ply(seat: identity.setup.inviterSeat, action: .start(joins))
    }

    private static func play(_ step: Step, in match: Match, _ plies: inout [Ply]) throws {
        let isRound = try match.status.isRound
        let isUnderWay = match.enteredInRound > 0
        try match.play(step)
        guard let choice = match.lastEntry(of: step.seat)?.choice else {
            throw GameError.request("The move \(step) isn't in the log.")
        }
        // in a message a seat can leave only by resigning, even if it left for another reason
        let ply = Ply(seat: step.seat, action: Ply.Action(choice) ?? .resign)
        guard isRound, ply.isMove else { return plies.append(ply) }
        var entries = [ply]
        if isUnderWay, let first = plies.lastIndex(where: { $0.place == .beginsRound }) {
            entries += plies[first...]
            plies.removeSubrange(first...)
        }
        plies += Log.round(of: entries)
    }

    // MARK: Messages

    /// Returns the log after `count` plies. Each seat has signed its last ply.
    func log(_ count: Int) throws(WireError) -> SignedLog {
        let seats = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($0 + 1, $1) })
        return try SignedLog(inviting: identity, key: keys[identity.setup.inviterSeat - 1])
            .adding(Array(plies.prefix(count)), keys: seats)
    }

    /// Returns the seat that sends the message after `count` plies.
    func sender(_ count: Int) -> Int {
        count == 0 ? identity.setup.inviterSeat : plies[count - 1].seat
    }

    /// Returns the message after `count` plies.
    func url(_ count: Int, carrier: MessageURLCoder = MessageURLCoder()) throws(WireError) -> String {
        try carrier.url(of: Envelope(log(count), sender: sender(count), standingDigest: digests[count]))
    }

    /// Returns the steps that were played when the log has `count` plies.
    func steps(_ count: Int) -> [Step] { Array(game.steps.prefix(max(0, count - Self.joins))) }

    /// Returns a finding with the game up to `count` plies of the log.
    func finding(_ property: Property, _ sentence: String, plies count: Int? = nil) -> Finding {
        var finding = Finding(property, sentence)
        (finding.setup, finding.steps) = (game.setup, steps(count ?? plies.count))
        return finding
    }
}

extension CheckRun {
    /// The games that can be played by messages: the games with at least two seats. If the host
    /// deals in this game, there are none.
    var messageGames: [PlayedGame] {
        subject.script.objectionToMessages == nil ? games.filter { $0.setup.seats >= 2 } : []
    }
}

extension PlayedGame {
    /// Creates the game that was played in a match, as far as the rules can replay its log.
    init(_ signed: SignedLog, of script: GameScript, _ setup: GameSetup) {
        var setup = setup
        setup.seed = Match.seed(of: signed.match)
        var steps: [Step] = []
        let replica = try? Match(of: script, seats: setup.seats, options: setup.options, seed: setup.seed)
        var attendance = Attendance()
        for ply in signed.log.plies {
            if let status = try? replica?.status { attendance.settle(ReplayPosition(seats: status.turn)) }
            let leaver = attendance.leaver(with: ply)
            attendance.note(ply)
            guard let replica, let step = try? Self.step(ply, leaver, in: replica) else { continue }
            guard (try? replica.play(step)) != nil else { break }
            steps.append(step)
        }
        self.init(setup: setup, steps: steps)
    }

    private static func step(
        _ ply: Ply, _ leaver: (seat: Int, why: LeaveReason)?, in match: Match
    ) throws(GameError) -> Step? {
        switch ply.action {
        case .move(.index(let index)), .open(.index(let index), _):
            try match.legalMoves(for: ply.seat).first { $0.index == index }.map { Step(seat: ply.seat, $0) }
        case .move(.typed(let name, let argument)), .open(.typed(let name, let argument), _):
            try match.legalMoves(for: ply.seat).first { $0.name == name && $0.typed != nil }
                .map { Step(seat: ply.seat, $0, argument: argument) }
        case .resign, .claim: leaver.map { Step(leaving: $0.seat, why: $0.why) }
        default: nil
        }
    }
}
