import Conversations
import Foundation
import Parlor

/// The draft field, drawn: the staged message, what lies beside it, and the text.
struct PhoneDraft {
    let view: PhoneView
    let screen: PhoneScreen
    /// The columns between the sides of the phone.
    let columns: Int

    private var text: PhoneText { screen.text }

    var lines: [StyledLine] {
        var lines = view.draft.staged.map(stagedLines) ?? []
        for piece in view.draft.pieces {
            lines.append(StyledLine(text.clipped(Self.text(of: piece), width: columns), .dim))
        }
        let typed = view.draft.text
        if typed.isEmpty {
            lines.append(StyledLine(view.draft.isEmpty ? "Nothing to send" : "No text", .dim))
        } else {
            lines += text.wrapped(typed, width: columns, most: 6).map { StyledLine($0) }
        }
        return lines
    }

    private func stagedLines(_ staged: DraftField.Staged) -> [StyledLine] {
        let message = view.names.substituted(in: staged.message)
        let frame = PhoneFrame.bubble(screen.charset)
        let room = columns - 4
        var content: [StyledLine] = []
        if let bar = message.layout?.template.captionBar {
            content = PhoneCaptions(bar: bar, text: text).lines(columns: room)
        } else {
            content = text.wrapped("a message of \(staged.game)", width: room, most: 2).map { StyledLine($0, .dim) }
        }
        let size = Self.size(of: message, limit: view.urlLimit)
        var sign = StyledLine(text.line(size.text), size.isWarning ? .warning : .dim)
        if sign.width + 5 > columns {
            content += text.wrapped(size.text, width: room).map { StyledLine($0, .warning) }
            sign = StyledLine()
        }
        return [frame.edge(.top, columns: columns, style: .mine)]
            + content.map { frame.row($0, columns: columns, style: .mine) }
            + [frame.edge(.bottom, columns: columns, right: sign, style: .mine)]
    }

    /// The share of the limit from which the room left is worth a warning, in hundredths.
    static let warningShare = 80

    /// `312 of 5,000 characters`: the length of the url, with the room left where it gets narrow.
    static func size(of message: Message, limit: Int) -> (text: String, isWarning: Bool) {
        guard let url = message.url else { return ("no url", false) }
        let size = MessageURL.length(of: url)
        let text = "\(MessageReport.grouped(size)) of \(MessageReport.grouped(limit)) characters"
        guard size * 100 >= limit * warningShare else { return (text, false) }
        let left = limit - size
        let rest = left < 0 ? "\(MessageReport.grouped(-left)) too many" : "\(MessageReport.grouped(left)) left"
        return ("! \(text), \(rest)", true)
    }

    // MARK: In words

    /// What a terminal can't show.
    static func text(of media: TemplateLayout.Media?) -> String? {
        switch media {
        case .image(let data): "[picture, \(size(data))]"
        case .file(let url): "[file \(url.split(separator: "/").last ?? "")]"
        case nil: nil
        }
    }

    static func text(of piece: Post) -> String {
        switch piece {
        case .sticker(let sticker): "[sticker] \(sticker.label)"
        case .attachment(let file): "[\(file.isImage ? "picture" : "file")] \(file.filename), \(size(file.data))"
        case .text(let text): text
        case .message: "[message]"
        }
    }

    private static func size(_ data: Data) -> String {
        data.count < 1000 ? counted(data.count, "byte") : "\(MessageReport.grouped((data.count + 500) / 1000)) KB"
    }
}
