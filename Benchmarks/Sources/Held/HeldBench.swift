import Measuring
import Parlor

/// The memory of the matches in one table after all were played to their ends, without their Lua states.
struct HeldBench {
    let game: String
    /// The number of matches in the table: the requested number, or fewer if the time was too short.
    let matches: Int
    /// The growth of the process's resident memory, or nil if the system doesn't report it.
    let bytes: Int?

    /// - Parameters:
    ///   - matches: The most matches.
    ///   - box: The time. Most of it is for making the matches, which takes longer than reading them.
    init(_ script: GameScript, matches: Int, within box: TimeBox) throws {
        game = script.id
        guard try Match(of: script, seats: 2, seed: 0).status.outcome == nil else { throw BenchFailure.overAtOnce }
        let urls = try Self.urls(script, matches, within: box.part(0.8))
        let reader = try BenchSeat(1, script)
        let before = ProcessMemory.resident()
        for (place, url) in urls.enumerated() where place == 0 || !box.isOver { try reader.read(url) }
        reader.table.forgetRules()
        self.matches = reader.table.records.count
        bytes = before.flatMap { before in ProcessMemory.resident().map { max(0, $0 - before) } }
    }

    /// Returns the last messages of `count` matches, or of fewer matches if the time is too short. If the time ends during the
    /// first match, returns the last message of the unfinished match.
    private static func urls(_ script: GameScript, _ count: Int, within box: TimeBox) throws -> [String] {
        var random = SplitMix64(seed: 1)
        var urls: [String] = []
        while urls.count < count {
            let url =
                script.chance != .none || script.secretive
                ? try drawnMatch(script, box, &random) : try openMatch(script, box, &random)
            if box.isOver, !urls.isEmpty { break }
            urls.append(url)
            if box.isOver { break }
        }
        return urls
    }

    private static func drawnMatch(
        _ script: GameScript, _ box: TimeBox, _ random: inout SplitMix64
    ) throws -> String {
        let seats = try [1, 2].map { try BenchSeat($0, script) }
        let id = try seats[0].table.begin(
            as: .empty, seats: 2, chat: BenchSeat.chat, session: seats[0].session, now: .zero)
        try seats[1].read(seats[0].act(.invite, in: id))
        let join = try seats[1].act(.join, in: id)
        return try DrawnTurn.turns(script, seats, id, joining: join, within: box, &random).last?.url ?? join
    }

    private static func openMatch(
        _ script: GameScript, _ box: TimeBox, _ random: inout SplitMix64
    ) throws -> String {
        let match = try CorrespondenceMatch(of: script, seats: 2, seed: 0)
        let begun = Stopwatch()
        while try !box.isOver && match.match.playRandomMove(using: &random) {
            guard try match.match.status.ply < BenchFailure.mostMoves, begun.seconds < BenchFailure.longestGame else {
                throw BenchFailure.endless
            }
        }
        // only the seat that moved last has a message to send
        return try (try? match.message(from: 1).url) ?? match.message(from: 2).url
    }
}
