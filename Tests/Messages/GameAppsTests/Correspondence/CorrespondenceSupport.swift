import MessageProtocol

@testable import GameApps
@testable import MatchSessions

extension CorrespondenceMatch {
    /// The keys of the seats that are played on this host.
    var keys: [Int: SeatKey] {
        guard let session else { return [:] }
        return Dictionary(uniqueKeysWithValues: session.seats.map { ($0, session.key(of: $0)) }).compactMapValues(
            \.self)
    }

    /// A changed app knows what it has sealed by hand.
    func know(_ form: HiddenForm) {
        if case .hide(let commitment) = form.action { session?.secrets[commitment] = form.opened }
    }

    /// What its seats have sealed.
    var secrets: [Commitment: RevealedMove] { session?.secrets ?? [:] }
}
