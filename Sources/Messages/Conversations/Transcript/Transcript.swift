/// What was sent and received in a conversation, in the order in which this device saw it.
///
/// The bubble of a session is whatever message of it came last *here*: two devices on which messages crossed may show
/// different bubbles.
public struct Transcript: Sendable {
    /// The lines from the top, which is the oldest.
    public private(set) var items: [TranscriptItem] = []
    private var lastNumber = 0

    /// A transcript without a line; the first one gets place 1.
    package init() {}

    /// A transcript that was kept: its items, from the top.
    ///
    /// - Throws: `TranscriptItem.Misplaced` unless their places go upwards.
    package init(items: [TranscriptItem]) throws(TranscriptItem.Misplaced) {
        for item in items {
            guard item.id.number > lastNumber else {
                throw TranscriptItem.Misplaced(found: item.id.number, after: lastNumber)
            }
            lastNumber = item.id.number
        }
        self.items = items
    }

    /// The item at a place; nil if there is none, or none any more.
    public subscript(id: TranscriptItem.ID) -> TranscriptItem? {
        index(of: id).map { items[$0] }
    }

    /// What became of a delivery.
    package struct Placement: Sendable {
        /// Where it stands, at the bottom.
        package let item: TranscriptItem.ID
        /// The place whose bubble it took.
        package let collapsed: TranscriptItem.ID?
    }

    /// Puts something sent or received at the bottom.
    ///
    /// A message takes the bubble of its session's last message: what stays there is the *old* message's summary, or
    /// nothing if it has none (``HostProfile/nilSummary``). A message without session takes no bubble, and sessions of
    /// two games never meet.
    ///
    /// - Parameter sender: Who sent it; nil for the person of this device.
    @discardableResult
    package mutating func add(_ delivery: Delivery, from sender: Participant?, profile: HostProfile) -> Placement {
        var collapsed: TranscriptItem.ID?
        if case .message(let message) = delivery.post, let game = delivery.game, let session = message.session,
            profile.sessionLinking == .bySession || delivery.isLinked
        {
            collapsed = collapse(session, of: game, profile: profile)
        }
        lastNumber += 1
        let id = TranscriptItem.ID(number: lastNumber)
        items.append(TranscriptItem(id: id, sender: sender, content: Self.content(delivery)))
        return Placement(item: id, collapsed: collapsed)
    }

    /// Marks a message that couldn't be delivered. No callback tells its game. False if there is no such bubble.
    @discardableResult
    package mutating func fail(_ id: TranscriptItem.ID, _ error: MessageError) -> Bool {
        guard let index = index(of: id), var bubble = items[index].bubble else { return false }
        bubble.message.error = error
        items[index].content = .bubble(bubble)
        return true
    }

    /// Takes an item out, as if it had never been there. False if there is none.
    @discardableResult
    mutating func remove(_ id: TranscriptItem.ID) -> Bool {
        guard let index = index(of: id) else { return false }
        items.remove(at: index)
        return true
    }

    private mutating func collapse(_ session: Session, of game: String, profile: HostProfile) -> TranscriptItem.ID? {
        let last = items.lastIndex { $0.bubble?.game == game && $0.bubble?.message.session == session }
        guard let index = last, let old = items[index].bubble?.message else { return nil }
        let id = items[index].id
        if let text = old.summaryText ?? (profile.nilSummary == .default ? HostProfile.defaultSummary : nil) {
            items[index].content = .summary(TranscriptItem.Summary(text: text, message: old.id))
        } else {
            items.remove(at: index)
        }
        return id
    }

    /// A message without a game can't be opened by any; it stands as what it says.
    private static func content(_ delivery: Delivery) -> TranscriptItem.Content {
        switch delivery.post {
        case .message(let message):
            .bubble(TranscriptItem.Bubble(message: message, game: delivery.game ?? ""))
        case .text(let text): .text(text)
        case .sticker(let sticker): .sticker(sticker)
        case .attachment(let attachment): .attachment(attachment)
        }
    }

    /// Places are numbered upwards, so one is found by halving.
    private func index(of id: TranscriptItem.ID) -> Int? {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if items[middle].id.number < id.number { low = middle + 1 } else { high = middle }
        }
        return low < items.count && items[low].id == id ? low : nil
    }
}

extension Transcript: CustomStringConvertible {
    /// One line per item, for tests and logs: place, kind, and message id or the length of the text.
    public var description: String {
        items.map { item in
            let content =
                switch item.content {
                case .bubble(let bubble): "bubble \(bubble.message.id)\(bubble.message.error == nil ? "" : " failed")"
                case .summary(let summary): "summary \(summary.message) \"\(summary.text)\""
                case .text(let text): "text \"\(text)\""
                case .sticker(let sticker): "sticker \"\(sticker.label)\""
                case .attachment(let attachment): "attachment \"\(attachment.filename)\""
                }
            return "\(item.id) \(item.sender == nil ? "mine" : "theirs") \(content)"
        }.joined(separator: "\n")
    }
}
