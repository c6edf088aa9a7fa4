import Conversations
import Foundation
import MessageProtocol
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation
@testable import Storage

@Suite struct SimulationStoreTests {
    /// Runs a test on a store in memory, and on one in a file that is closed and reopened between
    /// writing and reading.
    private func onBoth(
        _ write: (StoreTransaction) throws -> Void, then check: (StoreReader) throws -> Void
    ) throws {
        let memory = try SimulationStore()
        try memory.transaction(write)
        try memory.read(check)
        let folder = try StoreFolder()
        try SimulationStore(path: folder.path).transaction(write)
        try SimulationStore(path: folder.path).read(check)
    }

    private func putPeople(_ write: StoreTransaction) throws {
        try write.put(StoreSamples.bob)
        try write.put(StoreSamples.alice)
    }

    @Test func theSimulationAndItsDevicesComeBack() throws {
        let simulation = StoredSimulation(seed: .max, milliseconds: 1 << 60, network: Data([0, 1, 255]))
        try onBoth {
            #expect(try $0.simulation() == nil)
            try $0.put(StoredSimulation(seed: 1, milliseconds: 2, network: Data()))
            try $0.put(simulation)
            try putPeople($0)
            var alice = StoreSamples.alice
            alice.hostProfile = "other"
            try $0.put(alice)
            try $0.put(StoreSamples.alice)
        } then: { reader throws in
            #expect(try reader.simulation() == simulation)
            #expect(try reader.devices() == [StoreSamples.alice, StoreSamples.bob])
            #expect(try reader.devices().last?.name.unicodeScalars.count == 8, "no byte of a name is lost")
        }
    }

    @Test func chatsComeBackItemByItem() throws {
        let chat = try StoreSamples.chat()
        let other = try StoreSamples.chat("work")
        try onBoth {
            try putPeople($0)
            // items can be written before their chat, because references are checked at the end
            try $0.put(chat.transcript.items, chat: chat.id, device: "Alice")
            try $0.put(chat, people: ["Alice", "Bob"], device: "Alice")
            try $0.put(other, people: [], device: "Alice")
            try $0.put(chat, people: ["x"], device: StoreSamples.bob.name)
        } then: { reader throws in
            let read = try reader.chats(device: "Alice")
            #expect(read.map(\.people) == [["Alice", "Bob"], []])
            let expected = try StoreCoding.encode(chat)
            #expect(try StoreCoding.encode(read.first?.chat) == expected)
            #expect(read.last?.chat.transcript.items.isEmpty == true)
            #expect(try reader.chats(device: StoreSamples.bob.name).map(\.people) == [["x"]])
            #expect(try reader.chats(device: "nobody").isEmpty)
        }
    }

    @Test func onlyTheItemsPassedAreWritten() throws {
        var chat = try StoreSamples.chat()
        let store = try SimulationStore()
        try store.transaction { write in
            try putPeople(write)
            try write.put(chat, people: [], device: "Alice")
            try write.put(chat.transcript.items, chat: chat.id, device: "Alice")
        }
        // a later message replaces the bubble; the bubble has no summary, so it is removed
        let before = chat.transcript.items
        let bob = Participant(StoreSamples.uuid(2))
        let placement = chat.receive(
            Delivery(.message(StoreSamples.message("m4", "fourth")), game: "go"), from: bob, profile: .modern)
        let gone = try #require(placement.collapsed)
        #expect(chat.transcript[gone] == nil)
        let added = try #require(chat.transcript[placement.item])
        try store.transaction { write in
            try write.put([added], chat: chat.id, device: "Alice")
            try write.removeItems([gone], chat: chat.id, device: "Alice")
        }
        let read = try store.read { try $0.transcript(chat: chat.id, device: "Alice") }
        #expect(read.description == chat.transcript.description)
        #expect(read.items.count == before.count)
    }

    @Test func aSignedURLStaysAsItWasSigned() throws {
        let head = try StoreSamples.head(1)
        try onBoth {
            try putPeople($0)
            try $0.putSignedURL("first", head: head, device: "Alice")
            try $0.putSignedURL("first", head: head, device: "Alice")
            try $0.putSignedURL("of Bob", head: head, device: StoreSamples.bob.name)
            try $0.putSignedURL("second", head: StoreSamples.head(2), device: "Alice")
        } then: { reader throws in
            #expect(try reader.signedURL(head: head, device: "Alice") == "first")
            #expect(try reader.signedURL(head: head, device: StoreSamples.bob.name) == "of Bob")
            #expect(try reader.signedURL(head: StoreSamples.head(3), device: "Alice") == nil)
        }
        let store = try SimulationStore()
        try store.transaction { write in
            try putPeople(write)
            try write.putSignedURL("first", head: head, device: "Alice")
        }
        let error = storeError {
            try store.transaction { try $0.putSignedURL("another", head: head, device: "Alice") }
        }
        guard case .failed(_, let what) = error else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(what.contains("another url was signed") && what.contains(head.description))
    }

