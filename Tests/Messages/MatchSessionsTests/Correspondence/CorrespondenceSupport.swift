import MessageProtocol

@testable import GameApps
@testable import MatchSessions

extension CorrespondenceMatch {
    /// The keys of the seats on this host.
    var keys: [Int: SeatKey] {
        guard let session else { return [:] }
        return Dictionary(uniqueKeysWithValues: session.seats.map { ($0, session.key(of: $0)) }).compactMapValues(
            \.self)
    }

    /// Lets a changed app know a move that it sealed by hand.
    func know(_ form: HiddenForm) {
        if case .hide(let commitment) = form.action { session?.secrets[commitment] = form.opened }
    }

    /// The sealed moves of its seats.
    var secrets: [Commitment: RevealedMove] { session?.secrets ?? [:] }
}
