import Conversations
import GameRules
import MessageProtocol
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation
@testable import Storage

/// The content that a simulation writes to its store after each step.
struct SimulationKeepingTests {
    @Test func aMatchThatCannotBeKeptTakesNoOtherWithIt() throws {
        let folder = try StoreFolder()
        let games = [try script("tic-tac-toe")]
        do {
            let store = try SimulationStore(path: folder.path)
            let world = try Simulation.open(store, people: ["Ann", "Bob"], games: games, seed: 3)
            let ann = try world.device("Ann")
            try world.perform(as: "Ann") { ann throws(DeviceError) in
                try ann.perform(.openFromDrawer(), of: "tic-tac-toe", in: world.chat)
                try ann.touch("start", of: "tic-tac-toe", in: world.chat)
            }
            let app = try #require(ann.games["tic-tac-toe"]?.app)
            let record = try #require(app.table.records.values.first)
            let large = try MatchRecord(largeSession(beside: record.match), chat: record.chat, session: record.session)
            app.table.records[large.id] = large
            for move in ["b2", "a1"] {
                try world.perform(as: "Ann") { ann throws(DeviceError) in
                    try ann.touch(move, of: "tic-tac-toe", in: world.chat)
                }
            }
            #expect(ann.notices.count { $0.text.hasPrefix("This match can't be kept: ") } == 1, "\(ann.notices)")
            let kept = try store.read { try $0.matches(device: "Ann") }
            #expect(kept.map(\.id) == [record.id])
            try store.close()
        }
        let again = try Simulation.open(
            SimulationStore(path: folder.path), people: ["Ann", "Bob"], games: games, seed: 3)
        #expect(try again.device("Ann").chats[again.chat]?.draft.staged != nil)
    }

    /// Entries that wait in an outbox, and messages that wait to be read, are written only once.
    @Test func whatWaitsIsWrittenOnce() throws {
        let folder = try StoreFolder()
        let games = [try script("tic-tac-toe")]
        let store = try SimulationStore(path: folder.path)
        let world = try Simulation.open(store, people: ["Ann", "Bob"], games: games, seed: 3)
        world.network.setOffline("Ann", true)
        try world.perform(as: "Ann") { ann throws(DeviceError) in
            try ann.perform(.openFromDrawer(), of: "tic-tac-toe", in: world.chat)
            try ann.touch("start", of: "tic-tac-toe", in: world.chat)
            try ann.touch("b2", of: "tic-tac-toe", in: world.chat)
            try ann.perform(.userSend, of: "tic-tac-toe", in: world.chat)
        }
        let before = try store.read { try $0.outbox(device: "Ann") }
        #expect(before.count == 1)
        try world.perform(as: "Bob") { bob throws(DeviceError) in
            try bob.perform(.openFromDrawer(), of: "tic-tac-toe", in: world.chat)
        }
        #expect(try store.read { try $0.outbox(device: "Ann") } == before)
        #expect(world.kept.outbox["Ann"]?.count == 1)
    }
}
