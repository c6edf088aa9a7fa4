import Values

/// A match played over under another text of its script.
extension Match {
    /// Plays this match's moves, by their texts, under another version of the script: with the same seats, options and seed.
    ///
    /// Options that the other version doesn't know are left out.
    ///
    /// - Throws: ``GameError/request(_:)`` with the first move that isn't legal there; or what the script fails with.
    public func replayed(under script: GameScript) throws(GameError) -> Match {
        let history = try history()
        let known = Set(script.options.map(\.name))
        let match = try Match(
            of: script, seats: seats, options: options.filter { known.contains($0.key) }, draws: keptDraws)
        for (index, entry) in history.enumerated() {
            WorkCounter.add(.pliesReplayed)
            do throws(GameError) {
                if entry.choice == .sealed {
                    try match.seal(seat: entry.seat)
                } else if let why = entry.leaving {
                    try match.leave(seat: entry.seat, why: why)
                } else {
                    try match.play(entry.text ?? "", seat: entry.seat)
                }
            } catch {
                guard case .rejected(let rejection) = error else { throw error }
                let move = "'\(entry.text ?? "sealed")' of seat \(entry.seat)"
                throw .request("Ply \(index + 1), \(move), isn't legal under the new rules: \(rejection.message)")
            }
        }
        return match
    }
}
