import Hosting
import Synchronization

/// The public matches that an address has opened and that still wait for players. Their number is
/// limited, so that nobody fills the lobby.
final class OpenMatches: Sendable {
    private struct Opened {
        let match: HostedMatchID
        let at: Timestamp
    }

    private let most: Int
    private let byAddress = Mutex<[String: [Opened]]>([:])
    private static let mostAddresses = 20_000
    /// The seconds for which a match that doesn't exist yet may still be opened.
    private static let young = 30

    init(most: Int) { self.most = most }

    /// Records that an address is about to open a match. The same match may be recorded any number
    /// of times.
    ///
    /// - Throws: ``HostingError/tooMany(_:)``, and the errors of `house`.
    func admit(_ match: HostedMatchID, from address: String, _ house: MatchService) async throws(HostingError) {
        if enter(match, address) { return }
        // the address is at the limit: remove the matches that don't wait for players any more
        let known = byAddress.withLock { $0[address] ?? [] }
        var gone: Set<HostedMatchID> = []
        for opened in known {
            switch try await house.isWaiting(opened.match) {
            case true?: break
            case false?: gone.insert(opened.match)
            case nil: if opened.at.adding(seconds: Self.young) < .now { gone.insert(opened.match) }
            }
        }
        byAddress.withLock { $0[address]?.removeAll { gone.contains($0.match) } }
        guard enter(match, address) else {
            throw .tooMany("\(most) of your matches wait for players already. Wait, or open one that isn't public.")
        }
    }

    private func enter(_ match: HostedMatchID, _ address: String) -> Bool {
        byAddress.withLock { all in
            if all.count > Self.mostAddresses { all = [:] }
            var opened = all[address] ?? []
            if opened.contains(where: { $0.match == match }) { return true }
            guard opened.count < most else { return false }
            opened.append(Opened(match: match, at: .now))
            all[address] = opened
            return true
        }
    }
}
