/// The decision of a device about a message. Only ``adopt(_:)`` changes the known match.
public enum Verdict: Hashable, Sendable {
    /// The message doesn't have the form of the protocol.
    case malformed(part: String, problem: String)
    /// A part of the message exceeds a limit.
    case tooLarge(WireError.Excess)
    /// The message is of another version of the protocol.
    case unsupportedVersion(Int)
    /// A seat of a match with random draws has had more turns than its hash chain allows.
    case tooLong(seat: Int)
    /// The device lacks the game. It keeps the url and reads it again after an install.
    case unknownGame(GameID)
    /// The device has another version of the game. It keeps the url and reads it again after an
    /// install.
    case needsVersion(GameID, ScriptDigest)
    /// The device knows another match with this id.
    case otherMatch(MatchID)
    /// A signature is missing or false, or a reveal doesn't fit its commitment.
    case forged(Forgery)
    /// A person asks for a free seat of a match of three or more. The inviter can start the match
    /// with that person.
    case joinRequest(SeatedJoin)
    /// A spectator offers a bet, in a message whose log the device has already. A seat can carry
    /// the bet in its move.
    case bet(Bet)
    /// A spectator offers a bet that can't count.
    case betRefused(Bet, BetRefusal)
    /// The device has the log already.
    case duplicate
    /// The device's log contains all that the message's log contains, and more. If the sender lacks
    /// plies of our seat, our stored message can be sent again.
    case late(senderLacksOurPlies: Bool)
    /// The rules reject a ply. Plies count from 1; 0 is the setup.
    case illegalTransition(ply: Int, seat: Int, reason: String)
    /// The script failed here, or exceeded a limit. No seat is at fault. The device keeps the url.
    case cannotReplay(reason: String)
    /// Two copies of the game compute different states.
    case corrupted
    /// The device continues with this log.
    case adopt(Adoption)
    /// The message's log differs from ours, and ours stays.
    case kept(ForkReason)
    /// The message's log differs from ours, and equally many seats built on each log. Some seats
    /// signed two versions, or built on both logs. Ours stays until more seats have built on one of
    /// the logs.
    case disputed(Dispute)
}

/// Two logs of one match, of which neither has won yet.
public struct Dispute: Hashable, Sendable {
    /// The seats that signed two versions or built on both logs.
    public let seats: [Int]
    /// The other log, verified and replayed.
    public let theirs: SignedLog

    /// Creates a dispute. Seats count from 1.
    package init(seats: [Int], theirs: SignedLog) {
        self.seats = seats
        self.theirs = theirs
    }
}

/// A log that replaces the known one.
public struct Adoption: Hashable, Sendable {
    /// The reason that a log is adopted.
    public enum Cause: Hashable, Sendable {
        /// The match wasn't known.
        case new
        /// The log continues where ours ends.
        case longer
        /// The log differs from ours, and wins.
        case fork(ForkReason)
        /// The log unites the entries that the two logs have of one simultaneous round.
        case union
    }

    /// The adopted log, verified and replayed.
    public let signedLog: SignedLog
    /// The reason that the log is adopted.
    public let cause: Cause
    /// The number of the adopted log's first plies that the device knew before.
    public let known: Int
    /// The plies of our own seat that the adopted log doesn't contain. Each may be played again if
    /// it is still legal.
    public let superseded: [Ply]

    /// Creates an adoption for a host's own use, such as a test. A ``Receiver`` creates all others.
    package init(signedLog: SignedLog, cause: Cause, known: Int, superseded: [Ply]) {
        self.signedLog = signedLog
        self.cause = cause
        self.known = known
        self.superseded = superseded
    }

    /// Whether our seat revealed chain links in the lost plies, in a match of three or more seats.
    /// Our seat will reveal the same links again, and a seat that draws after that may know them
    /// beforehand.
    var tellsLinks: Bool {
        signedLog.match.isChained && signedLog.log.seats > 2 && superseded.contains { $0.link != nil }
    }

