import MessageProtocol
import Values

// The problems of requests to a match between devices, with their sentences.

// MARK: Joining and starting

extension RequestProblem {
    static let seated = RequestProblem(code: "seated", "You have a seat already.")
    static let noSeatOfOwn = RequestProblem(code: "not_seated", "You have no seat in this match.")
    static let allSeatsTaken = RequestProblem(code: "full", "All seats of this match are taken: you are watching.")
    static let begun = RequestProblem(code: "begun", "The match has begun already.")
    static let joinsNoMore = RequestProblem(code: "over", "The match is over: nobody can join it any more.")
    static let noInviterKey = RequestProblem(code: "no_key", "The inviter has no key.")
    static let noDigest = RequestProblem(code: "no_digest", "The script has no digest.")

    static func noSeatToInviteFrom(_ seat: Int) -> RequestProblem {
        .init(code: "no_seat", "There is no seat \(seat) to invite from.")
    }

    static func mustAskToJoin(seats: Int) -> RequestProblem {
        .init(code: "not_started", "A match of \(seats) begins when its inviter starts it: ask to join first.")
    }

    static func nobodyAsked(for seat: Int) -> RequestProblem {
        .init(code: "not_asked", "Nobody has asked for seat \(seat) yet.")
    }

    static let roundBeforeJoining = RequestProblem(
        code: "not_joined",
        "All move at once here, so everybody has to be there first: send the invitation, and wait for "
            + "the other seat to join.")
    static let drawBeforeJoining = RequestProblem(
        code: "not_joined",
        "Everybody has to be there before anything is drawn: send the invitation, and wait for the other seat to join.")
    static let moveBeforeJoining = RequestProblem(
        code: "not_joined",
        "Nobody moves before both seats are taken: send the message that invites, and receive the answer.")
}

// MARK: Moves and what they wait for

extension RequestProblem {
    static let matchIsOver = RequestProblem(code: "over", "The match is over.")
    static let mustOpenFirst = RequestProblem(code: "unopened", "What was sealed is to be opened first.")
    static let secretDraw = RequestProblem(code: "secret_draw", "What a move draws in secret is told by a sealed move.")
    static let lostMove = RequestProblem(code: "no_entry", "The move left no trace in the log.")

    static func drawWaits(for seat: Int, onHost: Bool = false) -> RequestProblem {
        let what =
            onHost ? ", whose host has to send a message first" : ": nobody knows what it is until its next message"
        return .init(code: "draw_waits", "A draw waits for seat \(seat)\(what).")
    }

    static func openingWaits(for seat: Int) -> RequestProblem {
        .init(code: "unopened", "What seat \(seat) has sealed is to be opened first, by a message of its host.")
    }

    static func chosenAlready(_ text: String?) -> RequestProblem {
        .init(
            code: "chosen",
            "You have chosen in this round already: \(text ?? "another move"). Another choice would be two.")
    }

    static func seen(_ move: String, isDraw: Bool) -> RequestProblem {
        let what =
            isDraw
            ? "seen what it drew: a draw can't be taken back"
            : "what was sealed has been seen: that can't be taken back"
        return .init(code: "seen", "You have played \(move) here, and \(what). Play \(move) again.")
    }

    static let drawsTogether = RequestProblem(
        code: "draws_together",
        "Both hosts draw together in this match: `random` can't play it. Play moves, and send messages.")

    static func signedPly(_ ply: Int, signed count: Int) -> RequestProblem {
        let plies = count == 1 ? "the first ply is" : "the first \(count) plies are"
        return .init(code: "signed", "Ply \(ply) can't be gone back to: \(plies) signed for good.")
    }
}

// MARK: Claims, resignations and bets

extension RequestProblem {
    static let owesMove = RequestProblem(code: "owes_move", "You owe a move yourself: make it before you claim.")
    static let nothingOwed = RequestProblem(code: "nothing_owed", "There is nothing to answer or to open now.")

    static func owesMove(_ seat: Int) -> RequestProblem {
        .init(code: "owes_move", "Seat \(seat) owes a move itself: it has to make that before it claims.")
    }

    static func owesNoMove(_ seat: Int) -> RequestProblem {
        .init(code: "owes_no_move", "Seat \(seat) owes no move.")
    }

    static func noSeatToClaimAgainst(_ seat: Int, of seats: Int) -> RequestProblem {
        .init(
            code: "no_seat", "There is no seat \(seat) to claim against: this match has seats 1 to \(seats).")
    }

    static func ownSeat(_ seat: Int) -> RequestProblem {
        .init(code: "own_seat", "Seat \(seat) is your own: claim against another one.")
    }

    static func claimsAgainstItself(of seats: Int) -> RequestProblem {
        .init(code: "own_seat", "A seat claims against another one: seats are 1 to \(seats).")
    }

    static func freeSeat(_ seat: Int) -> RequestProblem {
        .init(code: "free_seat", "Nobody has taken seat \(seat) yet, so there is nobody to claim against.")
    }

    static func claimed(by seat: Int, against other: Int) -> RequestProblem {
        .init(code: "claimed", "Seat \(seat) has claimed against seat \(other) already.")
    }

    static func gone(_ seat: Int) -> RequestProblem { .init(code: "gone", "Seat \(seat) has left.") }

    static let onlyResignation = RequestProblem(
        code: "resigned",
        "You have resigned, and a move that crossed it stands. Only the resignation can be sent again: `resign`.")

