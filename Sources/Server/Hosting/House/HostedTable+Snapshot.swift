// Where a match stands, kept beside its log so that it needn't be played again.
extension HostedTable {
    /// Matches of fewer entries are as quickly played again.
    static let leastEntries = 40

    /// Notes where the match stands, if it is in memory and long enough.
    func keepSnapshot() async throws(HostingError) {
        guard isLoaded, knownNumber >= Self.leastEntries else { return }
        let bytes = try await ask { match throws(HostingError) in
            try match.phase() == .playing ? try MatchStand(match).bytes : nil
        }
        guard let bytes else { return }
        do throws(MatchLogError) {
            try await house.log.note(.snapshot, bytes, on: id)
        } catch {
            throw HostingError(error)
        }
    }

    /// What was noted of the match; nil for nothing.
    func snapshot(of entries: [LoggedEntry]) async -> MatchStand? {
        guard entries.count >= Self.leastEntries else { return nil }
        return (try? await house.log.note(.snapshot, on: id)).flatMap { $0 }.flatMap(MatchStand.init)
    }
}
