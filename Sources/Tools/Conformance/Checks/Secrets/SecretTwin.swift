import GameApps
import GameRules
import MatchSessions
import Values

/// A match beside the game that differs from the game only in what one seat, its owner, keeps
/// secret.
struct SecretTwin {
    let match: Match
    /// The seat whose secrets differ.
    let owner: Int
    /// The way in which the secrets came to differ, in words.
    var origin: String
    /// The name of the move that reveals the difference; nil if no move does.
    var opener: String?
    /// Whether the game and the twin differ in an entry of a round, which is revealed when the
    /// round is complete.
    var endsWithRound = false
    /// Whether the game and the twin differ in the deal.
    var isDeal = false

    /// Returns whether the secrets of both matches still differ. If not, there is nothing to
    /// compare.
    func isApart(from game: Playout) throws(Finding) -> Bool {
        if endsWithRound { return true }
        let bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes() }
        let others = try game.attempt(.s1) { () throws(GameError) in try match.stateBytes() }
        guard isDeal, bytes != others else { return bytes != others }
        // compare only the owner's part: cards that have left the hand are no secret of the owner
        // any more, and may have been shown
        return Value.part(of: owner, in: bytes) != Value.part(of: owner, in: others)
    }

    /// Plays the game's last step in the twin.
    ///
    /// - Returns: False if the public histories differ from now on, for example because the owner
    ///   gives another answer. In that case the twin is of no use any more.
    func follows(_ step: Step, _ game: Playout) throws(Finding) -> Bool {
        do throws(GameError) {
            try match.play(step)
        } catch {
            // the owner's moves may depend on the secret, so the same move may be illegal here
            guard step.seat != owner else { return false }
            if isDeal, case .failed = error { return false }
            throw leak(
                game, "rejection", "'\(step.text)' of seat \(step.seat) is legal in one match, illegal in the other")
        }
        return true
    }

    // MARK: Comparing

    /// Compares everything that all viewers except the owner get from both matches, in every
    /// channel.
    func compare(with game: Playout) throws(Finding) {
        guard try game.attempt(.p1, { () throws(GameError) in try match.status.outcome }) == nil else {
            throw leak(game, "outcome", "one match is over and the other continues")
        }
        for viewer in game.viewers where viewer != owner { try compare(viewer, game) }
        if isDeal, game.isSampled, game.match.enteredInRound == 0 { try compareLeaving(game) }
    }

    /// Compares both matches after another seat leaves. Matches that are over after that aren't
    /// compared, because the end of a match may show all hands.
    private func compareLeaving(_ game: Playout) throws(Finding) {
        let others = (1...game.setup.seats).filter { $0 != owner && !game.status.gone.contains($0) }
        guard !others.isEmpty else { return }
        let leaver = others[(game.ply + game.rotation) % others.count]
        let scouts = try [game.match, match].map { match throws(Finding) in
            try game.attempt(.s2) { () throws(GameError) in
                try game.subject.runtime.load(match.save(), game.subject.script)
            }
        }
        // ignore errors, because LeaveCheck reports failures when a seat leaves
        guard let what = try? difference(between: scouts, when: leaver, game) else { return }
        throw game.located(
            leak(game, "leaving", "when seat \(leaver) leaves, \(what)"), followedBy: [Step(leaving: leaver)])
    }

    /// Lets a seat leave both matches, and returns the first difference that anybody but the owner
    /// sees. Returns nil if there is none, or if one of the matches is over.
    private func difference(
        between scouts: [Match], when leaver: Int, _ game: Playout
    ) throws(GameError) -> String? {
        for scout in scouts { try scout.leave(seat: leaver, why: .resigned) }
        for scout in scouts where try scout.status.outcome != nil { return nil }
        let bytes = try scouts[0].stateBytes(public: true)
        let theirs = try scouts[1].stateBytes(public: true)
        if bytes != theirs { return "the public state differs: \(Value.difference(from: bytes, to: theirs))" }
        for viewer in game.viewers where viewer != owner {
            let view = try scouts[0].view(for: viewer)
            let other = try scouts[1].view(for: viewer)
            if let difference = other.firstDifference(from: view, root: "view") {
                return "\(Self.name(viewer)) sees \(difference)"
            }
        }
        return nil
    }

    private func compare(_ viewer: Int?, _ game: Playout) throws(Finding) {
        let view = try game.attempt(.v1) { () throws(GameError) in try game.match.view(for: viewer) }
        let other = try game.attempt(.p1) { () throws(GameError) in try match.view(for: viewer) }
        if let difference = other.firstDifference(from: view, root: "view") {
            throw leak(game, "view", "\(Self.name(viewer)) sees \(difference)")
        }
        let status = try game.attempt(.p1) { () throws(GameError) in try match.status }
        guard status.turn == game.status.turn, status.sealed == game.status.sealed else {
            throw leak(game, "turn", "other seats are to move")
        }
        if let viewer, game.status.turn.contains(viewer) {
            let moves = try game.attempt(.p1) { () throws(GameError) in try match.legalMoves(for: viewer) }
            guard moves == game.legal[viewer] else {
                throw leak(game, "legal moves", "\(Self.name(viewer)) has other legal moves")
            }
            try compareRejections(viewer, game)
        }
        for style in RenderingCheck.styles {
            let scene = try game.attempt(.v1) { () throws(GameError) in try game.match.scene(for: viewer, style: style)
            }
            let theirs = try game.attempt(.p1) { () throws(GameError) in try match.scene(for: viewer, style: style) }
            if let difference = (theirs ?? .null).firstDifference(from: scene ?? .null, root: "scene") {
                throw leak(game, "scene", "\(Self.name(viewer)) is shown another \(style) scene: \(difference)")
            }
        }
        if viewer == nil, let step = game.steps.last { try compareCaptions(step, game) }
    }

    private func compareCaptions(_ step: Step, _ game: Playout) throws(Finding) {
        let event = MatchEvent(of: step, in: game.match).value
        let texts = try game.attempt(.v1) { () throws(GameError) in try game.match.views.message(of: event) }
        let theirs = try game.attempt(.p1) { () throws(GameError) in try match.views.message(of: event) }
        if let difference = (theirs ?? .null).firstDifference(from: texts ?? .null, root: "message") {
            throw leak(game, "caption", "the bubble says \(difference)")
        }
        // a message contains the digest of the public state, so the public states must be equal
        let bytes = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes(public: true) }
        let others = try game.attempt(.s1) { () throws(GameError) in try match.stateBytes(public: true) }
        guard bytes == others else {
            let channel = bytes.count == others.count ? "public state" : "size"
            throw leak(game, channel, "the public state differs: \(Value.difference(from: bytes, to: others))")
        }
    }

    /// Checks that illegal moves are refused in the same words in both matches. The moves are tried
    /// in copies of the matches, because such a move may turn out to be legal.
    private func compareRejections(_ viewer: Int, _ game: Playout) throws(Finding) {
        guard game.isSampled else { return }
        let probes = Set(game.steps.suffix(20).map(\.text)).subtracting((game.legal[viewer] ?? []).map(\.text)).sorted()
        guard !probes.isEmpty else { return }
        let scouts = try [game.match, match].map { match throws(Finding) in
            try game.attempt(.s2) { () throws(GameError) in
                try game.subject.runtime.load(match.save(), game.subject.script)
            }
        }
        for probe in probes.prefix(4) {
            let refusals = scouts.map { $0.refusal(of: probe, seat: viewer) }
            guard refusals[0] == refusals[1] else {
                throw leak(
                    game, "rejection",
                    "'\(probe)' of \(Self.name(viewer)) gets '\(refusals[0] ?? "yes")' or '\(refusals[1] ?? "yes")'"
                )
            }
            if refusals[0] == nil { return }
        }
    }

    private static func name(_ viewer: Int?) -> String { viewer.map { "seat \($0)" } ?? "a spectator" }

    private func leak(_ game: Playout, _ channel: String, _ what: String) -> Finding {
        Finding(
            .p1, "A secret of seat \(owner) shows. If it \(origin) and all public moves stay the same, \(what).",
            channel: channel)
    }
}

extension Match {
    /// Plays a move, given as a text, for a seat. Returns the words of the refusal; nil if the move
    /// was played.
    fileprivate func refusal(of text: String, seat: Int) -> String? {
        do throws(GameError) {
            try play(text, seat: seat)
        } catch {
            return "\(error)"
        }
        return nil
    }
}

extension Value {
    /// Returns a seat's part of `secret` in the bytes of a state; nil if it has none.
    fileprivate static func part(of seat: Int, in bytes: [UInt8]) -> Value? {
        (try? Value(canonicalBytes: bytes))?["secret"]?.element(at: .int(Int64(seat)))
    }
}