    static func notNow(_ refusal: some CustomStringConvertible) -> RequestProblem {
        .init(code: "not_now", "That can't be done now: \(refusal).")
    }

    static let playersBetNothing = RequestProblem(
        code: "seated", "You play in this match: only who watches bets.")

    static func noSeatToBetOn(_ seat: Int, of seats: Int) -> RequestProblem {
        .init(code: "no_seat", "There is no seat \(seat) to bet on: expected 1 to \(seats), or 0 for nobody.")
    }

    static let noChips = RequestProblem(
        code: "no_chips", "You have bet all of your \(Bet.chipsOfBettor) chips in this match: none are left.")

    static func tooFewChips(_ left: Int) -> RequestProblem {
        .init(
            code: "no_chips",
            "You have \(left) of \(Bet.chipsOfBettor) chips left: bet 1\(left > 1 ? " to \(left)" : "").")
    }

    static func noBetNow(_ refusal: some CustomStringConvertible) -> RequestProblem {
        .init(code: "not_now", "That can't be bet now: \(refusal).")
    }
}

// MARK: Messages

extension RequestProblem {
    static let nothingToSend = RequestProblem(code: "nothing_to_send", "There is nothing to send.")
    static let nothingToSendAgain = RequestProblem(code: "nothing_to_send", "There is nothing to send again.")

    static func nothingToSend(from seat: Int) -> RequestProblem {
        .init(
            code: "nothing_to_send",
            "Seat \(seat) has nothing to send: the last move is another seat's, whose message it is.")
    }

    static let noDispute = RequestProblem(
        code: "no_dispute", "This match isn't disputed: there is no other version of it to go on with.")

    static func tooManyPlies(_ count: Int) -> RequestProblem {
        .init(
            code: "too_many_plies", "A message holds at most \(WireLimits().plies) plies; this match has \(count).")
    }

    static func otherKey(claiming seat: Int) -> RequestProblem {
        .init(code: "no_key", "The key of seat \(seat), which claims, is on another host.")
    }

    static func otherKey(_ ply: Int, of seat: Int) -> RequestProblem {
        .init(
            code: "no_key",
            "Ply \(ply) was played here for seat \(seat), whose key another host holds: undo it, and receive "
                + "seat \(seat)'s message.")
    }

    static func lostChoice(of seat: Int) -> RequestProblem {
        .init(
            code: "chosen",
            "Seat \(seat) has chosen in this round already, in a message whose move was lost. Another choice would be "
                + "two: undo this one, and play the first one again.")
    }

    static func keyElsewhere(_ seat: Int) -> RequestProblem {
        .init(code: "no_key", "The key of seat \(seat) is on another device: receive its message.")
    }

    static func chosenElsewhere(_ seat: Int) -> RequestProblem {
        .init(
            code: "sealed",
            "What seat \(seat) has sealed was chosen on another device: the match is played on there.")
    }

    static func mustResignAgain(_ seat: Int) -> RequestProblem {
        .init(
            code: "resigned",
            "Seat \(seat) has resigned, and a move that crossed it stands: let it `resign` again. Nothing else can be "
                + "sent for it; what was played for it since can be taken back with `undo`.")
    }

    static func lostVersion(of seat: Int) -> RequestProblem {
        .init(
            code: "second_version",
            "Seat \(seat) has sent something else at this place, which was lost: a second version of the match "
                + "isn't signed. Wait for the others to go on, or play the same again.")
    }

    static func sealedElsewhere(by seat: Int) -> RequestProblem {
        .init(code: "sealed", "Seat \(seat) sealed a move that this device doesn't know: a message can't tell it.")
    }

    static func mustOpenElsewhere(_ seat: Int) -> RequestProblem {
        .init(code: "sealed", "What seat \(seat) has sealed was chosen on another device: open it there.")
    }

    static func untoldLeaving(of seat: Int, _ why: String?) -> RequestProblem {
        .init(code: "left", "Seat \(seat) left\(why.map { " (\($0))" } ?? ""), which a message can't tell.")
    }

    static func noSignature(of seat: Int, _ refusal: some CustomStringConvertible) -> RequestProblem {
        .init(code: "not_now", "Seat \(seat) can't sign that: \(refusal).")
    }

    static func onlyTwoSeats(_ seats: Int) -> RequestProblem {
        .init(code: "bad_seats", "Messages are for matches of two seats here; this match has \(seats).")
    }

    static let ownSeed = RequestProblem(
        code: "own_seed",
        "The draws of this match are keyed by its own seed, which messages can't tell: open the match without `seed`.")
    static let drawnAlone = RequestProblem(
        code: "drawn_alone",
        "What was drawn here was drawn by this host alone, which messages can't tell: ask for the message that "
            + "invites right behind `open`, before the first move.")
}

// MARK: Stored matches

extension RequestProblem {
    static func unusable(_ why: some CustomStringConvertible) -> RequestProblem {
        .init(code: "unusable", "This match can't be gone on with: \(why).")
    }

    static func unusableSave(_ error: any Error) -> RequestProblem {
        .init(code: "unusable", "The saved match can't be gone on with: \(error)")
    }

    static func otherVersion(of game: GameID) -> RequestProblem {
        .init(code: "other_rules", "This match was begun with another version of \(game), which isn't here.")
    }

    static func untoldChoice(of seat: Int) -> RequestProblem {
        .init(code: "damaged_match", "The saved match is incomplete: it doesn't say what seat \(seat) chose.")
    }
}
