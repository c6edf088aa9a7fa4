import Conversations
import Parlor

/// The four captions below a picture: two to the left, two to the right, each clipped to three lines.
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

    /// The columns that they would like to have.
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
        // The right one gets what the left one leaves, at least half.
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

    /// Three lines at most, the last one with an ellipsis where the text goes on.
    private func clipped(_ caption: String, _ columns: Int) -> [String] {
        let wrap = { text.wrapped($0, width: columns) }
        let drawn = CaptionBar.drawnLines(of: caption, wrap: wrap)
        guard let last = drawn.last, drawn.count == CaptionBar.maximumLines,
            text.wrapped(caption, width: columns).count > drawn.count
        else { return drawn }
        return drawn.dropLast() + [text.cut(last, width: columns)]
    }
}
