import Conversations
import Parlor

/// A drawn item of a transcript: the owner's at the right, others' at the left, summaries of
/// collapsed bubbles in the middle.
struct PhoneBubble {
    let item: TranscriptItem
    let view: PhoneView
    let screen: PhoneScreen
    /// The columns between the sides of the phone.
    let columns: Int

    private var text: PhoneText { screen.text }
    private var isMine: Bool { item.sender == nil }
    private var style: TerminalStyle { isMine ? .mine : .dim }
    /// The columns for a bubble's content.
    private var room: Int { columns * 4 / 5 - 4 }

    var lines: [StyledLine] {
        switch item.content {
        case .summary(let summary):
            return text.wrapped(view.names.substituted(in: summary.text), width: columns, most: 2).map {
                StyledLine($0, .dim).centred(in: columns)
            }
        case .bubble(let bubble): return placed(bubbleLines(bubble)) + marks(bubble.message.error)
        case .text(let words): return placed(barred(text.wrapped(words, width: room, most: 12), .plain)) + marks(nil)
        case .sticker(let sticker): return placed(barred(piece(.sticker(sticker)), .dim)) + marks(nil)
        case .attachment(let file): return placed(barred(piece(.attachment(file)), .dim)) + marks(nil)
        }
    }

    private func piece(_ post: Post) -> [String] {
        text.wrapped(PhoneDraft.text(of: post), width: room, most: 3)
    }

    // MARK: The place

    private func placed(_ lines: [StyledLine]) -> [StyledLine] {
        let width = lines.map(\.width).max() ?? 0
        return lines.map { $0.filled(to: columns, indent: isMine ? columns - width : 0) }
    }

    /// Returns lines beside a bar, at the side of their author.
    private func barred(_ lines: [String], _ style: TerminalStyle) -> [StyledLine] {
        let bar = screen.charset == .ascii ? ">" : "▎"
        let mineBar = screen.charset == .ascii ? "<" : "▕"
        let width = lines.map { PhoneText.width($0) }.max() ?? 0
        return lines.map { words in
            var line = StyledLine()
            if !isMine { line.append(bar + " ", self.style) }
            line.append(StyledLine(words, style).filled(to: width))
            if isMine {
                line.append(" ")
                line.append(mineBar, self.style)
            }
            return line
        }
    }

    /// Returns the delivery status: an error, or a note that the message isn't delivered yet.
    private func marks(_ error: MessageError?) -> [StyledLine] {
        if let error {
            return placed(
                text.wrapped("! Not delivered: \(error.message)", width: room + 4, most: 3).map {
                    StyledLine($0, .warning)
                })
        }
        guard view.undelivered.contains(item.id) else { return [] }
        return placed([StyledLine("not delivered yet", .dim)])
    }

    // MARK: The bubble

    private func bubbleLines(_ bubble: TranscriptItem.Bubble) -> [StyledLine] {
        let message = view.names.substituted(in: bubble.message)
        let template = message.layout?.template ?? TemplateLayout()
        let scene = view.picture(item)
        // a game draws its live bubble itself; the captions are for devices without the game
        let isLive = message.layout?.isLive == true && scene != nil
        var captions = isLive ? nil : template.captionBar.map { PhoneCaptions(bar: $0, text: text) }
        if captions?.width == 0 { captions = nil }
        let picture = scene.map { self.picture($0) } ?? []
        var upper = scene == nil ? media(template) : []
        if !isLive {
            upper += template.imageTitle.map { titled($0, .bold) } ?? []
            upper += template.imageSubtitle.map { titled($0, .dim) } ?? []
        }
        if picture.isEmpty, upper.isEmpty, captions == nil { upper = titled("a message of \(bubble.game)", .dim) }
        if !view.isInstalled(bubble.game) { upper += titled("\(bubble.game), not on this device", .dim) }
        let pictureWidth = picture.map(\.width).max() ?? 0
        let width = min(room, max(pictureWidth, upper.map(\.width).max() ?? 0, captions?.width ?? 0))
        upper = picture.map { $0.filled(to: width, indent: (width - pictureWidth) / 2) } + upper
        let (frame, columns) = (PhoneFrame.bubble(screen.charset), width + 4)
        var lines = [frame.edge(.top, columns: columns, style: style)]
        lines += upper.map { frame.row($0, columns: columns, style: style) }
        if let captions {
            if !upper.isEmpty { lines.append(frame.edge(.inner, columns: columns, style: style)) }
            lines += captions.lines(columns: width).map { frame.row($0, columns: columns, style: style) }
        }
        return lines + [frame.edge(.bottom, columns: columns, style: style)]
    }

