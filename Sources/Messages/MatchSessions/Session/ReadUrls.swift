import MessageWire

/// The urls that a table read or wrote last, with what they hold: many ask for the same url in one event, and none of them
/// decodes it again. What a url holds follows from its bytes alone, and all of them are compared.
struct ReadUrls {
    /// The last used comes last.
    private var urls: [(url: String, envelope: Envelope)] = []

    /// What is asked for again lies within one event: what came in, what went out, what was shown before.
    private static let most = 4

    /// What the url holds, if it was read, written or asked for lately.
    subscript(url: String) -> Envelope? {
        mutating get {
            guard let index = urls.lastIndex(where: { $0.url.utf8.elementsEqual(url.utf8) }) else { return nil }
            let found = urls.remove(at: index)
            urls.append(found)
            return found.envelope
        }
    }

    mutating func note(_ url: String, _ envelope: Envelope) {
        if urls.count == Self.most { urls.removeFirst() }
        urls.append((url, envelope))
    }
}