    /// The warning to the person on our seat if `tellsLinks` is true.
    static let linkIsKnown = "A player who saw it could foresee one random draw."
}

extension Verdict {
    /// The verdict for programs, such as `illegal_transition`.
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

    /// The verdict for the player: one line that says what happened and what to do.
    public var line: String {
        switch self {
        case .malformed(let part, _): "This message can't be read: its \(part) is damaged. Ask for it again."
        case .tooLarge(let excess): "This message can't be read: its \(excess.part) is too large."
        case .unsupportedVersion(let version) where version < MessageURLCoder.version:
            "This message was made by an older app, whose matches can't be continued here. Start another match."
        case .unsupportedVersion: "This message was made by a newer app. Update your app to continue."
        case .tooLong(let seat):
            "This match is too long: seat \(seat) has had more turns than a match allows. The message was ignored."
        case .unknownGame(let game): "You don't have \(game) yet. Install it to play."
        case .needsVersion(let game, _): "This match needs another version of \(game). Install it to continue."
        case .otherMatch: "This message belongs to another match that claims to be this one. It was ignored."
        case .forged(let forgery): "This message was tampered with: \(forgery). It was ignored."
        case .joinRequest(let join): "\(join.entry.token) would like to take seat \(join.seat)."
        case .bet(let bet): "\(bet.bettor.token) offers a bet. It counts from the next move on."
        case .betRefused(let bet, let refusal): "The bet of \(bet.bettor.token) wasn't accepted: \(refusal)."
        case .duplicate: "You have this message already."
        case .late(senderLacksOurPlies: false): "This is an earlier message. The match has continued since then."
        case .late(senderLacksOurPlies: true): "The sender hasn't seen your last move. Send it again?"
        case .illegalTransition(ply: 0, _, _): "This invitation doesn't fit the game's rules. It was ignored."
        case .illegalTransition(let ply, let seat, _):
            "Ply \(ply), by seat \(seat), isn't legal. The message was ignored."
        case .cannotReplay: "This message can't be replayed on this device now. It will be tried again."
        case .corrupted:
            "Your copy of the game and the sender's copy disagree about the position. The message was ignored."
        case .adopt(let adoption): Self.line(of: adoption) + (adoption.tellsLinks ? " " + Adoption.linkIsKnown : "")
        case .kept(.undecided):
            "A seat sent two different moves. Your version of the match stays, unless a seat answers the other move."
        case .kept: "This message and another one were sent at the same time. The match continues with the other one."
        case .disputed(let dispute): dispute.line
        }
    }

    /// Returns a list such as "Seat 2" or "Seats 1 and 3".
    static func list(_ seats: [Int]) -> String {
        "Seat\(seats.count == 1 ? "" : "s") \(seats.map(String.init).joined(separator: " and "))"
    }

    private static func line(of adoption: Adoption) -> String {
        switch adoption.cause {
        case _ where adoption.superseded.contains { $0.action == .resign }:
            "Another move was sent at the same time, so your resignation doesn't count. Please resign again: nothing else can be sent."
        case _ where adoption.superseded.contains(where: \.isMove):
            "Another move was sent at the same time, so your move doesn't count. Please move again."
        case _ where !adoption.superseded.isEmpty:
            "Another move was sent at the same time, so your message doesn't count. Look at the match before you send it again."
        case .new where adoption.signedLog.log.hasBeenLeft:
            "This match is over, because all players but one have left. You can look at it."
        case .new: "You can join or watch this match."
        case .longer: "The match continues."
        case .fork: "The match continues from another move."
        case .union: "Another move of this round has arrived."
        }
    }

    /// Creates the verdict on a message that couldn't be read.
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
    /// The dispute for the player, as the line of a verdict.
    public var line: String {
        "\(Verdict.list(seats)) signed two versions, and neither has won yet. Yours stays until more seats have continued "
            + "one of them."
    }
}

extension Log {
    /// Whether all seats but one have resigned.
    fileprivate var hasBeenLeft: Bool { Set(plies.filter { $0.action == .resign }.map(\.seat)).count >= seats - 1 }
}
