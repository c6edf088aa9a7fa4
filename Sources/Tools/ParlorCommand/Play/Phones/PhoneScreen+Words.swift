import Conversations
import Parlor

/// The same screen in sentences, for a screen reader.
extension PhoneScreen {
    /// One thing per line, from top to bottom; a line may be longer than ``columns``.
    func words(_ view: PhoneView) -> [String] {
        var state = "\(text.line(view.owner))'s phone"
        if !view.isOnline { state += ", offline" }
        if let time = view.time { state += ", \(text.line(time))" }
        var lines = [state + "."]
        let (shown, earlier) = view.lastItems
        if view.items.isEmpty { lines.append("No messages yet.") }
        if earlier > 0 { lines.append("\(counted(earlier, "earlier message")) not told.") }
        lines += shown.map { sentence($0, view) }
        if view.showsDraft { lines += draft(view) }
        switch view.app {
        case .drawer(let titles):
            lines.append("Drawer: \(ended(titles.isEmpty ? "no games" : titles.joined(separator: ", ")))")
        case .open(let app):
            lines.append("Open: \(text.line(app.title)), \(app.style.rawValue).")
            let drawn = app.scene.map { WordsRenderer().text($0, context: app.context) } ?? "It draws nothing."
            lines += drawn.split(separator: "\n").map(String.init)
        }
        lines += view.notices.map { "Notice: \(text.line($0))" }
        return lines.map { charset == .ascii ? SafeText($0).ascii : SafeText($0).string }
    }

    private func sentence(_ item: TranscriptItem, _ view: PhoneView) -> String {
        if case .summary(let summary) = item.content {
            return "Earlier: \(ended(view.names.substituted(in: summary.text)))"
        }
        let sender = item.sender.map(view.name) ?? "You"
        var parts: [String] = []
        var picture: [String] = []
        switch item.content {
        case .summary: break
        case .text(let text): parts.append("\(sender): \(text)")
        case .sticker(let sticker): parts.append("\(sender): sticker, \(sticker.label)")
        case .attachment(let file): parts.append("\(sender): \(PhoneDraft.text(of: .attachment(file)))")
        case .bubble(let bubble):
            let isHere = view.isInstalled(bubble.game)
            parts.append("\(sender), message of \(bubble.game)\(isHere ? "" : ", which isn't on this device")")
            let message = view.names.substituted(in: bubble.message)
            let scene = view.picture(item)
            picture = scene.map { ["Picture: \($0.accessibilityLabel)"] } ?? []
            if message.layout?.isLive != true || scene == nil { parts += Self.texts(of: message.layout?.template) }
            if let error = message.error { parts.append("Not delivered: \(error.message)") }
        }
        if view.undelivered.contains(item.id) { parts.append("Not delivered yet") }
        let words = parts.map(ended)
        // The picture's words are safe and may be longer than any text.
        return (words.prefix(1) + picture + words.dropFirst()).joined(separator: " ")
    }

    private static func texts(of template: TemplateLayout?) -> [String] {
        guard let template else { return [] }
        let texts = [
            PhoneDraft.text(of: template.media), template.imageTitle, template.imageSubtitle, template.caption,
            template.trailingCaption, template.subcaption, template.trailingSubcaption,
        ]
        return texts.compactMap { $0 }.filter { !$0.isEmpty }
    }

    private func draft(_ view: PhoneView) -> [String] {
        guard !view.draft.isEmpty else { return ["Draft: nothing to send."] }
        var lines: [String] = []
        if let staged = view.draft.staged {
            let message = view.names.substituted(in: staged.message)
            let bar = message.layout?.template.captionBar
            let captions = [bar?.caption, bar?.trailingCaption, bar?.subcaption, bar?.trailingSubcaption]
            let size = PhoneDraft.size(of: message, limit: view.urlLimit)
            let parts = ["Draft: message of \(staged.game)"] + captions.compactMap { $0 } + [size.text]
            lines.append(parts.map(ended).joined(separator: " "))
        }
        lines += view.draft.pieces.map { "Draft: \(ended(PhoneDraft.text(of: $0)))" }
        if !view.draft.text.isEmpty { lines.append("Draft, text: \(text.line(view.draft.text))") }
        return lines
    }

    /// A text with a full stop, unless it ends a sentence by itself.
    private func ended(_ words: String) -> String {
        let line = text.line(words)
        guard let last = line.last, !".!?…:;".contains(last) else { return line }
        return line + "."
    }
}
