import Foundation
import Parlor

@testable import ParlorCommand

/// An emulation of a terminal's screen: the part of xterm that the program uses.
struct EmulatedScreen {
    private(set) var cells: [[String]]
    private(set) var cursor = (row: 0, column: 0)
    private(set) var isAlternate = false
    private(set) var hasMouse = false
    /// The text on the normal screen, not the alternate one.
    private(set) var normal = ""
    private let columns: Int

    init(columns: Int, rows: Int) {
        self.columns = columns
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The rows without the spaces at their ends.
    var lines: [String] {
        cells.map { row in
            var text = row.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    var text: String { lines.joined(separator: "\n") }

    mutating func take(_ text: String) {
        var rest = text[...]
        while let character = rest.first {
            if rest.hasPrefix("\u{1B}["), let end = rest.dropFirst(2).firstIndex(where: { $0.isLetter }) {
                control(String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end]), rest[end])
                rest = rest[rest.index(after: end)...]
                continue
            }
            rest = rest.dropFirst()
            if isAlternate { put(character) } else { normal.append(character) }
        }
    }

    private mutating func put(_ character: Character) {
        let width = SafeText(String(character)).columns
        guard !character.isNewline, width > 0 else { return }
        // without wrapping, a character beyond the edge goes into the last column
        cells[cursor.row][min(cursor.column, columns - 1)] = String(character)
        if width == 2, cursor.column + 1 < columns { cells[cursor.row][cursor.column + 1] = "" }
        cursor.column = min(cursor.column + width, columns - 1)
    }

    private mutating func control(_ parameters: String, _ letter: Character) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        switch (letter, parameters) {
        case ("H", _):
            cursor = (
                min((numbers.first ?? 1) - 1, cells.count - 1), min((numbers.dropFirst().first ?? 1) - 1, columns - 1)
            )
        case ("G", _): cursor.column = min((numbers.first ?? 1) - 1, columns - 1)
        case ("J", "2"): cells = Array(repeating: Array(repeating: " ", count: columns), count: cells.count)
        case ("K", _): for column in cursor.column..<columns { cells[cursor.row][column] = " " }
        case ("h", "?1049"), ("l", "?1049"): isAlternate = letter == "h"
        case ("h", "?1000"), ("l", "?1000"): hasMouse = letter == "h"
        default: break
        }
    }
}

/// The screen at each `look` of a test. The screen of a look that never happened is empty.
struct Views {
    var all: [String] = []

    var isEmpty: Bool { all.isEmpty }

    subscript(_ index: Int) -> String { all.indices.contains(index) ? all[index] : "" }
}

/// A terminal whose person does what a test lists. After that, the input ends.
final class EmulatedTerminal: ScreenTerminal {
    enum Deed {
        case keys(String)
        case interrupt
        case resize(columns: Int, rows: Int)
        /// Keeps the screen in ``EmulatedTerminal/seen``.
        case look
        /// Clicks on a text of the screen.
        case click(on: String)
    }

    private var deeds: [Deed]
    private(set) var size: (columns: Int, rows: Int)
    private(set) var screen: EmulatedScreen
    private(set) var seen = Views()
    private(set) var raw = ""
    /// The number of bytes that had been written at each look.
    private(set) var writtenAtLooks: [Int] = []

    init(columns: Int = 80, rows: Int = 24, _ deeds: [Deed]) {
        (size, self.deeds) = ((columns, rows), deeds)
        screen = EmulatedScreen(columns: columns, rows: rows)
    }

    func enter() { if !screen.isAlternate { write(OwnTerminal.entering) } }

    func leave() { if screen.isAlternate { write(OwnTerminal.leaving) } }

    func write(_ text: String) {
        raw += text
        screen.take(text)
    }

    func read() -> TerminalInput {
        guard !deeds.isEmpty else { return .end }
        switch deeds.removeFirst() {
        case .keys(let text): return .bytes(Array(text.utf8))
        case .interrupt: return .interrupted
        case .look:
            seen.all.append(screen.text)
            writtenAtLooks.append(raw.utf8.count)
            return .silence
        case .resize(let columns, let rows):
            size = (columns, rows)
            screen = EmulatedScreen(columns: columns, rows: rows)
            screen.take(OwnTerminal.entering)
            return .changed
        case .click(let text):
            for (row, line) in screen.lines.enumerated() {
                guard let place = line.range(of: text) else { continue }
                let column = SafeText(String(line[..<place.lowerBound])).columns
                return .bytes(Array("\u{1B}[<0;\(column + 1);\(row + 1)M".utf8))
            }
            return .silence
        }
    }
}

/// A match at one keyboard, played on an emulated terminal.
struct PlayedOnScreen {
    let session: HotSeatMode
    let terminal: EmulatedTerminal
    let history = InputHistory(file: nil)
    let status: Int32

    var seen: Views { terminal.seen }

    init(
        _ script: GameScript, seats: String? = nil, columns: Int = 80, rows: Int = 24, _ deeds: [EmulatedTerminal.Deed]
    ) throws {
        let players = try seats.map { try Players(argument: $0) } ?? Players(count: script.seats.lowerBound)
        let terminal = EmulatedTerminal(columns: columns, rows: rows, deeds)
        let size = SizeOfTerminal(terminal)
        session = HotSeatMode(
            match: try Match(of: script, seats: players.count, seed: 7), players: players,
            screen: Screen(columns: { size.columns }, rows: { size.rows }),
            lines: FullScreen(on: terminal, history: history, charset: .unicode, colour: .ansi), write: { _ in },
            complain: { _ in }, readScript: { () throws(GameError) in script })
        status = session.run()
        self.terminal = terminal
    }

    init(
        _ game: String, seats: String? = nil, columns: Int = 80, rows: Int = 24, _ deeds: [EmulatedTerminal.Deed]
    ) throws {
        try self.init(try GameCatalog(home: home).script(game), seats: seats, columns: columns, rows: rows, deeds)
    }
}

/// The size of an emulated terminal, used only on the test's thread.
final class SizeOfTerminal: @unchecked Sendable {
    private let terminal: EmulatedTerminal

    init(_ terminal: EmulatedTerminal) { self.terminal = terminal }

    var columns: Int { terminal.size.columns }
    var rows: Int { terminal.size.rows }
}
