import GameRules
import Values

/// M1, M2, M5: the list of legal moves, at every ply.
struct MoveListCheck: PlyCheck {
    static let properties: [Property] = [.m1, .m2, .m5]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        guard !game.isOver else { return }
        guard !game.status.turn.isEmpty else {
            throw Finding(.m1, "The match isn't over, but nobody is to move.")
        }
        for seat in game.status.turn {
            let moves = game.legal[seat] ?? []
            game.note(.m1)
            guard !moves.isEmpty else {
                throw Finding(.m1, "Seat \(seat) is to move but has no legal move. The match can't continue.")
            }
            try checkDoubles(moves, seat)
            try checkTexts(moves, seat)
            if game.isLookedAt { try checkRepeat(moves, seat, game) }
        }
        game.note(.m2)
        game.note(.m5)
    }

    private func checkDoubles(_ moves: [Move], _ seat: Int) throws(Finding) {
        var seen: [String: Move] = [:]
        for move in moves where move.typed == nil {
            let key = "\(move.name) \((try? move.argument.json()) ?? move.text)"
            if seen[key] != nil {
                throw Finding(.m2, "`moves.\(move.name).choices` lists '\(move.text)' twice for seat \(seat).")
            }
            seen[key] = move
        }
    }

    private func checkTexts(_ moves: [Move], _ seat: Int) throws(Finding) {
        var texts: [String: Move] = [:]
        for move in moves {
            if let other = texts[move.text] {
                let names = Set([move.name, other.name]).sorted().map { "`\($0)`" }.joined(separator: " and ")
                throw Finding(
                    .m5,
                    "Two legal moves of seat \(seat) have one text, '\(move.text)' (\(names)). Give each its own."
                )
            }
            texts[move.text] = move
            if let fault = Self.fault(in: move.text) {
                throw Finding(.m5, "The text '\(move.text)' of a move `\(move.name)` \(fault).")
            }
        }
        var notations: [String: Move] = [:]
        for move in moves {
            guard let notation = move.alternative else { continue }
            if let other = notations[notation] {
                throw Finding(
                    .m5, "`format` gives '\(notation)' for both '\(other.text)' and '\(move.text)' of seat \(seat).")
            }
            if let other = texts[notation], other != move {
                throw Finding(
                    .m5, "`format` gives '\(notation)' for '\(move.text)', which is another legal move's text.")
            }
            notations[notation] = move
        }
    }

    /// Returns the reason why a person can't read or type a text; nil if there is none.
    private static func fault(in text: String) -> String? {
        if text.isEmpty { return "is empty" }
        if text.first?.isWhitespace == true || text.last?.isWhitespace == true { return "starts or ends with a space" }
        if text.hidesSomething { return "holds invisible characters" }
        return text.count > 200 ? "has \(text.count) characters, but at most 200 are allowed" : nil
    }

    private func checkRepeat(_ moves: [Move], _ seat: Int, _ game: Playout) throws(Finding) {
        let again = try game.attempt(.m2) { () throws(GameError) in try game.match.views.freshMoves(for: seat) }
        guard again == moves else {
            let place = zip(moves, again).enumerated().first { $1.0 != $1.1 }?.offset ?? min(moves.count, again.count)
            let (before, after) = (moves.dropFirst(place).first?.text, again.dropFirst(place).first?.text)
            throw Finding(
                .m2,
                "The choices of seat \(seat) differ from one call to the next. Number \(place + 1) was "
                    + "\(before.map { "'\($0)'" } ?? "nothing"), then \(after.map { "'\($0)'" } ?? "nothing").")
        }
    }
}
