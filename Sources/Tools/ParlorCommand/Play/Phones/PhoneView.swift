import Conversations
import Parlor

/// What a phone shows at one moment. ``PhoneScreen`` draws it.
struct PhoneView {
    /// Whose phone it is.
    var owner: String
    var isOnline = true
    /// The simulated time, as it is to be shown.
    var time: String?

    var items: [TranscriptItem] = []
    /// How many of the items are shown, the last ones.
    var itemsShown = 6
    /// What has been sent and hasn't arrived yet.
    var undelivered: Set<TranscriptItem.ID> = []
    /// The names of people, for their messages and for `$<UUID>` in captions and summaries.
    var names = ParticipantNames()
    /// The picture of a bubble, drawn instead of the bytes that a terminal can't show; of a live bubble all of it.
    var picture: (TranscriptItem) -> Scene? = { _ in nil }

    /// Is this game on the phone? Of one that isn't, the message shows what devices without the game show.
    var isInstalled: (String) -> Bool = { _ in true }

    /// The pictures that the game's scenes show.
    var images: SceneImages?

    var draft = DraftField()
    /// The characters that a url may have.
    var urlLimit = HostProfile.modern.urlLimit

    var app = App.drawer([])
    /// What the phone tells its owner: a line each.
    var notices: [String] = []

    /// What stands in the place of the keyboard.
    enum App {
        /// No game is open; the titles of those that could be.
        case drawer([String])
        case open(OpenApp)
    }

    /// A game that is open.
    struct OpenApp {
        var title: String
        var style: PresentationStyle
        var scene: Scene?
        var context = SceneContext()
    }

    /// The items that are shown, and how many stand above them.
    var lastItems: (shown: ArraySlice<TranscriptItem>, earlier: Int) {
        let shown = items.suffix(max(0, itemsShown))
        return (shown, items.count - shown.count)
    }

    /// Over an expanded game the draft field can't be seen.
    var showsDraft: Bool {
        if case .open(let app) = app { app.style != .expanded } else { true }
    }

    /// What a person is called.
    func name(of participant: Participant) -> String { names[participant] ?? "Someone" }
}

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
