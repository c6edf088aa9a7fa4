import Conversations
import Foundation
import GRDB
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation
@testable import Storage

@Suite struct StoreFileTests {
    /// Returns a folder with a closed store that isn't empty.
    private func filled() throws -> StoreFolder {
        let folder = try StoreFolder()
        let store = try SimulationStore(path: folder.path)
        try store.transaction { write in
            try write.put(StoreSamples.alice)
            let chat = try StoreSamples.chat()
            try write.put(chat, people: ["Alice"], device: "Alice")
            try write.put(chat.transcript.items, chat: chat.id, device: "Alice")
            for number in 0..<40 as Range<UInt8> { try write.put(StoreSamples.match(number), device: "Alice") }
        }
        return folder
    }

    /// Opens a store that must be rejected, and checks that the folder is unchanged, byte for byte.
    private func refusal(in folder: StoreFolder, _ note: String = "") throws -> StoreError? {
        let names = try folder.names()
        let before = try names.map { try folder.bytes($0) }
        let error = storeError { _ = try SimulationStore(path: folder.path) }
        #expect(try folder.names() == names, "\(note)")
        #expect(try names.map { try folder.bytes($0) } == before, "\(note)")
        return error
    }

    private func isCorrupted(_ error: StoreError?) -> Bool {
        if case .corrupted = error { true } else { false }
    }

    /// Each commit is synced to disk, so that a sent message survives a power failure.
    @Test func everyCommitIsSynced() throws {
        let folder = try StoreFolder()
        #expect(try SimulationStore(path: folder.path).syncsEachCommit)
    }

    @Test func leavesOneFileWhenItIsClosed() throws {
        let folder = try filled()
        #expect(try folder.names() == ["party.parlor"])
        #expect(try SimulationStore(path: folder.path).read { try $0.matches(device: "Alice").count } == 40)
    }

    /// SQLite creates its journal a moment after the header mentions the journal, and removes the
    /// journal a moment before the header changes back. A process that is killed at such a moment
    /// leaves a complete file, and a lock that says that the file is complete.
    @Test func aKillBetweenHeaderAndJournalLosesNothing() throws {
        let folder = try StoreFolder()
        let store = try SimulationStore(path: folder.path)
        try store.transaction { try $0.put(StoreSamples.alice) }
        #expect(try folder.bytes("party.parlor.lock") == Data("in use\n".utf8))
        func refusal(of bytes: Data, lock: String?) throws -> StoreError? {
            let left = try StoreFolder()
            try left.write(bytes)
            if let lock { try left.write(Data(lock.utf8), "party.parlor.lock") }
            return storeError { _ = try SimulationStore(path: left.path) }
        }
        // the store was in use with a journal, and the journal is missing
        for lock in [nil, "", "in use\n", "complete"] {
            #expect(isIncomplete(try refusal(of: folder.bytes(), lock: lock)), "\(lock ?? "none")")
        }
        // the file as a killed process leaves it after the last checkpoint
        try store.close()
        var complete = try folder.bytes()
        (complete[18], complete[19]) = (2, 2)
        #expect(isIncomplete(try refusal(of: complete, lock: nil)), "a copy alone doesn't tell")
        let left = try StoreFolder()
        try left.write(complete)
        try left.write(Data("complete\n".utf8), "party.parlor.lock")
        for _ in 1...2 {
            #expect(try SimulationStore(path: left.path).read { try $0.devices().count } == 1, "only looked at")
        }
        #expect(try SimulationStore(path: left.path).transaction { try $0.devices().count } == 1)
        #expect(try left.names() == ["party.parlor"])
        #expect(try SimulationStore(path: left.path).read { try $0.devices().count } == 1)
    }

    private func isIncomplete(_ error: StoreError?) -> Bool {
        if case .incomplete = error { true } else { false }
    }

