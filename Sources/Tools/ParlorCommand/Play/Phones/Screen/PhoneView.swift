import Conversations
import Parlor

/// The content of a phone's screen at one moment. ``PhoneScreen`` draws it.
struct PhoneView {
    /// The name of the phone's owner.
    var owner: String
    var isOnline = true
    /// The simulated time as a text.
    var time: String?

    var items: [TranscriptItem] = []
    /// The number of items to show, from the end.
    var itemsShown = 6
    /// The items that were sent and haven't arrived yet.
    var undelivered: Set<TranscriptItem.ID> = []
    /// The names of people, for their messages and for `$<UUID>` in captions and summaries.
    var names = ParticipantNames()
    /// Returns the scene to draw in a bubble, because a terminal can't show the bytes of its
    /// picture. For a live bubble, the scene is the whole bubble.
    var picture: (TranscriptItem) -> Scene? = { _ in nil }

    /// Returns whether this game is on the phone. Without the game, a message shows its captions.
    var isInstalled: (String) -> Bool = { _ in true }

    /// The pictures for the game's scenes.
    var images: SceneImages?

    var draft = DraftField()
    /// The most characters of a url.
    var urlLimit = HostProfile.modern.urlLimit

    var app = App.drawer([])
    /// The phone's notices to its owner, a line each.
    var notices: [String] = []

    /// Returns a simulated time as a text.
    static func clock(_ time: Duration) -> String {
        let seconds = time.components.seconds
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    /// The content in the place of the keyboard.
    enum App {
        /// No game is open; the titles of the games that can be opened.
        case drawer([String])
        case open(OpenApp)
    }

    /// An open game.
    struct OpenApp {
        var title: String
        var style: PresentationStyle
        var scene: Scene?
        var context = SceneContext()
    }

    /// The items to show, and the number of earlier ones.
    var lastItems: (shown: ArraySlice<TranscriptItem>, earlier: Int) {
        let shown = items.suffix(max(0, itemsShown))
        return (shown, items.count - shown.count)
    }

    /// Whether the draft field is visible; an expanded game covers it.
    var showsDraft: Bool {
        if case .open(let app) = app { app.style != .expanded } else { true }
    }

    /// Returns the name of a person.
    func name(of participant: Participant) -> String { names[participant] ?? "Someone" }
}

/// The frame of a phone or a bubble.
struct PhoneFrame {
    let horizontal: String
    let vertical: String
    /// Top left, top right, bottom left, bottom right, and the joints of an inner line at the left
    /// and the right.
    private let corners: [String]

    /// Returns the frame of a phone.
    static func phone(_ charset: TerminalRenderer.Charset) -> PhoneFrame {
        charset == .ascii
            ? PhoneFrame(horizontal: "=", vertical: "|", corners: ["+", "+", "+", "+", "+", "+"])
            : PhoneFrame(horizontal: "━", vertical: "┃", corners: ["┏", "┓", "┗", "┛", "┣", "┫"])
    }

    /// Returns the frame of a bubble.
    static func bubble(_ charset: TerminalRenderer.Charset) -> PhoneFrame {
        charset == .ascii
            ? PhoneFrame(horizontal: "-", vertical: "|", corners: [".", ".", "'", "'", "|", "|"])
            : PhoneFrame(horizontal: "─", vertical: "│", corners: ["╭", "╮", "╰", "╯", "├", "┤"])
    }

    enum Edge: Int {
        case top, bottom, inner
    }

    /// Returns a horizontal line with a text at its left and one at its right, if they fit.
    ///
    /// - Parameter columns: The width of the frame, including both sides.
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

    /// Returns a line between the sides, with a space at each.
    func row(_ content: StyledLine, columns: Int, style: TerminalStyle = .plain) -> StyledLine {
        var line = StyledLine(vertical, style)
        line.append(content.filled(to: columns - 3, indent: 1))
        line.append(" ")
        line.append(vertical, style)
        return line
    }
}
