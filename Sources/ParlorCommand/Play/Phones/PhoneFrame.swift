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
        _ edge: Edge, columns: Int, left: PhoneLine = PhoneLine(), right: PhoneLine = PhoneLine(),
        ink: PhoneLine.Ink = .plain
    ) -> PhoneLine {
        var line = PhoneLine(corners[edge.rawValue * 2], ink)
        func room(_ text: PhoneLine) -> Int { text.width == 0 ? 0 : text.width + 3 }
        let isLeftShown = room(left) <= columns - 2
        if isLeftShown, left.width > 0 {
            line.append(horizontal + " ", ink)
            line.append(left)
            line.append(" ", ink)
        }
        let isRightShown = right.width > 0 && line.width + room(right) <= columns - 1
        let middle = columns - 1 - line.width - (isRightShown ? room(right) : 0)
        line.append(String(repeating: horizontal, count: max(0, middle)), ink)
        if isRightShown {
            line.append(" ", ink)
            line.append(right)
            line.append(" " + horizontal, ink)
        }
        line.append(corners[edge.rawValue * 2 + 1], ink)
        return line
    }

    /// A line between the sides, with a space at each.
    func row(_ content: PhoneLine, columns: Int, ink: PhoneLine.Ink = .plain) -> PhoneLine {
        var line = PhoneLine(vertical, ink)
        line.append(content.filled(to: columns - 3, indent: 1))
        line.append(" ")
        line.append(vertical, ink)
        return line
    }
}
