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

extension TranscriptItem {
    /// An item stands where it can't: places go upwards from 1.
    package struct Misplaced: Error, Hashable, Sendable, CustomStringConvertible {
        /// The place of the item that stands wrong.
        package let found: Int
        /// The place of the item before it; 0 if there is none.
        package let after: Int

        /// One line for people: what was expected, what was found, and what to do.
        package var description: String {
            "expected the places of a transcript to go upwards, found \(found) after \(after); "
                + "pass every item once, from the top"
        }
    }
}

extension TranscriptItem.ID: Codable {
    /// Far more items than a transcript will ever hold, and far below where counting on would overflow.
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
    /// Only the items are kept, as a list. Where the last one has expired, its place is given again: by then nothing
    /// speaks of it any more, for an expiry is the last that was due for it.
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
    /// The place in this transcript. A summary has the place of the bubble it stands for.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// Places are numbered upwards from 1, in the order in which items came.
        public let number: Int

        /// The bare number: `3`.
        public var description: String { "\(number)" }
    }

    /// What stands in a line.
    public enum Content: Sendable {
        /// A game's message.
        case bubble(Bubble)
        /// What is left of an older message of the same session.
        case summary(Summary)
        /// Words.
        case text(String)
        /// A sticker.
        case sticker(Sticker)
        /// A file.
        case attachment(Attachment)
    }

    /// A message that stands in the transcript.
    public struct Bubble: Codable, Sendable {
        /// The whole message, with the texts a script may not see.
        public internal(set) var message: Message
        /// The id of the game that made the message; empty for a message without one, which no game opens.
        public let game: String
    }

    /// The line that is left of a message whose bubble a later one took.
    public struct Summary: Codable, Sendable {
        /// The old message's summary, with its participants' ids; see ``ParticipantNames``.
        public let text: String
        /// The message whose bubble it was.
        public let message: MessageID
    }

    /// Where it stands. Its place stays the same when other items go.
    public let id: ID
    /// Who sent it; nil for the person of this device.
    public let sender: Participant?
    /// What stands there now: a bubble becomes a summary once a later message takes it.
    public internal(set) var content: Content

    /// The message that stands there; nil for a summary, text, a sticker or an attachment.
    public var bubble: Bubble? {
        if case .bubble(let bubble) = content { bubble } else { nil }
    }
}
