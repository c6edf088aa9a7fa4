import GameApps
import MatchSessions
import Simulation

/// W3: over any network, all devices end with the same verified match.
struct DeliveryCheck: GameCheck {
    static let properties: [Property] = [.w3]

    /// Returns the number of matches.
    static func matches(_ effort: Effort) -> Int { effort == .quick ? 2 : 60 }

    /// Reads a message on a device.
    var reader = SessionNetwork.standardReader
    /// Returns whether a parcel reaches the network.
    var carries: (Packet) -> Bool = { _ in true }

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        // the shortest game first, because a quick run may have time for only one match
        let games = Array(run.messageGames.reversed())
        guard !games.isEmpty else { return }
        var random = run.generator(.w3)
        try run.go(through: 0..<Self.matches(run.effort), .w3, "matches over bad networks") { number throws(Finding) in
            let game = games[number % games.count]
            let seed = random.next()
            do {
                var tables = try SessionNetwork(
                    run.subject.script, game.setup, length: game.steps.count, seed: seed, reader: reader,
                    carries: carries)
                do {
                    try tables.play()
                    run.note(.w3, times: tables.people.count)
                } catch {
                    let problem = (error as? SessionNetwork.Problem).map { Finding(.w3, $0.sentence) }
                    throw problem.map { Finding($0, standard: .w3, in: tables.played) }
                        ?? Finding(error, standard: .w3, in: tables.played)
                }
            } catch {
                throw Finding(error, standard: .w3, in: game)
            }
        }
    }
}