    private func titled(_ words: String, _ style: TerminalStyle) -> [StyledLine] {
        words.isEmpty ? [] : text.wrapped(words, width: room, most: 3).map { StyledLine($0, style) }
    }

    /// Returns a small picture of a board, with an ellipsis if it is too high.
    private func picture(_ scene: Scene) -> [StyledLine] {
        let all = screen.drawn(
            scene, context: SceneContext(images: view.images), columns: min(room, Self.pictureColumns))
        guard all.count > Self.pictureRows else { return all }
        return all.prefix(Self.pictureRows - 1) + [StyledLine(text.ellipsis, .dim)]
    }

    private static let (pictureColumns, pictureRows) = (30, 18)

    private func media(_ template: TemplateLayout) -> [StyledLine] {
        PhoneDraft.text(of: template.media).map { titled($0, .dim) } ?? []
    }
}

/// The four captions below a picture: two at the left, two at the right, each clipped to three
/// lines.
struct PhoneCaptions {
    let bar: CaptionBar
    let text: PhoneText

    private typealias Pair = (left: String, right: String, style: TerminalStyle)

    private var pairs: [Pair] {
        [
            (text.clean(bar.caption ?? ""), text.clean(bar.trailingCaption ?? ""), .bold),
            (text.clean(bar.subcaption ?? ""), text.clean(bar.trailingSubcaption ?? ""), .dim),
        ].filter { !$0.left.isEmpty || !$0.right.isEmpty }
    }

    /// The columns that the captions need.
    var width: Int {
        pairs.map { pair in
            let (left, right) = (Self.widest(pair.left), Self.widest(pair.right))
            return left + right + (left > 0 && right > 0 ? Self.gap : 0)
        }.max() ?? 0
    }

    func lines(columns: Int) -> [StyledLine] { pairs.flatMap { lines($0, columns: columns) } }

    private static let gap = 2

    private static func widest(_ text: String) -> Int {
        text.split(whereSeparator: \.isNewline).map { PhoneText.width(String($0)) }.max() ?? 0
    }

    private func lines(_ pair: Pair, columns: Int) -> [StyledLine] {
        if pair.right.isEmpty { return clipped(pair.left, columns).map { StyledLine($0, pair.style) } }
        if pair.left.isEmpty {
            return clipped(pair.right, columns).map { StyledLine($0, pair.style).flushRight(in: columns) }
        }
        // the right caption gets the columns that the left one leaves, but at least half
        let room = columns - Self.gap
        let rightRoom = min(Self.widest(pair.right), max(room / 2, room - Self.widest(pair.left)))
        let (left, right) = (clipped(pair.left, room - rightRoom), clipped(pair.right, rightRoom))
        return (0..<max(left.count, right.count)).map { index in
            var line = StyledLine(index < left.count ? left[index] : "", pair.style)
            let rest = StyledLine(index < right.count ? right[index] : "", pair.style)
            line.append(rest.flushRight(in: columns - line.width))
            return line
        }
    }

    /// Returns at most three lines; the last one has an ellipsis if the text continues.
    private func clipped(_ caption: String, _ columns: Int) -> [String] {
        let wrap = { text.wrapped($0, width: columns) }
        let drawn = CaptionBar.drawnLines(of: caption, wrap: wrap)
        guard let last = drawn.last, drawn.count == CaptionBar.maximumLines,
            text.wrapped(caption, width: columns).count > drawn.count
        else { return drawn }
        return drawn.dropLast() + [text.cut(last, width: columns)]
    }
}
