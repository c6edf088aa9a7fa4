import Values

/// The fields of a cell that is as it should be, read in one walk over its table: boards have a hundred cells and more, and
/// looking each key up would cost most of what reading a scene does.
///
/// It finds no faults. What isn't plain is nil here, and read field by field by ``SceneParser``, which says what is wrong.
struct PlainCell {
    private var name = ""
    private var mark = ""
    private var play = ""
    private var label = ""
    private var tone: Tone?
    private var piece: Piece?
    private var isGood = false
    private var live: Bool?
    private var last: Bool?
    /// The bytes of the texts that count among those of a scene.
    private(set) var textBytes = 0

    init?(_ value: Value) {
        guard case .map(let fields) = value else { return nil }
        for (key, value) in fields {
            guard case .string(let key) = key else { return nil }
            switch value {
            case .string(let text):
                let bytes = text.utf8.count
                guard bytes <= SceneLimits.textBytes else { return nil }
                switch key {
                case "name": (name, textBytes) = (text, textBytes + bytes)
                case "mark": (mark, textBytes) = (text, textBytes + bytes)
                case "play": (play, textBytes) = (text, textBytes + bytes)
                case "label": (label, textBytes) = (text, textBytes + bytes)
                case "tone":
                    tone = Tone(rawValue: text)
                    if tone == nil { return nil }
                case "piece":
                    piece = Piece(rawValue: text)
                    if piece == nil { return nil }
                default: return nil
                }
            case .bool(let flag):
                switch key {
                case "good": isGood = flag
                case "live": live = flag
                case "last": last = flag
                default: return nil
                }
            default: return nil
            }
        }
    }

    /// - Parameter standard: What the cell is called if it has no name of its own.
    func cell(called standard: () -> SafeText) -> GridCell {
        GridCell(
            name: shown(name) ?? standard(), mark: shown(mark), play: play.isEmpty ? nil : play, tone: tone,
            label: shown(label), piece: piece, isGood: isGood, live: live, last: last)
    }

    /// A text to show; an empty one counts as absent.
    private func shown(_ text: String) -> SafeText? {
        guard !text.isEmpty else { return nil }
        let safe = SafeText(text)
        return safe.string.isEmpty ? nil : safe
    }
}
