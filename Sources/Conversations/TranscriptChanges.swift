/// What a store has to write so that an older state of a transcript becomes a newer one.
public struct TranscriptChanges: Sendable {
    /// The items that are new or say something else, from the top.
    public internal(set) var written: [TranscriptItem] = []
    /// The items that are gone.
    public internal(set) var removed: [TranscriptItem.ID] = []

    public var isEmpty: Bool { written.isEmpty && removed.isEmpty }
}

extension Transcript {
    /// What has changed since an older state of this transcript.
    ///
    /// Of an item only two things ever change: a bubble becomes a summary, and a bubble's message fails. Nothing else
    /// is compared, so pictures cost nothing.
    ///
    /// - Parameter old: A state from which this one came by ``add(_:from:profile:)`` and ``fail(_:_:)``.
    public func changes(since old: Transcript) -> TranscriptChanges {
        var changes = TranscriptChanges()
        var rest = old.items[...]
        for item in items {
            while let first = rest.first, first.id.number < item.id.number {
                changes.removed.append(first.id)
                rest.removeFirst()
            }
            if let first = rest.first, first.id == item.id {
                rest.removeFirst()
                if first.bubble?.message.error == item.bubble?.message.error,
                    (first.bubble == nil) == (item.bubble == nil)
                {
                    continue
                }
            }
            changes.written.append(item)
        }
        changes.removed += rest.map(\.id)
        return changes
    }
}
