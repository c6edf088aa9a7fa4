import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// The content that a store already has for a game, so that an event writes only its changes.
package struct KeptMatches: Sendable {
    var matches: [MatchID: StoredMatch] = [:]
    var scripts: Set<ScriptDigest> = []
    var values: [String: Value] = [:]
    /// The matches as of the last attempt to encode them, successful or not. Matches unchanged
    /// since then aren't encoded again.
    var records: [MatchID: MatchRecord] = [:]
    package private(set) var encodings = 0

    package init() {}

    /// Returns the match to write, or nil if the store already has it in this form.
    ///
    /// - Throws: An error if the match fits into no store.
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

/// A match that fits into no store in its current form.
package struct UnkeptMatch {
    package let chat: Chat.ID
    package let error: any Error
}

// The parts of the app that must outlive the process.
extension GameApp {
    /// Restores the game from the store, and stores all later changes there: at the end of each
    /// event, before the host receives requests. If an event can't be stored, it is undone and the
    /// person is told why.
    ///
    /// Call it once, before the first callback.
    ///
    /// - Throws: An error of the store; the app is then unchanged and stores nothing.
    ///   ``AppError/keptAlready`` for a second call.
    public func keep(in store: any MatchStore) throws {
        guard keeper == nil else { throw AppError.keptAlready }
        keeper = (store, try restore(from: store))
        table.rules.signedURL = { head in (try? store.signedURL(leadingTo: head)) ?? nil }
    }

    /// Restores the game from the store.
    ///
    /// - Returns: The content that needn't be stored again.
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

    /// Returns a stored version of the rules, or nil if it can't be loaded. Then only its matches
    /// are unreadable, not the app.
    private func version(_ digest: ScriptDigest, in store: any MatchStore) throws -> GameScript? {
        guard let files = try store.script(digest) else { return nil }
        return try? GameScript.kept(files, id: script.id, library: script.library)
    }

    /// Adds a stored match. The open match of a conversation is the one that changed last.
    private func adopt(kept record: MatchRecord) {
        table.records[record.id] = record
        if let other = current[record.chat].flatMap({ table.records[$0] }), other.changed > record.changed { return }
        current[record.chat] = record.id
    }

    /// Returns the changes since `kept` and adds them to it. Also returns the changed matches that
    /// can't be stored. They are left out and retried when they change.
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
            // a match ends under the rules it started with, so store its script and the modules it
            // can reach
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

    /// Stores the changes of the event before the host receives requests. Changes that can't be
    /// stored are undone. Read messages stay, and are stored with the next event. A match that fits
    /// into no store doesn't prevent other matches from being stored.
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
