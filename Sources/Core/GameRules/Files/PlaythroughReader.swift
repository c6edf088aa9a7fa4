import Foundation

/// A reader of the lines of a ``Playthrough``. It checks their order, and that no field occurs
/// twice.
struct PlaythroughReader {
    /// The number of the line in which each field was found.
    private var said: [String: Int] = [:]
    private var hasPlies = false

    /// Reads a line that is neither empty nor a comment.
    ///
    /// - Parameters:
    ///   - line: The line, without spaces at its ends.
    ///   - number: The number of the line, from 1.
    /// - Throws: ``GameError/request(_:)`` with the number, and what was expected.
    mutating func read(_ line: String, number: Int, into playthrough: inout Playthrough)
        throws(GameError)
    {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let isPly = line.utf8.first.map { (48...57).contains($0) } ?? false
        if parts[0] != "outcome", let end = said["outcome"] {
            throw .request(
                .line(number, "expected nothing behind the outcome, which stands in line \(end)", found: line))
        }
        if isPly || parts[0] == "outcome", said["game"] == nil {
            let what = isPly ? "first ply" : "outcome"
            throw .request(.line(number, "expected the head, with `game: …`, before the \(what)"))
        }
        if isPly {
            try readPly(line, number, into: &playthrough)
        } else {
            try readHead(parts[0], parts.count == 2 ? parts[1] : nil, line, number, into: &playthrough)
        }
    }

    private mutating func readPly(
        _ line: String, _ number: Int, into playthrough: inout Playthrough
    ) throws(GameError) {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let seat = Int(parts[0]), (1...16).contains(seat) else {
            throw .request(.line(number, "a ply is a seat and a move, such as `1 b2`", found: line))
        }
        if let seats = playthrough.seats, let place = said["seats"], seat > seats {
            throw .request(.line(number, "expected a seat from 1 to \(seats), as line \(place) says", found: line))
        }
        let ply = Playthrough.Ply(seat: seat, move: String(parts[1]), line: number)
        if let refusal = ply.refusal { throw .request("Line \(number): \(refusal)") }
        hasPlies = true
        playthrough.plies.append(ply)
    }

    private mutating func readHead(
        _ key: String, _ given: String?, _ line: String, _ number: Int,
        into playthrough: inout Playthrough
    ) throws(GameError) {
        let isOption = key.hasPrefix("option ") || key == "option"
        guard let value = given,
            isOption || ["game", "outcome", "version", "seats", "seed"].contains(key)
        else {
            throw .request(.line(number, "expected game, seats, seed, option, outcome or a ply", found: line))
        }
        guard key == "outcome" || !hasPlies else {
            throw .request(
                .line(number, "expected a ply or the outcome; the head ends before the first ply", found: line))
        }
        let name = isOption ? key.dropFirst(7).trimmingCharacters(in: .whitespaces) : ""
        let what = isOption ? "option \(name)" : key
        if let before = said.updateValue(number, forKey: what) {
            throw .request(.line(number, "expected one \(what.excerpt); line \(before) has one already", found: line))
        }
        func count(_ words: String) throws(GameError) -> Int {
            guard let count = Int(value) else {
                throw .request(.line(number, "\(words) is a number, not `\(value.excerpt)`"))
            }
            return count
        }
        switch key {
        case "game":
            guard !value.isEmpty else {
                throw .request(.line(number, "expected the game's id behind `game:`"))
            }
            playthrough.game = value
        case "outcome":
            guard !value.isEmpty else {
                throw .request(.line(number, "expected the outcome behind `outcome:`"))
            }
            playthrough.outcome = value
        case "version": playthrough.version = try count("version")
        case "seats": playthrough.seats = try count("seats")
        case "seed":
            guard let seed = UInt64(value) else {
                throw .request(.line(number, "the seed is a number, not `\(value.excerpt)`"))
            }
            playthrough.seed = seed
        default:
            guard !name.isEmpty else {
                throw .request(.line(number, "expected the option's name behind `option`"))
            }
            playthrough.options[name] = value
        }
    }
}
