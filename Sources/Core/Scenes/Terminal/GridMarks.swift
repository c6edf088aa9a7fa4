/// The marks of a board in the characters of a terminal.
///
/// In ASCII no two marks may come out alike, or a fact would be lost: a mark that has no stand-in of its own gets a
/// letter, and a legend says what the letter means.
struct GridMarks {
    /// What to draw in each cell, empty for an empty one.
    let shown: [String]
    /// `F: fox face`, in reading order.
    let legend: [String]

    init(_ grid: GridNode, charset: TerminalRenderer.Charset) {
        guard charset == .ascii else {
            shown = grid.cells.map { $0.sign ?? "" }
            legend = []
            return
        }
        var signs: [String: String] = [:]
        var taken: Set<String> = []
        let marks = grid.cells.compactMap(\.sign)
        for mark in marks where mark.utf8.allSatisfy({ $0 < 0x80 }) {
            signs[mark] = mark
            taken.insert(mark)
        }
        var legend: [String] = []
        for cell in grid.cells {
            guard let mark = cell.sign, signs[mark] == nil else { continue }
            if let sign = ASCIIFallback.mark(mark), taken.insert(sign).inserted {
                signs[mark] = sign
                continue
            }
            let name = cell.label.map { ASCIIFallback.text($0.string) } ?? GridMarks.name(of: mark)
            let sign = GridMarks.freeSign(for: name, taken: taken)
            taken.insert(sign)
            signs[mark] = sign
            legend.append("\(sign): \(name)")
        }
        shown = grid.cells.map { cell in cell.sign.flatMap { signs[$0] } ?? "" }
        self.legend = legend
    }

    /// The initial of a word of the name, else the first free capital, else a free number.
    private static func freeSign(for name: String, taken: Set<String>) -> String {
        let initials = name.split(separator: " ").compactMap { $0.first?.uppercased() }
        let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }
        if let free = (initials.filter(capitals.contains) + capitals).first(where: { !taken.contains($0) }) {
            return free
        }
        // A board has finitely many marks, so some number is free.
        var number = 1
        while taken.contains(String(number)) { number += 1 }
        return String(number)
    }

    /// The Unicode name of a mark's first character.
    private static func name(of mark: String) -> String {
        guard let scalar = mark.unicodeScalars.first else { return "" }
        if let name = scalar.properties.name { return name.lowercased() }
        return "U+" + String(scalar.value, radix: 16, uppercase: true)
    }
}
