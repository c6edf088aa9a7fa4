import Foundation
import GameRules
import MessageProtocol

// Receiving messages, and sending the draft.
extension MatchSession {
    /// Opens the match of a message that is adopted as new.
    ///
    /// - Returns: The protocol's verdict, and the match if it is adopted.
    package static func opened(
        by envelope: Envelope, in url: String?, now: Duration, using rules: SessionRules
    ) -> (verdict: Verdict, session: MatchSession?) {
        let verdict = rules.receiver(for: nil).verdict(on: envelope, known: nil)
        guard case .adopt(let adoption) = verdict else { return (verdict, nil) }
        var receiver = SessionReceiver(MatchSession(adoption.signedLog, changed: now), rules)
        receiver.take(adoption, envelope, from: url, now: now)
        return (verdict, receiver.session)
    }

    /// Opens the match of a message url that is adopted as new.
    ///
    /// - Returns: The protocol's verdict, and the match if it is adopted.
    public static func opened(
        by url: String, now: Duration, using rules: SessionRules
    ) -> (verdict: Verdict, session: MatchSession?) {
        do throws(WireError) {
            let url = url.trimmingCharacters(in: .whitespacesAndNewlines)
            let envelope = try rules.envelope(from: url)
            return rules.replaying.run { opened(by: envelope, in: url, now: now, using: rules) }
        } catch {
            return (Verdict(error), nil)
        }
    }

    /// Judges a message of the match by the protocol's table of verdicts, and adopts its log if the
    /// verdict is `adopt`. The message may come from any source. Reading the same message again
    /// changes nothing.
    ///
    /// - Parameters:
    ///   - sender: The device's name for the sender; nil if unknown.
    ///   - now: The time of this device's clock.
    public mutating func receive(
        _ url: String, from sender: String? = nil, now: Duration, using rules: SessionRules
    ) -> Verdict {
        var receiver = SessionReceiver(self, rules)
        defer { self = receiver.session }
        return receiver.receive(url, from: sender, now: now)
    }

    /// Judges a message by the protocol's table of verdicts, and adopts its log if the verdict is
    /// `adopt`. Reading the same message again changes nothing.
    ///
    /// - Parameters:
    ///   - url: The url of the message. If it is nil, the url is computed from the envelope when it
    ///     is needed.
    ///   - sender: The sender that the host reports; nil if unknown.
    package mutating func receive(
        _ envelope: Envelope, in url: String?, from sender: String?, now: Duration, using rules: SessionRules
    ) -> Verdict {
        var receiver = SessionReceiver(self, rules)
        defer { self = receiver.session }
        return receiver.receive(envelope, in: url, from: sender, now: now)
    }

    /// Stores a bet that a message offers. The next move of a seat that is played here carries the
    /// bet.
    ///
    /// - Returns: The reason that the bet isn't accepted; nil if the bet is accepted, or counts
    ///   already.
    package mutating func take(_ bet: Bet, using rules: SessionRules) -> OfferRefusal? {
        var receiver = SessionReceiver(self, rules)
        defer { self = receiver.session }
        return receiver.take(bet)
    }

    /// Stores our own bet after its offer was sent.
    ///
    /// - Returns: The reason that the bet can't count any more, for example because the pools have
    ///   closed since it was drafted; nil if it can.
    package mutating func offer(_ offer: OfferedBet, using rules: SessionRules) -> BetRefusal? {
        var receiver = SessionReceiver(self, rules)
        defer { self = receiver.session }
        return receiver.offer(offer)
    }

    /// Counts the draft as sent. The draft was verified when it was made, and its plies bind the seat
    /// from now on.
    ///
    /// - Returns: The adopted log. Nil if there is no draft, or if the match has continued since
    ///   the draft was made. Also nil for a bet, which waits for a move that carries it.
    public mutating func send(now: Duration, using rules: SessionRules) -> Adoption? {
        var receiver = SessionReceiver(self, rules)
        defer { self = receiver.session }
        return receiver.send(now: now)
    }

    /// Continues with the other log of a disputed match. The person chooses this, and no other
    /// device learns of the choice until this seat builds on that log.
    ///
    /// - Throws: ``SessionError`` for a match that isn't disputed.
    public mutating func goOnWithTheirs(now: Duration, using rules: SessionRules) throws(SessionError) {
        var receiver = SessionReceiver(self, rules)
        try receiver.goOnWithTheirs(now: now)
        self = receiver.session
    }
}
