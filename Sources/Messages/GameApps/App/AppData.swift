import Conversations
import MatchSessions
import MessageProtocol

/// The data of a game on one device: its matches, the open match of each conversation, and its
/// store.
///
/// A `Snapshot` undoes what the hooks of an event did to the data.
package final class AppData {
    let table: MatchTable
    /// The match of each conversation: the last one that was read or started there.
    package var current: [Conversation.ID: MatchID] = [:]
    /// The store of the game on this device.
    var store = GameStore()
    /// The urls of drafts that are known to have been sent during the current event.
    package var departed: Set<String> = []

    init(_ table: MatchTable) { self.table = table }

    /// Takes over the matches, scripts and store from `before`, the data of the game's version before
    /// an update.
    func takeOver(_ before: AppData) {
        table.takeOver(before.table)
        store = before.store
        current = before.current
    }

    // MARK: Snapshots

    /// The current state. `takeBack(to:)` returns to it.
    package var snapshot: Snapshot { Snapshot(records: table.records, current: current, store: store) }

    package struct Snapshot {
        let records: [MatchID: MatchRecord]
        let current: [Conversation.ID: MatchID]
        let store: GameStore
    }

    /// Undoes everything that hooks staged, drafted, started and stored. Sent messages have left
    /// the device and read messages were signed by others, so both stay.
    package func takeBack(to before: Snapshot) {
        store = before.store
        for (id, record) in table.records {
            guard let old = before.records[id] else {
                // a hook started this match, and nobody was told of it
                if record.url == nil, record.seat != nil { table.records[id] = nil }
                continue
            }
            let draft = old.draft.flatMap { departed.contains($0.url) ? nil : $0 }
            if draft?.url != record.draft?.url { table.records[id]?.match.takeBackDraft(to: draft) }
        }
        for (place, match) in current where table.records[match] == nil { current[place] = before.current[place] }
    }

    // MARK: Matches

    /// Returns the match of an instance. For an instance in a bubble, this is the match of the
    /// bubble's message. For any other instance, it is the last match that was read or started in the
    /// conversation.
    func currentMatch(of id: InstanceID, at moment: HostContext) -> MatchID? {
        if id.isInTranscript, let url = moment.conversation.selectedMessage?.url,
            let envelope = try? table.rules.envelope(from: url), table.records[envelope.signedLog.match.id] != nil
        {
            return envelope.signedLog.match.id
        }
        return current[moment.place]
    }

    /// Returns the record of the match that a url holds, or nil for an unknown match.
    func record(of url: String) -> MatchRecord? {
        (try? table.rules.envelope(from: url)).flatMap { table.records[$0.signedLog.match.id] }
    }

    // MARK: Drafts

    /// Records each message that the instance sees as sent, unless the message is pending.
    func noteDeparted(at moment: HostContext) {
        for message in [moment.message, moment.conversation.selectedMessage].compactMap(\.self)
        where !message.isPending {
            if let url = message.url { departed.insert(url) }
        }
    }

    /// Returns whether this is the url of a draft that wasn't sent. A draft in the draft field is
    /// pending, so it wasn't sent.
    func isUnsentDraft(_ url: String, at moment: HostContext) -> Bool {
        table.records.values.contains { $0.draft?.url == url } && !departed.contains(url)
            && moment.message(with: url)?.isPending != false
    }

    /// Discards a draft whose message wasn't inserted and never will be. Otherwise the draft, which
    /// can't be sent, would keep its seat from signing another act.
    ///
    /// - Returns: The act of the seat in the draft, as text for a person; nil if the url isn't a
    ///   draft.
    @discardableResult
    package func giveUpDraft(_ url: String) -> String? {
        guard let record = table.records.values.first(where: { $0.draft != nil && $0.draft?.url == url }) else {
            return nil
        }
        table.cancelDraft(of: record.id)
        return record.draft?.text
    }

    /// Discards the drafts of a conversation that aren't in its draft field: drafts that were
    /// replaced, and drafts whose instance ended before it inserted them.
    ///
    /// - Parameter staged: The url of the message in the draft field, or nil if the field has no
    ///   message of this game.
    package func giveUpDrafts(in place: Conversation.ID, but staged: String?) {
        for record in table.records.values where record.chat == place {
            if let draft = record.draft, draft.url != staged { table.cancelDraft(of: record.id) }
        }
    }
}
