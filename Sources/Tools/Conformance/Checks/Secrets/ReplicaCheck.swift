import GameRules
import Values

/// P2: every phone has the same match, whatever secrets the phone knows.
///
/// The matches of single phones are played beside the game. A phone's match knows the sealed moves
/// of its own seat. Of other seats it knows only that they have sealed something. Everything public
/// must be the same in all matches. After the reveals, the log of each match must replay.
struct ReplicaCheck: PlyCheck {
    static let properties: [Property] = [.p2]

    private struct Replica {
        /// The seat of the phone; nil for a spectator's phone.
        let viewer: Int?
        let match: Match

        var name: String { viewer.map { "the phone of seat \($0)" } ?? "a spectator's phone" }
    }

    private var replicas: [Replica] = []

    init() {}

    mutating func begin(_ game: Playout) throws(Finding) {
        guard !game.subject.script.sealing.isEmpty else { return }
        var viewers = game.viewers
        // a quick check takes one seat and the spectator
        let seat = Int.random(in: 1...game.setup.seats, using: &game.chance)
        if game.effort == .quick { viewers.removeAll { $0 != nil && $0 != seat } }
        for viewer in viewers {
            let match = try game.attempt(.l2) { () throws(GameError) in
                try Match(
                    of: game.subject.script, seats: game.setup.seats, options: game.setup.options,
                    seed: game.setup.seed)
            }
            replicas.append(Replica(viewer: viewer, match: match))
        }
    }

    mutating func look(_ game: Playout) throws(Finding) {
        for replica in replicas {
            try compare(replica, game)
            // count only phones that don't know a sealed move: the others have the same state in
            // any case
            if replica.match.log.contains(where: { $0.choice == .sealed }) { game.note(.p2) }
        }
    }

    mutating func played(_ step: Step, _ game: Playout) throws(Finding) {
        for replica in replicas {
            try attempt(replica, "can't play '\(step.text)' of seat \(step.seat)") { () throws(GameError) in
                try game.subject.runtime.follow(replica.match, step, game.match, replica.viewer)
            }
        }
    }

    mutating func end(_ game: Playout) throws(Finding) {
        for replica in replicas {
            do throws(RevealFault) {
                try replica.match.sealedMoves.open(replica.match.movesOfSeals(knownBy: game.match))
            } catch {
                if let finding = Self.overrun(error) { throw finding }
                throw Finding(.p2, "After \(replica.name) learns the sealed moves, the log doesn't replay. \(error)")
            }
            let bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes() }
            let found = try attempt(replica, "can't save the state") { () throws(GameError) in
                try replica.match.stateBytes()
            }
            guard bytes == found else {
                throw Finding(
                    .p2,
                    "After \(replica.name) learns the sealed moves, it computes another state: "
                        + Value.difference(from: bytes, to: found))
            }
        }
    }

    // MARK: Comparing

    private func compare(_ replica: Replica, _ game: Playout) throws(Finding) {
        let match = replica.match
        let status = try attempt(replica, "can't tell whose turn it is") { () throws(GameError) in try match.status }
        guard status == game.status else {
            throw Finding(
                .p2,
                "\(Self.capital(replica.name)) knows no secret of others and computes another turn or outcome: "
                    + "\(Self.words(status)). With all secrets, \(Self.words(game.status))")
        }
        let bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes(public: true) }
        let found = try attempt(replica, "can't save the state") { () throws(GameError) in
            try match.stateBytes(public: true)
        }
        guard bytes == found else {
            throw Finding(
                .p2,
                "\(Self.capital(replica.name)) knows no secret of others and computes another public state: "
                    + Value.difference(from: bytes, to: found))
        }
        guard game.isSampled else { return }
        for seat in status.turn {
            let moves = try attempt(replica, "can't list the moves of seat \(seat)") { () throws(GameError) in
                try match.legalMoves(for: seat)
            }
            guard seat == replica.viewer, moves != game.legal[seat] else { continue }
            throw Finding(.p2, "\(Self.capital(replica.name)) lists other moves of its own seat than the legal ones.")
        }
        try compareViews(replica, game)
    }

    private func compareViews(_ replica: Replica, _ game: Playout) throws(Finding) {
        let view = try attempt(replica, "can't make the view") { () throws(GameError) in
            try replica.match.view(for: replica.viewer)
        }
        guard game.isOver else {
            let mine = try game.attempt(.v1) { () throws(GameError) in try game.match.view(for: replica.viewer) }
            return try game.expect(
                view, equals: mine, .p2, "\(Self.capital(replica.name)) sees another view", root: "view")
        }
        // before the reveals, this match lacks the moves that other seats sealed
        for style in RenderingCheck.styles {
            _ = try attempt(replica, "can't draw the end while others' secrets are still sealed") {
                () throws(GameError) in
                try replica.match.scene(for: replica.viewer, style: style)
            }
        }
    }

    private func attempt<R>(
        _ replica: Replica, _ what: String, _ body: () throws(GameError) -> R
    ) throws(Finding) -> R {
        do throws(GameError) {
            return try body()
        } catch {
            var finding = Diagnosis.finding(error, standard: .p2)
            guard finding.property != .b1 else { throw finding }
            finding = Finding(
                .p2, "\(Self.capital(replica.name)), which knows no secret of others, \(what): \(finding.sentence)",
                place: finding.place)
            throw finding
        }
    }

    private static func overrun(_ fault: RevealFault) -> Finding? {
        guard case .failed(let error) = fault.reason else { return nil }
        let finding = Diagnosis.finding(error, standard: .p2)
        return finding.property == .b1 ? finding : nil
    }

    private static func capital(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    private static func words(_ status: MatchStatus) -> String {
        status.outcome.map { "the outcome is \($0.text)" } ?? "seats \(status.turn) are to move"
    }
}

extension Match {
    /// Returns the moves of this match's sealed entries, taken from a match that knows these moves.
    fileprivate func movesOfSeals(knownBy other: Match) -> [Int: LoggedMove] {
        var moves: [Int: LoggedMove] = [:]
        for (index, (entry, known)) in zip(log, other.log).enumerated() where entry.choice == .sealed {
            if case .move(let move) = known.choice { moves[index + 1] = move }
        }
        return moves
    }

    /// Plays a step with only the information that the phone of a viewer gets. `whole`, a match
    /// that knows everything, has just played the step.
    func follow(_ step: Step, in whole: Match, for viewer: Int?) throws(GameError) {
        guard case .move(let name, _) = step.action, case .move(let move)? = whole.lastEntry(of: step.seat)?.choice
        else {
            try play(step)
            return
        }
        let isSealed = whole.script.sealing.contains(name) && step.seat != viewer
        do throws(GameError) {
            if isSealed { try sealedMoves.seal(seat: step.seat) } else { try play(move, seat: step.seat) }
        } catch {
            // the move opens sealed moves, including pending moves of a round: reveal these first
            guard case .rejected(let rejection) = error, !rejection.unopened.isEmpty else { throw error }
            do throws(RevealFault) {
                try sealedMoves.open(movesOfSeals(knownBy: whole))
            } catch {
                if case .failed(let error) = error.reason { throw error }
                throw .request("\(error)")
            }
            try play(move, seat: step.seat)
        }
    }
}
