/// What is new in a match for whoever knows it up to some entry, as it is sent.
struct HouseNews: Sendable {
    /// The number of the last entry.
    let number: Int
    /// A line for each entry, and the view behind the last one.
    let events: [HouseEvents.Event]

    init(_ lines: [EntryLine], _ view: HostedTable.Encoded) {
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
