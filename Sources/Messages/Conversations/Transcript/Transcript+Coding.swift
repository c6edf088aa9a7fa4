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
