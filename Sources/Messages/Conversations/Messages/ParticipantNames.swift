import Foundation

/// The names this device shows for participants, by their ids on any device.
///
/// A `$` followed by the id of a participant becomes that person's name wherever a layout's six strings or a summary
/// are shown. An id nobody here has stays as it was written. The url is data and never touched.
///
/// ```swift
/// let names = ParticipantNames([alice: "Alice"])
/// names.substituted(in: "\(alice.placeholder) played b2")     // "Alice played b2"
/// ```
public struct ParticipantNames: Sendable {
    private var names: [UUID: String]

    /// The names to show; without any, every text stays as it was written.
    public init(_ names: [Participant: String] = [:]) {
        self.names = [:]
        for (participant, name) in names { self.names[participant.uuid] = name }
    }

    /// The name to show for a person; nil if none is known. Setting nil forgets it.
    public subscript(participant: Participant) -> String? {
        get { names[participant.uuid] }
        set { names[participant.uuid] = newValue }
    }

    /// The text with the known ids replaced. It is read once, from left to right: a name that itself looks like an id
    /// stays a name.
    public func substituted(in text: String) -> String {
        let dollar = UInt8(ascii: "$")
        guard text.utf8.contains(dollar) else { return text }
        var result = ""
        var rest = Substring(text)
        while let mark = rest.utf8.firstIndex(of: dollar) {
            result += rest[..<mark]
            let start = rest.utf8.index(after: mark)
            if let end = rest.utf8.index(start, offsetBy: Self.idLength, limitedBy: rest.utf8.endIndex),
                let id = String(rest.utf8[start..<end]).flatMap(UUID.init(uuidString:)), let name = names[id]
            {
                result += name
                rest = rest[end...]
            } else {
                result += "$"
                rest = rest[start...]
            }
        }
        return result + rest
    }

    /// The message as this device shows it: names in the six strings of its layout and in its summary.
    public func substituted(in message: Message) -> Message {
        var copy = message
        copy.summaryText = message.summaryText.map(substituted(in:))
        copy.layout = message.layout?.mapTemplate { $0.mapStrings(substituted(in:)) }
        return copy
    }

    /// The characters of an id: 32 digits and four hyphens (RFC 9562 §4).
    private static let idLength = 36
}
