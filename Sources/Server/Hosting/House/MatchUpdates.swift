import Foundation
import Scenes

/// The updates of a match as one viewer may see them: every entry in order, and the view after the
/// last one.
///
/// Nothing is buffered for a slow reader. The next read returns everything that is new by then.
public struct MatchUpdates: AsyncSequence, Sendable {
    /// An update of a match.
    public enum Event: Sendable {
        /// The line of an entry, and its JSON: `{"line": …, "number": 5}`.
        case entry(EntryLine, json: [UInt8])
        /// The view after an entry, and its JSON.
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

    /// The iterator of the updates.
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

        /// Returns the next update; nil when the service ends.
        ///
        /// - Throws: ``HostingError``, after which there are no more updates.
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
                // a new reader gets the view even if there is nothing new
                guard isFirst || news.number > number else { continue }
                isFirst = false
                // `number` can be larger than the log's last number, if it comes from another match
                // or from a log that was lost
                number = news.number
                waiting = news.events[...]
            }
        }
    }
}

/// The updates after an entry, as they are sent.
struct UpdateBatch: Sendable {
    /// The number of the last entry.
    let number: Int
    /// A line for each entry, and the view after the last one.
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

/// The JSON of a service. The keys are sorted, so that equal values have equal bytes.
public enum JSONBytes {
    /// Returns the bytes of a value. All values encoded here consist of texts, numbers and lists.
    public static func of(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { [UInt8]($0) } ?? Array("null".utf8)
    }
}
