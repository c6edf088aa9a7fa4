extension Message: Codable {
    private enum Key: CodingKey {
        case id, url, session, layout, summaryText, accessibilityLabel, shouldExpire, senderParticipant, isPending
        case error
    }

    /// - Throws: `DecodingError`, also for a url that no message takes; it would silently be left out otherwise.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let url = try container.decodeIfPresent(String.self, forKey: .url)
        if let url, !MessageURL.isAcceptable(url) {
            throw DecodingError.dataCorruptedError(
                forKey: .url, in: container,
                debugDescription: "expected a url with http, https, data or no scheme, found another one")
        }
        self.init(
            id: try container.decode(MessageID.self, forKey: .id), url: url,
            session: try container.decodeIfPresent(Session.self, forKey: .session),
            layout: try container.decodeIfPresent(Layout.self, forKey: .layout),
            summaryText: try container.decodeIfPresent(String.self, forKey: .summaryText),
            accessibilityLabel: try container.decodeIfPresent(String.self, forKey: .accessibilityLabel),
            shouldExpire: try container.decode(Bool.self, forKey: .shouldExpire),
            senderParticipant: try container.decodeIfPresent(Participant.self, forKey: .senderParticipant),
            isPending: try container.decode(Bool.self, forKey: .isPending),
            error: try container.decodeIfPresent(MessageError.self, forKey: .error))
    }

    /// Writes an object with a key for each property; what is nil is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(session, forKey: .session)
        try container.encodeIfPresent(layout, forKey: .layout)
        try container.encodeIfPresent(summaryText, forKey: .summaryText)
        try container.encodeIfPresent(accessibilityLabel, forKey: .accessibilityLabel)
        try container.encode(shouldExpire, forKey: .shouldExpire)
        try container.encodeIfPresent(senderParticipant, forKey: .senderParticipant)
        try container.encode(isPending, forKey: .isPending)
        try container.encodeIfPresent(error, forKey: .error)
    }
}