    @Test func matchesComeBack() throws {
        let matches = try (1...6).map { try StoreSamples.match($0) }
        try onBoth {
            try putPeople($0)
            for match in matches.reversed() { try $0.put(match, device: "Alice") }
            var changed = matches[0]
            changed.url = "newer"
            try $0.put(changed, device: "Alice")
        } then: { reader throws in
            var expected = matches
            expected[0].url = "newer"
            #expect(try reader.matches(device: "Alice") == expected)
            #expect(try reader.match(expected[3].id, device: "Alice") == expected[3])
            #expect(try reader.match(StoreSamples.matchID(99), device: "Alice") == nil)
            #expect(try reader.matches(device: StoreSamples.bob.name).isEmpty)
        }
    }

    @Test func seatKeysComeBackAndStay() throws {
        let key = SeatKey()
        let match = try StoreSamples.matchID(1)
        try onBoth {
            try putPeople($0)
            try $0.putSeatKey(key, match: match, device: "Alice")
            try $0.putSeatKey(key, match: match, device: "Alice")
        } then: { reader throws in
            #expect(try reader.seatKey(match: match, device: "Alice")?.secret == key.secret)
            #expect(try reader.seatKey(match: match, device: StoreSamples.bob.name) == nil)
        }
        let store = try SimulationStore()
        try store.transaction { write in
            try putPeople(write)
            try write.putSeatKey(key, match: match, device: "Alice")
        }
        let error = storeError {
            try store.transaction { try $0.putSeatKey(SeatKey(), match: match, device: "Alice") }
        }
        let sentence = try #require(error).description
        #expect(sentence.contains("another seat key"))
        #expect(!sentence.contains(Data(key.secret).base64EncodedString()))
    }

    /// An error of the database itself contains no value.
    @Test func errorsShowNoSecrets() throws {
        let store = try SimulationStore()
        let key = SeatKey()
        let error = storeError {
            try store.transaction { try $0.putSeatKey(key, match: StoreSamples.matchID(1), device: "Sybil") }
        }
        let sentence = "\(try #require(error)) \(String(reflecting: error))"
        #expect(sentence.contains("FOREIGN KEY"))
        let hexadecimal = key.secret.map { String(format: "%02x", $0) }.joined()
        for secret in [hexadecimal, Data(key.secret).base64EncodedString(), "\(key.secret)", "Sybil"] {
            #expect(!sentence.localizedCaseInsensitiveContains(secret))
        }
    }

    @Test func keptURLsKeepTheirTurn() throws {
        try onBoth {
            try putPeople($0)
            for (url, reason) in [("z", "unknown_game"), ("a", "unknown_game"), ("m", "x"), ("z", "needs_version")] {
                try $0.put(KeptURL(url: url, reason: reason), device: "Alice")
            }
            try $0.removeKeptURL("m", device: "Alice")
        } then: { reader throws in
            #expect(
                try reader.keptURLs(device: "Alice") == [
                    KeptURL(url: "z", reason: "needs_version"), KeptURL(url: "a", reason: "unknown_game"),
                ])
        }
    }

    @Test func scriptsComeBackByDigest() throws {
        let files = ["game.lua": "return {}\n\u{0}-- é", "lib/é.lua": "", "lib/e.lua": "x"]
        try onBoth {
            try putPeople($0)
            try $0.putScript(StoreSamples.digest(1), files: ["old.lua": "old"], device: "Alice")
            try $0.putScript(StoreSamples.digest(1), files: files, device: "Alice")
            try $0.putScript(StoreSamples.digest(2), files: ["a": "b"], device: "Alice")
            try $0.putScript(StoreSamples.digest(3), files: ["a": "b"], device: "Alice")
            try $0.removeScript(StoreSamples.digest(3), device: "Alice")
        } then: { reader throws in
            #expect(try reader.script(StoreSamples.digest(1), device: "Alice") == files)
            #expect(try reader.script(StoreSamples.digest(3), device: "Alice") == nil)
            let expected = try [StoreSamples.digest(1), StoreSamples.digest(2)]
            #expect(try reader.scripts(device: "Alice") == expected)
        }
    }

    @Test func theOutboxKeepsItsOrder() throws {
        try onBoth {
            try putPeople($0)
            for (id, position) in [("c", 2), ("a", 10), ("b", 1), ("d", 0)] {
                try $0.put(StoredOutboxEntry(id: id, position: position, entry: Data(id.utf8)), device: "Alice")
            }
            try $0.put(StoredOutboxEntry(id: "a", position: -1, entry: Data([0])), device: "Alice")
            try $0.removeOutboxEntry("d", device: "Alice")
        } then: { reader throws in
            #expect(try reader.outbox(device: "Alice").map(\.id) == ["a", "b", "c"])
            #expect(try reader.outbox(device: "Alice").first?.entry == Data([0]))
        }
    }
}
