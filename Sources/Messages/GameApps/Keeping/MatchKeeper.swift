import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// The content that a store already has for a game, so that an event writes only its changes.
package struct StoredGameState: Sendable {
    var matches: [MatchID: StoredMatch] = [:]
    var scripts: Set<ScriptDigest> = []
    var values: [String: Value] = [:]
    /// Each match as it was when it was last encoded, or when encoding last failed. A match that is
    /// unchanged since then isn't encoded again.
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

/// A keeper that writes the data of a game to a store, so that the data outlives the process.
package final class MatchKeeper {
    private let script: GameScript
    private let data: AppData
    private let channel: HostChannel
    /// The store of the matches. Nil if nothing outlives the process.
    private var store: (any MatchStore)?
    /// The content that the store already has. Nil without a store.
    private(set) var kept: StoredGameState?

    init(for script: GameScript, data: AppData, channel: HostChannel) {
        self.script = script
        self.data = data
        self.channel = channel
    }

    /// Takes over the store from `before`, the keeper of the game's version before an update.
    func takeOver(_ before: MatchKeeper) { (store, kept) = (before.store, before.kept) }

    /// Restores the game from the store, and stores all later changes there.
    ///
    /// - Throws: An error of the store, or `AppError.keptAlready` for a second call. In that case
    ///   nothing has changed.
    func keep(in store: any MatchStore) throws {
        guard self.store == nil else { throw AppError.keptAlready }
        kept = try restore(from: store)
        self.store = store
        data.table.rules.signedURL = { head in (try? store.signedURL(leadingTo: head)) ?? nil }
    }

    /// Restores the game from the store.
    ///
    /// - Returns: The content that needn't be stored again.
    @discardableResult
    package func restore(from store: any MatchStore) throws -> StoredGameState {
        var kept = StoredGameState()
        var values = GameStore()
        kept.values = try store.values(of: data.table.game)
        for (key, value) in kept.values { try values.set(key, value) }
        var records: [MatchID: MatchRecord] = [:]
        var older: [GameScript] = []
        for stored in try store.matches(of: data.table.game) {
            let record = try MatchRecord(stored, key: try store.seatKey(of: stored.id), carrier: data.table.carrier)
            records[stored.id] = record
            kept.matches[stored.id] = stored
            kept.records[stored.id] = record
            let digest = record.signedLog.match.script
            guard kept.scripts.insert(digest).inserted, data.table.rules.shelf.script(digest) == nil else { continue }
            if let version = try version(digest, in: store) { older.append(version) }
        }
        data.store = values
        for version in older { data.table.rules.add(version) }
        for record in records.values.sorted(by: { "\($0.id)" < "\($1.id)" }) { adopt(kept: record) }
        return kept
    }

    /// Returns a stored version of the rules, or nil if the version can't be loaded. The app works
    /// without the version, but the matches of the version can't be read.
    private func version(_ digest: ScriptDigest, in store: any MatchStore) throws -> GameScript? {
        guard let files = try store.script(digest) else { return nil }
        return try? GameScript.kept(files, id: script.id, library: script.library)
    }

    /// Adds a stored match. The open match of a conversation is the one that changed last.
    private func adopt(kept record: MatchRecord) {
        data.table.records[record.id] = record
        let other = data.current[record.chat].flatMap { data.table.records[$0] }
        if let other, other.changed > record.changed { return }
        data.current[record.chat] = record.id
    }

    /// Returns the changes since `kept`, and adds them to `kept`. Also returns the changed matches
    /// that can't be stored. Such a match isn't part of the changes. The app tries to store it again
    /// after its next change.
    package func changes(since kept: inout StoredGameState) -> (changes: MatchChanges, unkept: [UnkeptMatch]) {
        var changes = MatchChanges()
        var unkept: [UnkeptMatch] = []
        var known = kept
        for record in data.table.records.values {
            do {
                guard let stored = try known.change(of: record, data.table.carrier) else { continue }
                changes.matches.append(stored)
            } catch {
                unkept.append(UnkeptMatch(chat: record.chat, error: error))
                continue
            }
            if let key = record.match.key { changes.keys[record.id] = key }
            if let draft = record.draft, draft.bet == nil, !draft.asksForSeat {
                changes.signedURLs[draft.signedLog.head] = draft.url
            }
            // a match ends under the rules with which it started, so store its script, with the
            // modules that the script can reach
            let digest = record.signedLog.match.script
            if let version = data.table.rules.shelf.script(digest), known.scripts.insert(digest).inserted {
                changes.scripts[digest] = version.keptFiles
            }
        }
        var values: [String: Value] = [:]
        for (key, value) in data.store.values where known.values[key] != value { values[key] = value }
        for key in known.values.keys where data.store.values[key] == nil { values[key] = .null }
        known.values = data.store.values
        if !values.isEmpty { changes.values[data.table.game] = values }
        kept = known
        return (changes, unkept)
    }

    /// Stores the changes of the event before the host receives requests. Changes that can't be
    /// stored are undone. Read messages stay, and are stored with the next event. A match that fits
    /// into no store doesn't prevent other matches from being stored.
    func keep(orTakeBackTo before: AppData.Snapshot, in place: Conversation.ID) {
        guard let store, let known = self.kept else { return }
        var kept = known
        var (changes, unkept) = changes(since: &kept)
        if let first = unkept.first {
            giveUp(to: before, "This match can't be stored, so nothing was sent: \(first.error)", in: first.chat)
            kept = known
            changes = self.changes(since: &kept).changes
        }
        do {
            if !changes.isEmpty { try store.commit(changes) }
            self.kept = kept
        } catch {
            giveUp(to: before, "This can't be stored, so nothing was sent: \(error). Try again.", in: place)
        }
    }

    private func giveUp(to before: AppData.Snapshot, _ why: String, in place: Conversation.ID) {
        channel.dropRequests()
        data.takeBack(to: before)
        channel.note(why, in: place)
    }
}
