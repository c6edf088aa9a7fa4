import Values

// A saved match has its moves by their places in lists: their texts would be worked out by playing it again. Who keeps matches to go
// on with them at once keeps the texts, too.
extension Match {
    /// The texts of all plies, as far as they are known: a list of `[text, name, until when it is sealed]`, or null.
    package var keptTexts: Value {
        .array(
            entries.map { entry in
                guard let text = entry.text else { return .null }
                let secrecy = entry.secrecy.map { Value.string($0.word) } ?? .null
                return [.string(text), entry.name.map(Value.string) ?? .null, secrecy]
            })
    }

    /// Takes over texts that were kept of the same match. Whatever doesn't fit its log is worked out when somebody asks.
    package func take(texts: Value) {
        guard let list = texts.arrayValue, list.count == entries.count else { return }
        for (index, kept) in list.enumerated() {
            var entry = entries[index]
            guard entry.lacksText, let parts = kept.arrayValue, parts.count == 3, let text = parts[0].stringValue else {
                continue
            }
            (entry.text, entry.name) = (text, parts[1].stringValue)
            entry.secrecy = LogEntry.Secrecy(parts[2].stringValue)
            entries[index] = entry
        }
    }
}

extension LogEntry.Secrecy {
    /// The word that ``init(_:)`` reads.
    fileprivate var word: String {
        switch self {
        case .round: "round"
        case .match: "match"
        case .move(let name): name
        }
    }
}
