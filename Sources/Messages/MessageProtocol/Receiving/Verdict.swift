/// What a device makes of a message. Every verdict but ``adopt(_:)`` leaves the known match as it is.
public enum Verdict: Hashable, Sendable {
    /// It doesn't have the form of the protocol.
    case malformed(part: String, problem: String)
    /// More than a limit allows.
    case tooLarge(WireError.Excess)
    /// It is of another version of the protocol.
    case unsupportedVersion(Int)
    /// A seat of a match that draws has had more turns than it can have.
    case tooLong(seat: Int)
    /// It is of a game that this device lacks. The url is kept, and read again after an install.
    case unknownGame(GameID)
    /// The game is here in another version. The url is kept, and read again after an install.
    case needsVersion(GameID, ScriptDigest)
    /// A match that is known under this id began otherwise.
    case otherMatch(MatchID)
    /// A signature is missing or false.
    case forged(Forgery)
    /// Someone asks for a seat of a group's match; it is for the inviter to start with them.
    case joinRequest(SeatedJoin)
    /// A spectator offers a bet, in a message whose log is no news: it is for the seats to carry.
    case bet(Bet)
    /// A spectator's bet that can't count.
    case betRefused(Bet, BetRefusal)
    /// We have it.
    case duplicate
    /// We are further. If the sender lacks plies of our seat, our stored message can be sent again.
    case late(senderLacksOurPlies: Bool)
    /// The rules refuse a ply; plies count from 1, 0 is the setup.
    case illegalTransition(ply: Int, seat: Int, reason: String)
    /// The script failed here, or met a limit: nobody's fault. The url is kept.
    case cannotReplay(reason: String)
    /// Two copies of the game disagree about the state.
    case corrupted
    /// The log to go on with.
    case adopt(Adoption)
    /// It went another way than ours, and ours stays.
    case kept(ForkReason)
    /// Seats signed two versions, or built on both, and as many stand behind either. Ours stays until more have built on one of them.
    case disputed(Dispute)
}

/// Two logs of one match that nothing decides between yet.
public struct Dispute: Hashable, Sendable {
    /// The seats that signed both.
    public let seats: [Int]
    /// The other log, verified and replayed.
    public let theirs: SignedLog

    /// A dispute that names the seats from 1.
    package init(seats: [Int], theirs: SignedLog) {
        self.seats = seats
        self.theirs = theirs
    }
}

/// A log that takes the known one's place.
public struct Adoption: Hashable, Sendable {
    /// Why a log is to be gone on with.
    public enum Cause: Hashable, Sendable {
        /// The match wasn't known.
        case new
        /// It goes on where ours ends.
        case longer
        /// It went another way than ours, and it wins.
        case fork(ForkReason)
        /// Entries of one simultaneous round, from both.
        case union
    }

    /// The log to keep, verified and replayed.
    public let signedLog: SignedLog
    /// Why it takes the place of the known one.
    public let cause: Cause
    /// How many of its plies we had already.
    public let known: Int
    /// Plies of our own seat that are lost: each may be played anew if it is still legal.
    public let superseded: [Ply]

    /// An adoption for a host's own use, such as a test; a ``Receiver`` makes them.
    package init(signedLog: SignedLog, cause: Cause, known: Int, superseded: [Ply]) {
        self.signedLog = signedLog
        self.cause = cause
        self.known = known
        self.superseded = superseded
    }

    /// Did our seat open links in what is lost? It opens the same ones again, and in a match of three or more somebody who draws later may
    /// know them by then.
    var tellsLinks: Bool {
        signedLog.match.isChained && signedLog.log.seats > 2 && superseded.contains { $0.link != nil }
    }

    /// What our seat's person is told then.
    static let linkIsKnown = "Whoever saw it knows what your seat opens next, and could foresee one draw."
}

extension Verdict {
    /// For programs: `illegal_transition`.
    public var code: String {
        switch self {
        case .malformed: "malformed"
        case .tooLarge: "too_large"
        case .unsupportedVersion: "unsupported_version"
        case .tooLong: "too_long"
        case .unknownGame: "unknown_game"
        case .needsVersion: "needs_version"
        case .otherMatch: "other_match"
        case .forged: "forged"
        case .joinRequest: "join_request"
        case .bet: "bet"
        case .betRefused: "bet_refused"
        case .duplicate: "duplicate"
        case .late: "late"
        case .illegalTransition: "illegal_transition"
        case .cannotReplay: "cannot_replay"
        case .corrupted: "corrupted"
        case .adopt: "adopt"
        case .kept: "kept"
        case .disputed: "disputed"
        }
    }

