import Foundation
import Scenes

/// What happens in a match, as one viewer may know it: every entry in order, and what the match looks like behind the last one.
///
/// Nothing is kept for a reader that is slow: it reads the next time what is new then.
public struct MatchUpdates: AsyncSequence, Sendable {
    /// One of them.
    public enum Event: Sendable {
        /// The line of an entry, and `{"line": …, "number": 5}` of it as JSON.
        case entry(EntryLine, json: [UInt8])
        /// What the match looks like after an entry, and the same as JSON.
        case view(SeatView, json: [UInt8])

        /// The number of the entry.
        public var number: Int {
            switch self {
            case .entry(let line, _): line.number
            case .view(let view, _): view.number
            }
        }
    }

    let table: ActiveMatch
    let wakes: AsyncStream<Int>
    let after: Int
    let token: SeatToken?
    let theme: Theme

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Reads them.
    public struct Iterator: AsyncIteratorProtocol {
        private let events: MatchUpdates
        private var wakes: AsyncStream<Int>.Iterator
        private var number: Int
        private var waiting: ArraySlice<Event> = []
        private var isFirst = true

        init(_ events: MatchUpdates) {
            self.events = events
            wakes = events.wakes.makeAsyncIterator()
            number = Swift.max(0, events.after)
        }

        /// The next one; nil when the house ends.
        ///
        /// - Throws: ``HostingError``, after which there is no other.
        public mutating func next() async throws(HostingError) -> Event? {
            while true {
                if let event = waiting.popFirst() { return event }
                var woken: Int?
                if !isFirst {
                    repeat { woken = await wakes.next() } while woken.map { $0 <= number } == true
                    guard woken != nil else { return nil }
                }
                let news = try await events.table.news(
                    after: number, for: events.token, theme: events.theme, atLeast: woken)
                // whoever begins is shown the match, also when there is nothing new
                guard isFirst || news.number > number else { continue }
                isFirst = false
                // a reader may know more than there is: of another match, or of a log that is gone
                number = news.number
                waiting = news.events[...]
            }
        }
    }
}

/// What is new in a match for whoever knows it up to some entry, as it is sent.
struct UpdateBatch: Sendable {
    /// The number of the last entry.
    let number: Int
    /// A line for each entry, and the view behind the last one.
    let events: [MatchUpdates.Event]

    init(_ lines: [EntryLine], _ view: ActiveMatch.Encoded) {
        number = view.number
        events =
            lines.map { .entry($0, json: JSONBytes.of(Numbered(line: $0))) } + [.view(view.view, json: view.json)]
    }

    private struct Numbered: Encodable {
        let line: EntryLine
        var number: Int { line.number }

        private enum CodingKeys: CodingKey { case line, number }

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(line, forKey: .line)
            try fields.encode(number, forKey: .number)
        }
    }
}

/// JSON as the house writes it: keys in order, so that equal values have equal bytes.
public enum JSONBytes {
    /// The bytes of a value; all that is encoded here is made of texts, numbers and lists.
    public static func of(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { [UInt8]($0) } ?? Array("null".utf8)
    }
}
