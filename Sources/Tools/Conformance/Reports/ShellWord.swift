/// A text as one word of a shell's command line, in quotes where it needs them.
///
/// ```swift
/// ShellWord("my game").text   // 'my game'
/// ```
package struct ShellWord: Sendable {
    /// The word as it is typed; only ASCII letters, digits and `-_./+:,@` stand without quotes.
    package let text: String

    /// In single quotes nothing has a meaning but the closing quote (POSIX.1-2024, Shell 2.2.2).
    package init(_ word: String) {
        let isPlain = !word.isEmpty && word.utf8.allSatisfy(Self.isPlain)
        text = isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_./+:,@".utf8.contains(byte)
        }
    }
}
