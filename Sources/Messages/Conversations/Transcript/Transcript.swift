/// The posts sent and received in a conversation, in the order in which this device saw them.
///
/// The bubble of a session shows the message of the session that was sent or arrived last on *this*
/// device. If two people send at the same time, their devices may show different bubbles.
public struct Transcript: Sendable {
    /// The lines from the top, the oldest first.
    public private(set) var items: [TranscriptItem] = []
    private var lastNumber = 0

    /// Creates an empty transcript. Its first item gets place 1.
    package init() {}

    /// Creates a transcript from its items, from the top.
    ///
    /// - Throws: `TranscriptItem.Misplaced` unless the places of the items increase.
    package init(items: [TranscriptItem]) throws(TranscriptItem.Misplaced) {
        for item in items {
            guard item.id.number > lastNumber else {
                throw TranscriptItem.Misplaced(found: item.id.number, after: lastNumber)
            }
            lastNumber = item.id.number
        }
        self.items = items
    }

    /// The item at a place, or nil if no item is there or the item was removed.
    public subscript(id: TranscriptItem.ID) -> TranscriptItem? {
        index(of: id).map { items[$0] }
    }

    /// The result of adding a delivery.
    package struct Placement: Sendable {
        /// The place of the delivery, at the bottom.
        package let item: TranscriptItem.ID
        /// The place whose bubble the delivery replaced.
        package let collapsed: TranscriptItem.ID?
    }

    /// Adds a sent or received delivery at the bottom.
    ///
    /// A message replaces the bubble of the last message in its session. The place of the old
    /// bubble then shows the *old* message's summary. If the old message has no summary,
    /// ``HostProfile/nilSummary`` says whether the place is removed or shows a default line. A
    /// message without session replaces no bubble. Sessions of different games are independent.
    ///
    /// - Parameter sender: The sender; nil for the person of this device.
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

    /// Marks a message that couldn't be delivered, without a callback to its game. Returns false if
    /// there is no such bubble.
    @discardableResult
    package mutating func fail(_ id: TranscriptItem.ID, _ error: MessageError) -> Bool {
        guard let index = index(of: id), var bubble = items[index].bubble else { return false }
        bubble.message.error = error
        items[index].content = .bubble(bubble)
        return true
    }

    /// Removes an item. Returns false if there is none.
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

    /// Returns the content of a delivery. A message without a game is shown, but no game can open
    /// it.
    private static func content(_ delivery: Delivery) -> TranscriptItem.Content {
        switch delivery.post {
        case .message(let message):
            .bubble(TranscriptItem.Bubble(message: message, game: delivery.game ?? ""))
        case .text(let text): .text(text)
        case .sticker(let sticker): .sticker(sticker)
        case .attachment(let attachment): .attachment(attachment)
        }
    }

    /// Returns the index of a place, or nil. A binary search finds it, because the places increase.
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
    /// One line per item, for tests and logs: place, sender, kind, and message id, text, label or
    /// file name.
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

extension TranscriptItem {
    /// The error of an item at an impossible place. Places increase from 1.
    package struct Misplaced: Error, Hashable, Sendable, CustomStringConvertible {
        /// The place of the wrong item.
        package let found: Int
        /// The place of the previous item; 0 if there is none.
        package let after: Int

        /// One line for people: what was expected, what was found, and what to do.
        package var description: String {
            "expected the places of a transcript to go upwards, found \(found) after \(after); "
                + "pass every item once, from the top"
        }
    }
}

extension TranscriptItem.ID: Codable {
    /// A limit far above the items of any transcript, and far below an overflow of the counter.
    static let limit = 1 << 53

    /// Reads the bare number.
    ///
    /// - Throws: `DecodingError` unless it is from 1 to 2⁵³.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
        guard (1...Self.limit).contains(number) else {
            throw decoder.corrupted("expected a place from 1 to \(Self.limit), found \(number)")
        }
    }

    /// Writes the bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

extension Transcript: Codable {
    /// Reads the items, which are encoded as a list. If the last item was removed because it
    /// expired, the next item gets the same place. Nothing refers to the old item any more, because
    /// its expiry was the last stimulus that was planned for it.
    public init(from decoder: any Decoder) throws {
        let items = try decoder.singleValueContainer().decode([TranscriptItem].self)
        do throws(TranscriptItem.Misplaced) {
            self = try Transcript(items: items)
        } catch {
            throw decoder.corrupted("\(error)")
        }
    }

    /// Writes the items as a list, from the top.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(items)
    }
}

/// One line of a transcript.
public struct TranscriptItem: Codable, Sendable, Identifiable {
    /// The place in this transcript. A summary has the place of the bubble that it replaces.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The number of the place. Places are numbered from 1, in the order in which items came.
        public let number: Int

        /// The bare number: `3`.
        public var description: String { "\(number)" }
    }

    /// The content of a line.
    public enum Content: Sendable {
        /// A game's message.
        case bubble(Bubble)
        /// The summary of an older message of the same session.
        case summary(Summary)
        /// Text.
        case text(String)
        /// A sticker.
        case sticker(Sticker)
        /// A file.
        case attachment(Attachment)
    }

    /// A message shown in the transcript.
    public struct Bubble: Codable, Sendable {
        /// The whole message, including the texts hidden from scripts.
        public internal(set) var message: Message
        /// The id of the message's game. Empty for a message without a game, which no game can
        /// open.
        public let game: String
    }

    /// The line that stays in the place of a message after a later message has replaced its bubble.
    public struct Summary: Codable, Sendable {
        /// The old message's summary. It may contain ids of participants; see ``ParticipantNames``.
        public let text: String
        /// The old message, whose bubble was replaced.
        public let message: MessageID
    }

    /// The place of the item. It doesn't change when other items are removed.
    public let id: ID
    /// The sender; nil for the person of this device.
    public let sender: Participant?
    /// The current content. A bubble becomes a summary when a later message replaces it.
    public internal(set) var content: Content

    /// The bubble of the item; nil for a summary, text, a sticker or an attachment.
    public var bubble: Bubble? {
        if case .bubble(let bubble) = content { bubble } else { nil }
    }
}
