import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// What a store has of a game already, so that an event writes only what it changed.
package struct KeptMatches: Sendable {
    var matches: [MatchID: StoredMatch] = [:]
    var scripts: Set<ScriptDigest> = []
    var values: [String: Value] = [:]
    /// The matches as they were when their bytes were made, or couldn't be: those that didn't change since aren't tried again.
    var records: [MatchID: MatchRecord] = [:]
    /// How often the bytes of a match were made.
    package private(set) var encodings = 0

    /// Nothing is kept yet.
    package init() {}

    /// What is to be written of a match; nil if it is kept as it stands.
    ///
    /// - Throws: If it fits into no store.
    mutating func change(of record: MatchRecord, _ carrier: MessageURLCoder) throws -> StoredMatch? {
        if let old = records[record.id], old.isSame(as: record) { return nil }
        records[record.id] = record
        encodings += 1
        let stored = try record.stored(carrier)
        guard matches[record.id] != stored else { return nil }
        matches[record.id] = stored
        return stored
    }
}

/// A match that fits into no store as it stands.
package struct UnkeptMatch {
    /// Where it is played.
    package let chat: Chat.ID
    /// Why it can't be kept.
    package let error: any Error
}

// What must outlive the process.
extension GameApp {
    /// Goes on with what the store holds of this game, and keeps there what changes from now on: at the end of each event,
    /// before the host is asked for anything. An event that can't be kept is taken back, and the person reads why.
    ///
    /// Call it once, before the first callback.
    ///
    /// - Throws: What the store throws; the app is as it was then, and nothing is kept. ``AppError/keptAlready`` the second time.
    public func keep(in store: any MatchStore) throws {
        guard keeper == nil else { throw AppError.keptAlready }
        keeper = (store, try restore(from: store))
        table.rules.signedURL = { head in (try? store.signedURL(leadingTo: head)) ?? nil }
    }

    /// Goes on with what the store holds of this game.
    ///
    /// - Returns: What needn't be kept again.
    @discardableResult
    package func restore(from store: any MatchStore) throws -> KeptMatches {
        var kept = KeptMatches()
        var values = GameStore()
        kept.values = try store.values(of: table.game)
        for (key, value) in kept.values { try values.set(key, value) }
        var records: [MatchID: MatchRecord] = [:]
        var older: [GameScript] = []
        for stored in try store.matches(of: table.game) {
            let record = try MatchRecord(stored, key: try store.seatKey(of: stored.id), carrier: carrier)
            records[stored.id] = record
            kept.matches[stored.id] = stored
            kept.records[stored.id] = record
            let digest = record.signedLog.match.script
            guard kept.scripts.insert(digest).inserted, table.rules.shelf.script(digest) == nil else { continue }
            if let version = try version(digest, in: store) { older.append(version) }
        }
        self.store = values
        for version in older { table.rules.add(version) }
        for record in records.values.sorted(by: { "\($0.id)" < "\($1.id)" }) { adopt(kept: record) }
        return kept
    }

    /// A version that can't be loaded any more makes its matches unreadable, not the app.
    private func version(_ digest: ScriptDigest, in store: any MatchStore) throws -> GameScript? {
        guard let files = try store.script(digest) else { return nil }
        return try? GameScript.kept(files, id: script.id, library: script.library)
    }

    /// A match that was kept. Its conversation is about the one that changed last.
    private func adopt(kept record: MatchRecord) {
        table.records[record.id] = record
        if let other = current[record.chat].flatMap({ table.records[$0] }), other.changed > record.changed { return }
        current[record.chat] = record.id
    }

    /// What isn't kept yet, and is from now on; and the matches that changed and can't be kept. These are left out, and tried
    /// again when they change.
    package func changes(since kept: inout KeptMatches) -> (changes: MatchChanges, unkept: [UnkeptMatch]) {
        var changes = MatchChanges()
        var unkept: [UnkeptMatch] = []
        var known = kept
        for record in table.records.values {
            do {
                guard let stored = try known.change(of: record, carrier) else { continue }
                changes.matches.append(stored)
            } catch {
                unkept.append(UnkeptMatch(chat: record.chat, error: error))
                continue
            }
            if let key = record.match.key { changes.keys[record.id] = key }
            if let draft = record.draft, draft.bet == nil, !draft.asksForSeat {
                changes.signedURLs[draft.signedLog.head] = draft.url
            }
            // A match ends under the rules it began with, so its script stays, with the modules it can reach.
            let digest = record.signedLog.match.script
            if let version = table.rules.shelf.script(digest), known.scripts.insert(digest).inserted {
                changes.scripts[digest] = version.keptFiles
            }
        }
        var values: [String: Value] = [:]
        for (key, value) in store.values where known.values[key] != value { values[key] = value }
        for key in known.values.keys where store.values[key] == nil { values[key] = .null }
        known.values = store.values
        if !values.isEmpty { changes.values[table.game] = values }
        kept = known
        return (changes, unkept)
    }

    /// Keeps what the event changed, before the host hears of it. What can't be kept is taken back; what was read stays, and
    /// is kept with the next event. A match that fits into no store takes no other match with it.
    func keep(orTakeBackTo before: Snapshot, in place: Conversation.ID) {
        guard let (store, known) = keeper else { return }
        var kept = known
        var (changes, unkept) = changes(since: &kept)
        if let first = unkept.first {
            giveUp(to: before, "This match can't be kept, so nothing was sent: \(first.error)", in: first.chat)
            kept = known
            changes = self.changes(since: &kept).changes
        }
        do {
            if !changes.isEmpty { try store.commit(changes) }
            keeper = (store, kept)
        } catch {
            giveUp(to: before, "This can't be kept, so nothing was sent: \(error). Try again.", in: place)
        }
    }

    private func giveUp(to before: Snapshot, _ why: String, in place: Conversation.ID) {
        dropRequests()
        takeBack(to: before)
        note(why, in: place)
    }
}