    /// A copy of only the file, made while it was in use or after its program was killed, lacks the
    /// content of the journal.
    @Test func aCopyWithoutItsJournalIsRefused() throws {
        let folder = try StoreFolder()
        let store = try SimulationStore(path: folder.path)
        for _ in 0..<200 { try store.transaction { try $0.put(StoreSamples.bob) } }
        try store.transaction { try $0.put(StoreSamples.alice) }
        let copy = try StoreFolder()
        try copy.write(try folder.bytes())
        #expect(
            try refusal(in: copy) == .incomplete(path: URL(fileURLWithPath: copy.path).resolvingSymlinksInPath().path))
        try copy.write(try folder.bytes("party.parlor-wal"), "party.parlor-wal")
        // with the journal beside it, the copy can be opened and written
        #expect(try SimulationStore(path: copy.path).transaction { try $0.devices().count } == 2)
        try store.close()
        try copy.write(try folder.bytes())
        #expect(try copy.names() == ["party.parlor"])
        #expect(try SimulationStore(path: copy.path).read { try $0.devices().count } == 2, "closed, it stands alone")
    }

    @Test func aClosedStoreIsClosedForEverything() throws {
        let folder = try filled()
        let store = try SimulationStore(path: folder.path)
        try store.close()
        #expect(try folder.names() == ["party.parlor", "party.parlor.lock"])
        #expect(storeError { try store.transaction { try $0.put(StoreSamples.bob) } } != nil)
        try store.close()
    }

    /// The journal stays small, and unchanged values aren't written again.
    @Test func theJournalStaysSmall() throws {
        let folder = try StoreFolder()
        let store = try SimulationStore(path: folder.path)
        let journal = { try folder.bytes("party.parlor-wal").count }
        for number in 0..<500 {
            try store.transaction { write in
                try write.put(StoredSimulation(seed: 1, milliseconds: Int64(number), network: Data([1])))
                try write.put(StoreSamples.alice)
                try write.put(try StoreSamples.chat(), people: ["Alice"], device: "Alice")
            }
        }
        #expect(try journal() < 400_000)
        let before = try journal()
        for _ in 0..<10 {
            try store.transaction { write in
                try write.put(StoredSimulation(seed: 1, milliseconds: 499, network: Data([1])))
                try write.put(StoreSamples.alice)
            }
        }
        #expect(try journal() == before)
    }

    @Test func whatCannotGrowIsAFullDisk() {
        for code in [ResultCode.SQLITE_FULL, .SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE] {
            #expect("\(StoreError(DatabaseError(resultCode: code), path: "x"))".contains("the disk is full"), "\(code)")
        }
    }

    @Test func onlyTheOwnerMayReadIt() throws {
        let folder = try filled()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path)
        let store = try SimulationStore(path: folder.path)
        try store.transaction { try $0.put(StoreSamples.bob) }
        let names = try folder.names()
        #expect(names == ["party.parlor", "party.parlor-shm", "party.parlor-wal", "party.parlor.lock"])
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
    }

    @Test func hasOneWriter() throws {
        let folder = try filled()
        var store: SimulationStore? = try SimulationStore(path: folder.path)
        // link to the folder, because a store that is itself a link is rejected
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path(""))
        for name in ["party.parlor", "link/party.parlor", "./party.parlor"] {
            let start = ContinuousClock.now
            let error = storeError { _ = try SimulationStore(path: folder.path(name)) }
            guard case .locked = error else {
                Issue.record("\(name): found \(String(describing: error))")
                continue
            }
            #expect(ContinuousClock.now - start < .seconds(1))
        }
        try store?.transaction { try $0.put(StoreSamples.bob) }
        store = nil
        #expect(try SimulationStore(path: folder.path).read { try $0.devices().count } == 2)
    }

    @Test func aLockThatAKilledProcessLeftLocksNothing() throws {
        let folder = try filled()
        try folder.write(Data(), "party.parlor.lock")
        #expect(storeError { _ = try SimulationStore(path: folder.path) } == nil)
        #expect(try folder.names() == ["party.parlor"])
    }

    @Test func whatIsNoStoreIsLeftAlone() throws {
        var random = SplitMix64(seed: 1)
        let noise = Data((0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        for bytes in [Data(), Data([1]), Data("SQLite format 3\u{0}".utf8), Data(repeating: 0, count: 4096), noise] {
            let folder = try StoreFolder()
            try folder.write(bytes)
            #expect(isCorrupted(try refusal(in: folder)), "\(bytes.count) bytes")
        }
        let folder = try StoreFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
        let error = storeError { _ = try SimulationStore(path: folder.path) }
        #expect(error.map { "\($0)" }?.contains("is a folder; name a file") == true)
    }

    @Test func databasesOfOthersAreLeftAlone() throws {
        let folder = try StoreFolder()
        let queue = try DatabaseQueue(path: folder.path)
        try queue.write { try $0.execute(sql: "CREATE TABLE notes (text); PRAGMA user_version = 1") }
        try queue.close()
        let error = try refusal(in: folder)
        #expect(isCorrupted(error))
        #expect("\(try #require(error))".contains("another program"))
    }

    @Test func otherTablesAreRefused() throws {
        for statement in [
            "CREATE TRIGGER t AFTER INSERT ON devices BEGIN DELETE FROM chats; END", "DROP TABLE outbox",
            "ALTER TABLE devices ADD COLUMN more INTEGER", "PRAGMA user_version = 0", "PRAGMA user_version = -1",
            "PRAGMA foreign_keys = 0; DELETE FROM devices",
        ] {
            let folder = try filled()
            let queue = try DatabaseQueue(path: folder.path)
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE; " + statement) }
            try queue.close()
            #expect(isCorrupted(try refusal(in: folder, statement)), "\(statement)")
        }
    }

    @Test func truncatedFilesAreLeftAlone() throws {
        let whole = try filled().bytes()
        for length in [50, 99, 100, 512, 4095, 4096, 8192, whole.count / 2, whole.count - 4096, whole.count - 1] {
            let folder = try StoreFolder()
            try folder.write(whole.prefix(length))
            #expect(isCorrupted(try refusal(in: folder, "\(length) of \(whole.count)")), "\(length) bytes")
        }
    }

    /// The journal of a killed process isn't merged into its file before the file and the journal
    /// were checked together.
    @Test func damagedFilesKeepTheirJournals() throws {
        let folder = try filled()
        let store = try SimulationStore(path: folder.path)
        try store.transaction { try $0.put(StoreSamples.bob) }
        let copy = try StoreFolder()
        try copy.write(try folder.bytes("party.parlor-wal"), "party.parlor-wal")
        var bytes = try folder.bytes()
        try copy.write(bytes)
        let sound = try StoreFolder()
        for name in try copy.names() { try sound.write(try copy.bytes(name), name) }
        #expect(try SimulationStore(path: sound.path).read { try $0.devices().count } == 2)
        for page in stride(from: 4096 * 4, to: bytes.count, by: 4096) { bytes[page] = 99 }
        try copy.write(bytes)
        #expect(isCorrupted(try refusal(in: copy)))
    }

    /// A file with a flipped bit in the header is rejected, unless SQLite doesn't use the bit. No
    /// flipped bit crashes the process.
    @Test func flippedBitsInTheHeaderAreRefusedOrHarmless() throws {
        let whole = try filled().bytes()
        var refused = 0
        for offset in 0..<100 {
            let folder = try StoreFolder()
            var bytes = whole
            bytes[offset] ^= 0x40
            try folder.write(bytes)
            let names = try folder.names()
            let error = storeError {
                let store = try SimulationStore(path: folder.path)
                #expect(try store.read { try $0.matches(device: "Alice").count } == 40, "offset \(offset)")
            }
            guard error != nil else { continue }
            refused += 1
            #expect(try folder.bytes() == bytes, "offset \(offset)")
            #expect(try folder.names() == names, "offset \(offset)")
        }
        #expect(refused > 30, "\(refused)")
    }

    /// Wherever a byte is damaged, opening the file and reading everything gives a result or an
    /// error, and never crashes.
    @Test func damageAnywhereEndsNothing() throws {
        let whole = try filled().bytes()
        var random = SplitMix64(seed: 7)
        for _ in 0..<60 {
            let folder = try StoreFolder()
            var bytes = whole
            for _ in 0..<8 {
                bytes[Int.random(in: 100..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            try folder.write(bytes)
            let error = storeError {
                let store = try SimulationStore(path: folder.path)
                try store.read { reader in
                    _ = try (reader.devices(), reader.chats(device: "Alice"), reader.matches(device: "Alice"))
                }
            }
            if let error { #expect(isCorrupted(error), "\(error)") }
        }
    }

    @Test func rowsThatNoStoreWritesAreCorrupted() throws {
        for statement in [
            "UPDATE items SET item = CAST(replace(item, '}', ',\"x\":1}') AS BLOB)",
            "UPDATE items SET place = place + 1 WHERE place > 4", "UPDATE chats SET draft = x'7b7d'",
            "UPDATE matches SET people = x'5b'", "UPDATE matches SET game = x'ff'",
            "UPDATE chats SET conversations = CAST(replace(conversations, '{', '{ ') AS BLOB)",
        ] {
            let folder = try filled()
            let queue = try DatabaseQueue(path: folder.path)
            try queue.write { try $0.execute(sql: statement) }
            #expect(queue.path == folder.path)
            try queue.close()
            let store = try SimulationStore(path: folder.path)
            let error = storeError {
                try store.read { _ = try ($0.chats(device: "Alice"), $0.matches(device: "Alice")) }
            }
            #expect(isCorrupted(error), "\(statement): \(String(describing: error))")
        }
    }

    // MARK: Versions

    private static let next = StoreSchema(
        migrations: StoreSchema.current.migrations + [["CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT"]])

    @Test func aNewerFileIsLeftAlone() throws {
        let folder = try filled()
        let newer = try SimulationStore(path: folder.path, schema: Self.next)
        #expect(try newer.read { try $0.matches(device: "Alice").count } == 40, "an older file is brought up to date")
        try newer.transaction { try $0.put(StoreSamples.alice) }
        // the file as it is if the program is killed before it writes anything else: it already
        // contains the new version
        let copy = try StoreFolder()
        try copy.write(try folder.bytes())
        let error = try refusal(in: copy)
        #expect(error == .newer(path: URL(fileURLWithPath: copy.path).resolvingSymlinksInPath().path, version: 4))
        #expect("\(try #require(error))".contains("expected version 3 or older"))
    }

    /// Matches of version 1 of the message protocol can't be continued, so a file with such matches
    /// isn't changed.
    @Test func anOlderFileIsLeftAlone() throws {
        let folder = try StoreFolder()
        try folder.write(try SimulationStore.bytesOfVersion1())
        let error = try refusal(in: folder)
        #expect(error == .older(path: URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path, version: 1))
        let sentence = "\(try #require(error))"
        #expect(sentence.contains("earlier message protocol") && sentence.contains("left as it is"))
    }

    // MARK: Folders

    @Test func saysWhatIsWrongWithAFolder() throws {
        let folder = try StoreFolder()
        let error = storeError { _ = try SimulationStore(path: folder.path("missing/party.parlor")) }
        guard case .misplaced(let sentence) = error else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(sentence.contains("no such folder") && error?.isOfFile == true)
        #expect(try folder.names().isEmpty)
    }

    @Test func aJournalWithoutItsFileIsLeftAlone() throws {
        let folder = try StoreFolder()
        try folder.write(Data([1, 2, 3]), "party.parlor-wal")
        #expect(isCorrupted(try refusal(in: folder)))
    }

    /// A file or folder of someone else at a path that the store needs is left unchanged.
    @Test(arguments: ["party.parlor.check", "party.parlor.check/mine", "party.parlor.lock"])
    func filesOfOthersAreLeftAlone(_ name: String) throws {
        let folder = try filled()
        if name.hasSuffix("/mine") {
            try FileManager.default.createDirectory(
                atPath: folder.path + ".check", withIntermediateDirectories: false)
        }
        try folder.write(Data("mine".utf8), name)
        guard case .misplaced(let sentence)? = storeError({ _ = try SimulationStore(path: folder.path) }) else {
            Issue.record("the store was opened")
            return
        }
        #expect(sentence.contains("move it"))
        #expect(try folder.bytes(name) == Data("mine".utf8))
    }

    /// A pipe beside the store is rejected, because opening a pipe would block.
    @Test(arguments: ["-wal", "-journal", "-shm"]) func aPipeBesideTheStoreIsRefused(_ suffix: String) throws {
        let folder = try filled()
        #expect(mkfifo(folder.path + suffix, 0o600) == 0)
        guard case .misplaced(let sentence)? = storeError({ _ = try SimulationStore(path: folder.path) }) else {
            Issue.record("the store was opened")
            return
        }
        #expect(sentence.contains("plain file"))
    }

    @Test func leftoversOfAKilledOpeningAreSweptAway() throws {
        let folder = try filled()
        try FileManager.default.createDirectory(
            atPath: folder.path + ".check", withIntermediateDirectories: false)
        try folder.write(Data([1]), "party.parlor.check/copy")
        #expect(storeError { _ = try SimulationStore(path: folder.path) } == nil)
        try FileManager.default.removeItem(atPath: folder.path)
        try folder.write(Data([1, 2, 3]), "party.parlor.new")
        #expect(storeError { _ = try SimulationStore(path: folder.path) } == nil)
        #expect(try folder.names() == ["party.parlor"])
    }
}

extension SimulationStore {
    /// Returns a file of the previous version.
    fileprivate static func bytesOfVersion1() throws -> Data {
        let folder = try StoreFolder()
        let old = StoreSchema(migrations: Array(StoreSchema.current.migrations.prefix(1)))
        let queue = try DatabaseQueue(path: folder.path)
        try old.migrate(queue)
        try queue.close()
        return try folder.bytes()
    }

    /// A full disk, or any other failure to create a file, leaves nothing beside it.
    @Test func aFileThatCantBeMadeLeavesNothing() throws {
        let folder = try StoreFolder()
        let broken = StoreSchema(migrations: [["CREATE TABLE t (n INTEGER) STRICT", "INSERT INTO t VALUES ('text')"]])
        #expect(throws: (any Error).self) {
            try StoreFile(path: folder.path, schema: broken).prepare(wasComplete: false)
        }
        #expect(try folder.names() == [])
    }
}
