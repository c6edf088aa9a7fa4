import GameRules
import MessageProtocol

// The check of a session that comes from elsewhere.
extension SessionReader {
    /// Checks that a session that was read may be built on: its signatures, its moves by the rules,
    /// and what its seats have sealed.
    ///
    /// - Throws: ``SessionError``.
    public func check() throws(SessionError) {
        func refuse(_ why: String) -> SessionError { .request("This match can't be gone on with: \(why).") }
        for log in [session.signedLog, session.dispute?.dispute.theirs].compactMap(\.self) + session.lostRounds {
            if let forgery = log.forgery() { throw refuse("\(forgery)") }
        }
        for join in session.joins where !join.isSigned(for: session.signedLog.heads[0]) {
            throw refuse("the request for seat \(join.seat) isn't signed by who makes it")
        }
        for offer in session.bets where offer.bet.number(signedFor: session.signedLog.heads[0]) != offer.number {
            throw refuse("a bet isn't signed by who offers it")
        }
        for seat in session.seats where session.knowsSecrets(of: seat) {
            let hidden = session.signedLog.log.hidden(by: seat).compactMap { session.signedLog.log.plies[$0].hidden }
            let known = hidden.compactMap { session.secrets[$0] }
            guard !known.isEmpty, let key = session.key(of: seat) else { continue }
            let said = Disclosure(key: CommitmentKey(of: key), moves: known.map(\.move))
            guard said.opened(of: seat, in: session.signedLog.log.plies[...], of: session.signedLog.match) == known
            else {
                throw refuse("what it says that seat \(seat) has sealed isn't what was sealed")
            }
        }
        // play the log without the own secrets, on rules that aren't used again
        let receiver = rules.fresh(within: rules.budget).receiver(for: nil)
        let refusal = try saying(SessionError.replay) { () throws(ReplayFailure) in
            try receiver.refusal(of: session.signedLog, after: 0)
        }
        if let refusal { throw refuse(refusal) }
        // others must accept the messages that it would send again
        for (url, head) in [
            (session.url, session.signedLog.head), (session.draft?.url, session.draft?.signedLog.head),
        ] {
            guard let url else { continue }
            let verdict = receiver.verdict(on: url) { _ in nil }
            guard case .adopt(let adoption) = verdict, adoption.signedLog.head == head else {
                throw refuse("its own message is no message of it")
            }
        }
    }
}