    /// For the player: one line that says what happened and what to do.
    public var line: String {
        switch self {
        case .malformed(let part, _): "This message can't be read: its \(part) is damaged. Ask for it again."
        case .tooLarge(let excess): "This message can't be read: its \(excess.part) is too large."
        case .unsupportedVersion(let version) where version < MessageURLCoder.version:
            "This message was made by an older app, whose matches can't be played on here. Start another one."
        case .unsupportedVersion: "This message was made by a newer app. Update to play on."
        case .tooLong(let seat):
            "This match is too long: seat \(seat) has had more turns than can be told. It was ignored."
        case .unknownGame(let game): "You don't have \(game) yet. Install it to play."
        case .needsVersion(let game, _): "This match needs another version of \(game). Install it to play on."
        case .otherMatch: "This message belongs to another match that claims to be this one. It was ignored."
        case .forged(let forgery): "This message was tampered with: \(forgery). It was ignored."
        case .joinRequest(let join): "\(join.entry.token) would like to take seat \(join.seat)."
        case .bet(let bet): "\(bet.bettor.token) offers a bet. It counts once a move carries it."
        case .betRefused(let bet, let refusal): "The bet of \(bet.bettor.token) wasn't taken: \(refusal)."
        case .duplicate: "You have this message already."
        case .late(senderLacksOurPlies: false): "This is an earlier message; the match is further."
        case .late(senderLacksOurPlies: true): "The sender hasn't seen your last move. Send it again?"
        case .illegalTransition(ply: 0, _, _): "This invitation doesn't fit the game's rules. It was ignored."
        case .illegalTransition(let ply, let seat, _):
            "Ply \(ply), by seat \(seat), isn't legal. The message was ignored."
        case .cannotReplay: "This message can't be replayed on this device now. It will be tried again."
        case .corrupted: "Your copy of the game and the sender's disagree about the position. The message was ignored."
        case .adopt(let adoption): Self.line(of: adoption) + (adoption.tellsLinks ? " " + Adoption.linkIsKnown : "")
        case .kept(.undecided): "A seat sent two different moves. Yours stays, unless a seat answers the other one."
        case .kept: "This message crossed another one, and the match goes on without it."
        case .disputed(let dispute): dispute.line
        }
    }

    /// "Seat 2", "Seats 1 and 3".
    static func list(_ seats: [Int]) -> String {
        "Seat\(seats.count == 1 ? "" : "s") \(seats.map(String.init).joined(separator: " and "))"
    }

    private static func line(of adoption: Adoption) -> String {
        switch adoption.cause {
        case _ where adoption.superseded.contains { $0.action == .resign }:
            "Your resignation crossed a move that counts. Please resign again: nothing else can be sent."
        case _ where adoption.superseded.contains(where: \.isMove):
            "Your move crossed another one that counts. Please move again."
        case _ where !adoption.superseded.isEmpty:
            "What you sent crossed a move that counts. Look at the match, and say it again if it still holds."
        case .new where adoption.signedLog.log.hasBeenLeft:
            "This match is over: all but one have left. You can look at it."
        case .new: "You can join or watch this match."
        case .longer: "The match goes on."
        case .fork: "The match goes on from another move."
        case .union: "Another move of this round is in."
        }
    }

    /// The verdict on a message that couldn't be read.
    package init(_ error: WireError) {
        switch error {
        case .malformed(let part, let problem): self = .malformed(part: part, problem: problem)
        case .tooLarge(let excess): self = .tooLarge(excess)
        case .unsupportedVersion(let version): self = .unsupportedVersion(version)
        case .tooLong(let seat): self = .tooLong(seat: seat)
        }
    }
}

extension Dispute {
    /// For the player, as a verdict's line.
    public var line: String {
        "\(Verdict.list(seats)) signed two versions, and nothing decides between them. Yours stays until more have gone on "
            + "with one of them."
    }
}

extension Log {
    /// Have all seats but one resigned?
    fileprivate var hasBeenLeft: Bool { Set(plies.filter { $0.action == .resign }.map(\.seat)).count >= seats - 1 }
}
