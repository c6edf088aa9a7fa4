/// Decodes keys from the bytes of a terminal: UTF-8, the sequences of xterm and its kin (ECMA-48
/// CSI and SS3), the mouse as SGR reports (xterm's mode 1006), bracketed pastes (2004).
///
/// The bytes can be anything, because a program or a person can send them. Unknown sequences are
/// dropped, and at most ``longestSequence`` bytes wait for their end.
struct KeyDecoder {
    /// The most bytes of a sequence that is no paste.
    static let longestSequence = 64
    /// The most bytes of a paste; the rest is dropped.
    static let longestPaste = 16 << 10

    private var pending: [UInt8] = []
    private var pasted: [UInt8]?

    /// Whether the decoder waits for more bytes, or for silence.
    var isWaiting: Bool { !pending.isEmpty }

    /// The number of bytes held.
    var kept: Int { pending.count + (pasted?.count ?? 0) }

    /// Returns the keys that these bytes complete.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            pending.append(byte)
            while let step = step() {
                pending.removeFirst(step.length)
                if let key = step.key { keys.append(key) }
            }
        }
        return keys
    }

    /// Handles a moment of silence: a lone escape is a key, and any other incomplete sequence is
    /// dropped.
    mutating func takeSilence() -> [Key] {
        guard pasted == nil else { return [] }
        defer { pending = [] }
        return pending == [0x1B] ? [.escape] : []
    }

    private typealias Step = (key: Key?, length: Int)

    /// Returns the first key of the pending bytes and its length; nil if more bytes are needed.
    private mutating func step() -> Step? {
        if pasted != nil { return pasteStep() }
        guard let first = pending.first else { return nil }
        switch first {
        case 0x1B: return escapeStep()
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x7F, 0x08: return (.backspace, 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x00..<0x20: return (nil, 1)
        case 0x20..<0x7F: return (.character(Character(Unicode.Scalar(first))), 1)
        default: return scalarStep(first)
        }
    }

    /// Decodes a character of several bytes. Invalid UTF-8 is dropped byte by byte.
    private func scalarStep(_ first: UInt8) -> Step? {
        let length =
            switch first {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard length > 1, pending.dropFirst().prefix(length - 1).allSatisfy({ $0 & 0xC0 == 0x80 }) else {
            return (nil, 1)
        }
        guard pending.count >= length else { return nil }
        guard let text = String(validating: pending.prefix(length), as: UTF8.self), let character = text.first,
            !Self.isControl(character)
        else { return (nil, length) }
        return (.character(character), length)
    }

    /// Returns whether a character is a control, such as those of C1, which are no text.
    private static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
    }

    private mutating func escapeStep() -> Step? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["): return controlStep()
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return nil }
            return (Self.key(letter: pending[2]), 3)
        case 0x1B: return (.escape, 1)
        default: return (nil, 2)  // a key with Alt has no meaning
        }
    }

    /// Decodes `ESC [`, parameters and a last byte.
    private mutating func controlStep() -> Step? {
        let body = pending[2...]
        guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
            return pending.count > Self.longestSequence ? (nil, pending.count) : nil
        }
        let length = end + 1
        guard (0x40...0x7E).contains(pending[end]) else { return (nil, end) }  // broken off
        let parameters = String(decoding: pending[2..<end], as: UTF8.self)
        switch (pending[end], parameters) {
        case (UInt8(ascii: "~"), "200"):
            pasted = []
            return (nil, length)
        case (UInt8(ascii: "~"), let number): return (Self.key(number: number), length)
        case (UInt8(ascii: "M"), ""):
            // the three bytes after an X10 report are no text
            guard pending.count >= length + 3 else { return nil }
            return (nil, length + 3)
        case (UInt8(ascii: "M"), _): return (Self.mouse(parameters), length)
        case (UInt8(ascii: "m"), _): return (nil, length)
        case (let letter, _): return (Self.key(letter: letter), length)
        }
    }

    private static func key(letter: UInt8) -> Key? {
        switch letter {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter  // of the keypad
        default: nil
        }
    }

    private static func key(number: String) -> Key? {
        switch number.prefix(while: { $0 != ";" }) {
        case "1", "7": .home
        case "3": .delete
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }

    /// Decodes `<button;column;row`; both places count from 1.
    private static func mouse(_ parameters: String) -> Key? {
        guard parameters.first == "<" else { return nil }
        let numbers = parameters.dropFirst().split(separator: ";").map { Int($0) }
        guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2],
            (1...0xFFFF).contains(column), (1...0xFFFF).contains(row)
        else { return nil }
        switch button {
        case 0: return .click(row: row - 1, column: column - 1)
        case 64, 65: return .wheel(isUp: button == 64, row: row - 1, column: column - 1)
        default: return nil
        }
    }

    // MARK: Pastes

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func pasteStep() -> Step? {
        if pending == Self.pasteEnd {
            defer { pasted = nil }
            return (.paste(String(decoding: pasted ?? [], as: UTF8.self)), pending.count)
        }
        if Self.pasteEnd.starts(with: pending) { return nil }
        if let first = pending.first, kept < Self.longestPaste { pasted?.append(first) }
        return (nil, 1)
    }
}

/// The input of a person at a terminal: a key, a paste, the mouse.
enum Key: Hashable {
    case character(Character)
    /// A pasted text.
    case paste(String)
    /// A letter with Ctrl, in lower case.
    case control(Character)
    case enter, tab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// A press of the left button. Places count from 0 at the top left.
    case click(row: Int, column: Int)
    /// A turn of the wheel by one notch.
    case wheel(isUp: Bool, row: Int, column: Int)
}
