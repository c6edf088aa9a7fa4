/// How a run of characters is set off. Without colour none of it shows, so it never carries a fact alone.
struct TerminalStyle: Hashable, Sendable {
    var tone: Tone?
    var isBold = false
    var isDim = false
    var isUnderlined = false

    static let plain = TerminalStyle()
    static let bold = TerminalStyle(isBold: true)
    static let dim = TerminalStyle(isDim: true)

    /// The parameters of the SGR sequence (ECMA-48 §8.3.117), or nil for plain text.
    ///
    /// Only foregrounds of the basic palette that stay readable on light and on dark backgrounds, always with bold,
    /// and never a background: what lies behind is the reader's own choice.
    var parameters: String? {
        var codes: [String] = []
        if isBold || tone != nil && tone != .quiet { codes.append("1") }
        if isDim || tone == .quiet { codes.append("2") }
        if isUnderlined { codes.append("4") }
        switch tone {
        case .one: codes.append("34")
        case .two: codes.append("31")
        case .good: codes.append("32")
        case .bad: codes.append("35")
        case .quiet, nil: break
        }
        return codes.isEmpty ? nil : codes.joined(separator: ";")
    }
}
