import Conversations
import GRDB
import GameApps
import MatchSessions
import MessagesTesting
import Simulation
import Storage
import Testing

/// Damaged rows in a sound database. SQLite can't detect such damage.
@Suite struct DamagedRowsTests {
    /// Returns a folder with the closed store of a match, in which one move waits for delivery and
    /// another is drafted.
    private func filled() throws -> StoreFolder {
        let folder = try StoreFolder()
        let store = try SimulationStore(path: folder.path)
        let world = try open(store)
        try world.perform(as: "Ann") { ann throws(DeviceError) in
            try ann.perform(.openFromDrawer(), of: "tic-tac-toe", in: world.chat)
            try ann.touch("start", of: "tic-tac-toe", in: world.chat)
            try ann.touch("b2", of: "tic-tac-toe", in: world.chat)
            try ann.perform(.userSend, of: "tic-tac-toe", in: world.chat)
        }
        try store.close()
        return folder
    }

    private func open(_ store: SimulationStore) throws -> Simulation {
        try Simulation.open(store, people: ["Ann", "Bob"], games: [try script("tic-tac-toe")], seed: 3)
    }

    private func change(_ folder: StoreFolder, _ statement: String) throws {
        let queue = try DatabaseQueue(path: folder.path)
        try queue.write { db in
            try db.execute(sql: statement)
            #expect(db.changesCount > 0, "\(statement) found nothing to damage")
        }
        try queue.close()
    }

    @Test(arguments: [
        "UPDATE simulation SET network = x'7b7d'", "UPDATE simulation SET milliseconds = -1",
        "UPDATE devices SET running_numbers = x'5b5d'", "UPDATE items SET item = x'7b7d'",
        "UPDATE chats SET draft = x'5b5d'", "UPDATE matches SET notes = x'7b7d'", "UPDATE matches SET url = x'3f'",
        "UPDATE outbox SET entry = x'7b7d'",
    ])
    func leaveTheFileAsItIs(_ statement: String) throws {
        let folder = try filled()
        try change(folder, statement)
        let (names, bytes) = (try folder.names(), try folder.bytes())
        for attempt in 1...2 {
            #expect(throws: SimulationError.self, "\(statement)") { _ = try open(SimulationStore(path: folder.path)) }
            #expect(try folder.names() == names, "attempt \(attempt)")
            #expect(try folder.bytes() == bytes, "attempt \(attempt)")
        }
    }

    @Test func readingAloneWritesNothing() throws {
        let folder = try filled()
        let bytes = try folder.bytes()
        var store: SimulationStore? = try SimulationStore(path: folder.path)
        #expect(try store?.read { try $0.devices().count } == 2)
        store = nil
        #expect(try folder.names() == ["party.parlor"])
        #expect(try folder.bytes() == bytes)
        let again = try SimulationStore(path: folder.path)
        #expect(try open(again).devices.count == 2)
        #expect(try again.read { try $0.devices().count } == 2)
        #expect(try folder.names().contains("party.parlor.check") == false)
        try again.close()
        #expect(try folder.bytes() != bytes)
    }
}
