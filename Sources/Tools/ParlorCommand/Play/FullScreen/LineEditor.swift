import Parlor

/// The line that a person types: characters, a cursor between them, and the history.
struct LineEditor {
    /// The most bytes of a line. A longer line is rejected.
    let longest: Int
    private(set) var characters: [Character] = []
    /// The number of characters before the cursor.
    private(set) var cursor = 0
    /// Whether more was typed than fits.
    private(set) var isTooLong = false

    private var bytes = 0
    /// The index of the older line that is shown, counted from the newest line, and the text typed
    /// before.
    private var recalled: (index: Int, typed: [Character])?

    init(longest: Int) { self.longest = longest }

    var text: String { String(characters) }
    var isEmpty: Bool { characters.isEmpty && !isTooLong }

    /// Starts a new line.
    mutating func clear() { self = LineEditor(longest: longest) }

    mutating func replace(with text: String) {
        clear()
        insert(text)
    }

    /// Inserts a text at the cursor. Line breaks and tabs become spaces; other controls are
    /// dropped.
    mutating func insert(_ text: String) {
        for character in text {
            if character.isNewline || character == "\t" {
                insert(" " as Character)
            } else if !character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                insert(character)
            }
        }
    }

    private mutating func insert(_ character: Character) {
        let size = character.utf8.count
        guard !isTooLong, bytes + size <= longest else {
            isTooLong = true
            return
        }
        // a combining mark joins the character before it
        if cursor > 0 {
            let joined = String([characters[cursor - 1], character])
            if joined.count == 1, let one = joined.first {
                characters[cursor - 1] = one
                bytes += size
                return
            }
        }
        characters.insert(character, at: cursor)
        cursor += 1
        bytes += size
    }

    private mutating func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<characters.count)
        characters.removeSubrange(range)
        cursor = range.lowerBound
        bytes = String(characters).utf8.count
        isTooLong = false
    }

    // MARK: Keys

    /// Handles an editing key.
    ///
    /// - Parameter history: The older lines, the newest last.
    /// - Returns: False for a key that doesn't edit a line.
    mutating func take(_ key: Key, history: [String]) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        case .backspace, .control("h"): remove(max(0, cursor - 1)..<cursor)
        case .delete, .control("d"): remove(cursor..<min(cursor + 1, characters.count))
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .control("k"): remove(cursor..<characters.count)
        case .control("u"): remove(0..<cursor)
        case .control("w"): remove(wordStart..<cursor)
        case .up, .control("p"): recall(1, in: history)
        case .down, .control("n"): recall(-1, in: history)
        default: return false
        }
        return true
    }

    /// The start of the word before the cursor.
    private var wordStart: Int {
        let spaces = characters[..<cursor].reversed().prefix { $0 == " " }.count
        return cursor - spaces - characters[..<(cursor - spaces)].reversed().prefix { $0 != " " }.count
    }

    /// Shows an older or a newer line. After the newest line, shows the typed text again.
    private mutating func recall(_ step: Int, in history: [String]) {
        let typed = recalled?.typed ?? characters
        let index = (recalled?.index ?? -1) + step
        guard index >= -1, index < history.count else { return }
        clear()
        insert(index < 0 ? String(typed) : history[history.count - 1 - index])
        recalled = index < 0 ? nil : (index, typed)
    }

    // MARK: Completion

    /// Extends the line as far as all these lines agree.
    ///
    /// - Returns: The lines that are still possible, if there are several.
    mutating func complete(with lines: [String]) -> [String] {
        let begun = text
        let fitting = lines.filter { $0.hasPrefix(begun) && $0 != begun }
        guard var common = fitting.first else { return [] }
        for line in fitting.dropFirst() { common = String(zip(common, line).prefix { $0 == $1 }.map(\.0)) }
        if common.count > begun.count { replace(with: common) }
        return fitting.count > 1 ? fitting : []
    }
}
