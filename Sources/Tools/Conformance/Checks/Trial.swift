import GameRules
import Values

/// A place to try moves at one ply of a game. The moves are tried in a second match, the scout,
/// which is restored to the game's position as often as needed.
final class Trial {
    let game: Playout
    private let bytes: [UInt8]
    private var match: Match?

    init(_ game: Playout) throws(Finding) {
        self.game = game
        bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes() }
    }

    /// Returns the scout, at the position of the game.
    func scout() throws(Finding) -> Match {
        if let match { return match }
        let scout = try game.scout()
        match = scout
        return scout
    }

    /// Marks the scout as changed, so that it is restored before the next trial.
    func spoil() { match = nil }

    /// Tries a step that must be refused with a code. The refusal must leave every byte of the
    /// state unchanged.
    ///
    /// - Parameter why: The reason, such as `although it isn't listed`.
    func refuses(_ step: Step, _ property: Property, _ why: String) throws(Finding) {
        let scout = try scout()
        do throws(GameError) {
            try game.subject.runtime.attempt(scout, step)
        } catch {
            if case .request = error, !(1...game.setup.seats).contains(step.seat) {
                game.note(property)  // before the rules run, the host refuses a seat that doesn't exist
            } else {
                try check(error, property, step.words)
            }
            return try isUnchanged(scout, property, step.words)
        }
        throw Finding(property, "\(step.words) was accepted \(why).")
    }

    /// Tries a text, which may be a legal move. The text may be refused, but must not cause any
    /// other failure.
    func survives(_ text: String, seat: Int) throws(Finding) {
        let scout = try scout()
        do throws(GameError) {
            try scout.play(text, seat: seat)
            spoil()
        } catch {
            let words = "Typing \(Value.string(text).summary()) for seat \(seat)"
            try check(error, .m4, words)
            try isUnchanged(scout, .m4, words)
        }
    }

    /// Tries a step that may be legal. The step may be refused, but must not cause any other
    /// failure.
    func survives(_ step: Step) throws(Finding) {
        let scout = try scout()
        do throws(GameError) {
            try game.subject.runtime.attempt(scout, step)
            spoil()
        } catch {
            try check(error, .m4, step.words)
            try isUnchanged(scout, .m4, step.words)
        }
    }

    private func check(_ error: GameError, _ property: Property, _ words: String) throws(Finding) {
        game.note(property)
        switch error {
        case .rejected(let rejection) where !rejection.code.isEmpty && !rejection.message.isEmpty: return
        case .rejected: throw Finding(property, "\(words) was rejected without a code or a sentence.")
        case .failed:
            var finding = Diagnosis.finding(error, standard: property)
            if finding.property != .b1 { finding.property = property }
            finding.sentence = "\(words) made the script fail instead of being rejected: \(finding.sentence)"
            throw finding
        case .request, .invalid:
            throw Finding(property, "\(words) wasn't rejected by the rules: \(error)")
        }
    }

    private func isUnchanged(_ scout: Match, _ property: Property, _ words: String) throws(Finding) {
        let after = try game.attempt(.s1) { () throws(GameError) in try scout.stateBytes() }
        guard after != bytes else { return }
        let change = Value.difference(from: bytes, to: after)
        throw Finding(property, "\(words) was rejected, but it changed the state: \(change)")
    }
}

extension Step {
    init(seat: Int, action: Action, text: String) {
        self.seat = seat
        self.action = action
        self.text = text
    }

    /// The step in words, for findings: `'b2' of seat 1`.
    fileprivate var words: String {
        guard case .move(let name, let argument) = action else { return "'\(text)' of seat \(seat)" }
        if text != name || argument == .null { return "'\(text)' of seat \(seat)" }
        return "`\(name)` with \(argument.summary()) by seat \(seat)"
    }
}

extension Value {
    /// Returns the first place where two encoded states differ, in words.
    static func difference(from before: [UInt8], to after: [UInt8]) -> String {
        guard let old = try? Value(canonicalBytes: before), let new = try? Value(canonicalBytes: after),
            let difference = new.normalizedTables.firstDifference(from: old.normalizedTables, root: "state")
        else { return "\(before.count) bytes became \(after.count)" }
        return "\(difference)"
    }
}
