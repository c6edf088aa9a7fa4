import GameRules
import Hosting
import Scenes
import Values

/// P4: nothing that is dealt or drawn in `setup` is shown before all seats are taken.
///
/// Two matches on a server that have free seats and differ only in their seed must look the same to
/// everybody.
struct FreeSeatsCheck: GameCheck {
    static let properties: [Property] = [.p4]

    /// The number of seeds. The matches of all seeds must look like the match of the first seed.
    private static let seeds: UInt64 = 4

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        let script = run.subject.script
        guard script.chance != .none else { return }
        try run.go(through: run.setups, .p4, "setups") { setup throws(Finding) in
            do {
                for taken in 0..<setup.seats {
                    let first = try Self.match(setup, taken: taken, seed: run.seed, script)
                    for step in 1..<Self.seeds {
                        let other = try Self.match(setup, taken: taken, seed: run.seed &+ step, script)
                        guard try first.publicDigest() == other.publicDigest() else {
                            throw Self.finding(setup, taken: taken, nil)
                        }
                        for viewer in [nil] + (1...setup.seats).map(Optional.init) {
                            let shown = try run.subject.runtime.visit(first, viewer)
                            guard try shown == run.subject.runtime.visit(other, viewer) else {
                                throw Self.finding(setup, taken: taken, viewer)
                            }
                            run.note(.p4)
                        }
                    }
                }
            } catch {
                // another property judges whether a match begins at all
                if let finding = error as? Finding { throw finding }
            }
        }
    }

    private static func finding(_ setup: GameSetup, taken: Int, _ viewer: Int?) -> Finding {
        let who = viewer.map { "seat \($0)" } ?? "a visitor"
        var finding = Finding(
            .p4,
            "With \(taken) of \(counted(setup.seats, "seat")) taken, \(who) sees what `setup` drew.")
        finding.setup = setup
        return finding
    }

    /// Returns a match on a server in which the first seats are taken.
    private static func match(
        _ setup: GameSetup, taken: Int, seed: UInt64, _ script: GameScript
    ) throws -> HostedMatch {
        let opening = MatchParameters(
            game: script.id, script: script.digest, seats: setup.seats,
            options: try script.options(choosing: setup.options),
            seed: seed, turnLimit: nil, isPublic: true, follows: nil)
        var events: [HostedEntry.Event] = [.open(opening)]
        events += (0..<taken).map { .join(seat: $0 + 1, SeatOccupant(name: "P\($0 + 1)", tokenHash: nil)) }
        let id = HostedMatchID(digest: Array(repeating: 0, count: 13))
        let entries = try events.enumerated().map { index, event in
            let nonce = Nonce(digest: Array(repeating: UInt8(index), count: 13))
            return LoggedEntry(
                number: index + 1, nonce: nonce, bytes: try HostedEntry(at: Timestamp(milliseconds: 0), event).bytes())
        }
        return try HostedMatch(id, entries, script: script)
    }
}
