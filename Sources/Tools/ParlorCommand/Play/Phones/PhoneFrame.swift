import Parlor

/// The lines around things.
struct PhoneFrame {
    let horizontal: String
    let vertical: String
    /// Top left, top right, bottom left, bottom right, and where a line meets the left and the right side.
    private let corners: [String]

    /// Around a phone.
    static func phone(_ charset: TerminalRenderer.Charset) -> PhoneFrame {
        charset == .ascii
            ? PhoneFrame(horizontal: "=", vertical: "|", corners: ["+", "+", "+", "+", "+", "+"])
            : PhoneFrame(horizontal: "━", vertical: "┃", corners: ["┏", "┓", "┗", "┛", "┣", "┫"])
    }

    /// Around a bubble.
    static func bubble(_ charset: TerminalRenderer.Charset) -> PhoneFrame {
        charset == .ascii
            ? PhoneFrame(horizontal: "-", vertical: "|", corners: [".", ".", "'", "'", "|", "|"])
            : PhoneFrame(horizontal: "─", vertical: "│", corners: ["╭", "╮", "╰", "╯", "├", "┤"])
    }

    enum Edge: Int {
        case top, bottom, inner
    }

    /// A horizontal line with a text at its left and one at its right, as far as there is room for them.
    ///
    /// - Parameter columns: the width of the frame, both sides included.
    func edge(
        _ edge: Edge, columns: Int, left: StyledLine = StyledLine(), right: StyledLine = StyledLine(),
        style: TerminalStyle = .plain
    ) -> StyledLine {
        var line = StyledLine(corners[edge.rawValue * 2], style)
        func room(_ text: StyledLine) -> Int { text.width == 0 ? 0 : text.width + 3 }
        let isLeftShown = room(left) <= columns - 2
        if isLeftShown, left.width > 0 {
            line.append(horizontal + " ", style)
            line.append(left)
            line.append(" ", style)
        }
        let isRightShown = right.width > 0 && line.width + room(right) <= columns - 1
        let middle = columns - 1 - line.width - (isRightShown ? room(right) : 0)
        line.append(String(repeating: horizontal, count: max(0, middle)), style)
        if isRightShown {
            line.append(" ", style)
            line.append(right)
            line.append(" " + horizontal, style)
        }
        line.append(corners[edge.rawValue * 2 + 1], style)
        return line
    }

    /// A line between the sides, with a space at each.
    func row(_ content: StyledLine, columns: Int, style: TerminalStyle = .plain) -> StyledLine {
        var line = StyledLine(vertical, style)
        line.append(content.filled(to: columns - 3, indent: 1))
        line.append(" ")
        line.append(vertical, style)
        return line
    }
}
