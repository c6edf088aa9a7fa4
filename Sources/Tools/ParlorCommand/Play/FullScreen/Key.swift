/// What a person does at a terminal: a key, a paste, the mouse.
enum Key: Hashable {
    case character(Character)
    /// A text that was pasted at once, not typed.
    case paste(String)
    /// A letter with Ctrl, in lower case.
    case control(Character)
    case enter, tab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// The left button was pressed; places are counted from 0 at the top left.
    case click(row: Int, column: Int)
    /// The wheel was turned by one notch.
    case wheel(isUp: Bool, row: Int, column: Int)
}
