import GameRules
import Values

// The log as somebody may read it. What a viewer may not know yet is never put into a line.
extension HostedMatch {
    /// The lines behind an entry, as a seat may read them; nil for a spectator.
    func lines(after number: Int, for viewer: Int?) throws(HostingError) -> [EntryLine] {
        guard number < self.number else { return [] }
        let texts = try texts(for: viewer)
        return (max(0, number)..<self.number).map { index in
            line(index + 1, entries[index], text: texts[index + 1] ?? nil)
        }
    }

    /// The texts of moves by the number of their entry, as far as the viewer may read them.
    private func texts(for viewer: Int?) throws(HostingError) -> [Int: String?] {
        // a match whose log holds no move needs no Lua
        guard !counted.isEmpty else { return [:] }
        let history = try rules { match throws(GameError) in try match.history(for: viewer) }
        var places: [Int: Int] = [:]
        var texts: [Int: String?] = [:]
        for entry in history {
            let place = places[entry.seat, default: 0]
            places[entry.seat] = place + 1
            guard let numbers = counted[entry.seat], numbers.indices.contains(place) else { continue }
            texts[numbers[place]] = entry.leaving == nil ? entry.text : nil
        }
        return texts
    }

    private func line(_ number: Int, _ entry: HostedEntry, text: String?) -> EntryLine {
        let (seat, says): (Int?, String)
        switch entry.event {
        case .open: (seat, says) = (nil, "The match is open.")
        case .join(let place, let sitter):
            (seat, says) = (place, "\(sitter.name) sits down" + (sitter.isBot ? " (a bot)." : "."))
        case .ply(let place, _):
            (seat, says) = (place, text.map { "\(name(place)): \($0)" } ?? "\(name(place)) moved in secret.")
        case .leave(let place):
            (seat, says) = (place, left[place] == nil ? "A player stands up." : Leaving.resigned.sentence(name(place)))
        case .timeout(let place): (seat, says) = (place, Leaving.timeout.sentence(name(place)))
        case .say(let place, let phrase): (seat, says) = (place, "\(name(place)): “\(phrase.text)”")
        case .close(let why):
            (seat, says) = (
                nil, why == .empty ? "Everybody has left; the match is closed." : "Nobody came; the match is closed."
            )
        case .next: (seat, says) = (nil, "There is a rematch.")
        }
        return EntryLine(
            number: number, at: entry.at.text, kind: entry.kind, seat: seat, text: text, says: says)
    }

    /// What a seat is called in a sentence.
    func name(_ seat: Int) -> String { names.name(seat) }
}
