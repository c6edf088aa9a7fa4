import GameRules
import MessageProtocol
import Values

/// A game with random draws, or with moves that stay sealed, in the form of messages. The game has
/// the keys of all seats. It is meant for checks and measurements.
///
/// Every seat makes its witness plies and reveals at once.
package final class DrawnGame {
    private let rules: MatchRules
    private let keys: [Int: SeatKey]
    private let begun: SignedLog
    /// The plies in the form of the protocol; a round's entries in seat order.
    package private(set) var plies: [Ply] = []
    /// The digest of the public state before the first ply, and after each ply.
    package private(set) var digests: [[UInt8]] = []

    /// - Parameters:
    ///   - joining: The ply by which all seats are taken.
    ///   - keys: The keys of all seats.
    /// - Throws: An error of the rules or of the message protocol.
    package init(_ identity: MatchIdentity, of script: GameScript, joining: Ply, keys: [Int: SeatKey]) throws {
        guard let key = keys[identity.setup.inviterSeat] else { throw SessionError.request(.noInviterKey) }
        begun = try SignedLog(inviting: identity, key: key)
        rules = try MatchRules(identity, of: script)
        self.keys = keys
        digests = [try rules.standingDigest()]
        try follow(joining)
        try goOn()
    }

    /// The match at its current position.
    package var match: Match { rules.match }

    /// Plays a move of a seat that is to move.
    ///
    /// - Throws: ``GameError``, as ``Match/play(_:seat:)-(String,_)`` does.
    package func play(name: String, argument: Value, seat: Int) throws {
        let isRound = try match.status.isRound
        let isUnderWay = match.enteredInRound > 0
        let ply = try linked(Ply(seat: seat, action: .move(.index(1)), place: isRound ? .continuesRound : .alone))
        let entry = try rules.play(as: ply, opener: { $0.logged(byName: name, argument: argument) }) {
            match throws(GameError) in
            try match.moves.playOrWait(name: name, argument: argument, seat: seat)
        }
        guard let entry, let action = Ply.Action(entry.choice) else {
            throw SessionError.request(.lostMove)
        }
        let hidden = rules.hides(entry) ? action.openMove.flatMap { hide($0, seat, isUnderWay: isUnderWay) } : nil
        try add(ply.acting(hidden ?? action), isUnderWay: isUnderWay)
        try goOn()
    }

    private func hide(_ move: LoggedMove, _ seat: Int, isUnderWay: Bool) -> Ply.Action? {
        guard let key = keys[seat] else { return nil }
        let round = isUnderWay ? plies.lastIndex { $0.place == .beginsRound } : nil
        let place = CommitmentContext(of: seat, inRoundAt: round ?? plies.count, of: begun, behind: plies)
        let form = HiddenForm(of: move, key: key, at: place)
        if case .hide(let commitment) = form.action { rules.secrets[commitment] = form.opened }
        return form.action
    }

    /// Resigns a seat.
    package func resign(_ seat: Int) throws {
        try follow(Ply(seat: seat, action: .resign))
        try goOn()
    }

    /// Makes the witness plies and the reveals that are owed.
    private func goOn() throws {
        while true {
            if let seat = rules.owedWitness {
                try follow(Ply(seat: seat, action: .witness))
            } else if let opening = rules.opening, let seat = opening.seats.min() {
                let log = try Log(seats: begun.log.seats, plies: plies)
                let opened = log.hidden(by: seat).compactMap { plies[$0].hidden.flatMap { rules.secrets[$0] } }
                try follow(
                    Ply(seat: seat, action: .reveal(opened), place: .continuesRound), isUnderWay: opening.opened > 0)
            } else {
                return rules.learn()
            }
        }
    }

    private func follow(_ ply: Ply, isUnderWay: Bool = false) throws {
        let ply = try linked(ply)
        var rules = rules
        try rules.play(ply)
        try add(ply, isUnderWay: isUnderWay)
    }

    private func linked(_ ply: Ply) throws(WireError) -> Ply {
        try begun.opening(plies + [ply], keys: keys).last ?? ply
    }

    private func add(_ ply: Ply, isUnderWay: Bool) throws {
        rules.note(ply)
        if ply.place == .alone {
            plies.append(ply)
        } else if isUnderWay, let first = plies.lastIndex(where: { $0.place == .beginsRound }) {
            plies.replaceSubrange(first..., with: Log.round(of: Array(plies[first...]) + [ply]))
        } else {
            plies += Log.round(of: [ply])
        }
        digests.append(try rules.standingDigest())
    }
}
