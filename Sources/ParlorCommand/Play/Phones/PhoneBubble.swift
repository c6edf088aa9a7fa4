import Conversations
import Parlor

/// One item of a transcript, drawn: mine at the right, theirs at the left, what is left of collapsed bubbles in the middle.
struct PhoneBubble {
    let item: TranscriptItem
    let view: PhoneView
    let screen: PhoneScreen
    /// The columns between the sides of the phone.
    let columns: Int

    private var text: PhoneText { screen.text }
    private var isMine: Bool { item.sender == nil }
    private var ink: PhoneLine.Ink { isMine ? .mine : .quiet }
    /// The columns that a bubble's content may take.
    private var room: Int { columns * 4 / 5 - 4 }

    var lines: [PhoneLine] {
        switch item.content {
        case .summary(let summary):
            return text.wrapped(view.names.substituted(in: summary.text), width: columns, most: 2).map {
                PhoneLine($0, .quiet).centred(in: columns)
            }
        case .bubble(let bubble): return placed(bubbleLines(bubble)) + marks(bubble.message.error)
        case .text(let words): return placed(barred(text.wrapped(words, width: room, most: 12), .plain)) + marks(nil)
        case .sticker(let sticker): return placed(barred(piece(.sticker(sticker)), .quiet)) + marks(nil)
        case .attachment(let file): return placed(barred(piece(.attachment(file)), .quiet)) + marks(nil)
        }
    }

    private func piece(_ post: Post) -> [String] {
        text.wrapped(PhoneDraft.text(of: post), width: room, most: 3)
    }

    // MARK: The place

    private func placed(_ lines: [PhoneLine]) -> [PhoneLine] {
        let width = lines.map(\.width).max() ?? 0
        return lines.map { $0.filled(to: columns, indent: isMine ? columns - width : 0) }
    }

    /// Beside a bar, at the side of whoever wrote it.
    private func barred(_ lines: [String], _ ink: PhoneLine.Ink) -> [PhoneLine] {
        let bar = screen.charset == .ascii ? ">" : "▎"
        let mineBar = screen.charset == .ascii ? "<" : "▕"
        let width = lines.map { PhoneText.width($0) }.max() ?? 0
        return lines.map { words in
            var line = PhoneLine()
            if !isMine { line.append(bar + " ", self.ink) }
            line.append(PhoneLine(words, ink).filled(to: width))
            if isMine {
                line.append(" ")
                line.append(mineBar, self.ink)
            }
            return line
        }
    }

    /// What became of it on its way.
    private func marks(_ error: MessageError?) -> [PhoneLine] {
        if let error {
            return placed(
                text.wrapped("! Not delivered: \(error.message)", width: room + 4, most: 3).map {
                    PhoneLine($0, .warning)
                })
        }
        guard view.undelivered.contains(item.id) else { return [] }
        return placed([PhoneLine("not delivered yet", .quiet)])
    }

    // MARK: The bubble

    private func bubbleLines(_ bubble: TranscriptItem.Bubble) -> [PhoneLine] {
        let message = view.names.substituted(in: bubble.message)
        let template = message.layout?.template ?? TemplateLayout()
        let scene = view.picture(item)
        // A game draws its live bubble itself; the captions are for devices without it.
        let isLive = message.layout?.isLive == true && scene != nil
        var captions = isLive ? nil : template.captionBar.map { PhoneCaptions(bar: $0, text: text) }
        if captions?.width == 0 { captions = nil }
        let picture = scene.map { self.picture($0) } ?? []
        var upper = scene == nil ? media(template) : []
        if !isLive {
            upper += template.imageTitle.map { titled($0, .strong) } ?? []
            upper += template.imageSubtitle.map { titled($0, .quiet) } ?? []
        }
        if picture.isEmpty, upper.isEmpty, captions == nil { upper = titled("a message of \(bubble.game)", .quiet) }
        if !view.isInstalled(bubble.game) { upper += titled("\(bubble.game), not on this device", .quiet) }
        let pictureWidth = picture.map(\.width).max() ?? 0
        let width = min(room, max(pictureWidth, upper.map(\.width).max() ?? 0, captions?.width ?? 0))
        upper = picture.map { $0.filled(to: width, indent: (width - pictureWidth) / 2) } + upper
        let (frame, columns) = (PhoneFrame.bubble(screen.charset), width + 4)
        var lines = [frame.edge(.top, columns: columns, ink: ink)]
        lines += upper.map { frame.row($0, columns: columns, ink: ink) }
        if let captions {
            if !upper.isEmpty { lines.append(frame.edge(.inner, columns: columns, ink: ink)) }
            lines += captions.lines(columns: width).map { frame.row($0, columns: columns, ink: ink) }
        }
        return lines + [frame.edge(.bottom, columns: columns, ink: ink)]
    }

    private func titled(_ words: String, _ ink: PhoneLine.Ink) -> [PhoneLine] {
        words.isEmpty ? [] : text.wrapped(words, width: room, most: 3).map { PhoneLine($0, ink) }
    }

    /// A small picture: a board is drawn close, and what is too high ends in an ellipsis.
    private func picture(_ scene: Scene) -> [PhoneLine] {
        let all = screen.drawn(scene, columns: min(room, Self.pictureColumns))
        guard all.count > Self.pictureRows else { return all }
        return all.prefix(Self.pictureRows - 1) + [PhoneLine(text.ellipsis, .quiet)]
    }

    private static let (pictureColumns, pictureRows) = (30, 18)

    private func media(_ template: TemplateLayout) -> [PhoneLine] {
        PhoneDraft.text(of: template.media).map { titled($0, .quiet) } ?? []
    }
}
