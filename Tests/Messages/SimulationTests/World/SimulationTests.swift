import Conversations
import Effort
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Storage
import Testing
import Values

struct SimulationTests {
    @Test(
        arguments: ["tic-tac-toe", "rock-paper-scissors", "connect-four", "liars-dice", "pig"]
            // battleship only at full effort: its matches have hundreds of plies, and the tests of
            // work always play them
            + TestEffort.extent(quick: [], full: ["battleship"]))
    func aMatchEndsAlikeOnBothPhones(_ game: String) throws {
        let world = try Simulation(of: ["Ann", "Bob"], games: [try script(game)], seed: 5)
        var players = SimulatedPlayers(world, game: game, seed: 5)
        let turns = try players.playToTheEnd()
        #expect((turns ?? 0) > 0)
        for device in world.devices { #expect(device.news == [], "\(device.person)") }
    }

    @Test func aGroupPlaysBlackjack() throws {
        let world = try Simulation(of: ["Ann", "Bob", "Cy"], games: [try script("blackjack")], seed: 5)
        try world.perform(as: "Ann") { ann throws(DeviceError) in
            try ann.perform(.openFromDrawer(), of: "blackjack", in: world.chat)
            try ann.touch("start", of: "blackjack", in: world.chat)
            try ann.perform(.userSend, of: "blackjack", in: world.chat)
        }
        try world.settle()
        for person in ["Bob", "Cy"] {
            try world.perform(as: person) { device throws(DeviceError) in
                let bubble = device.chats[world.chat]?.transcript.items.last { $0.bubble != nil }
                if let bubble { try device.perform(.tapBubble(bubble.id), of: "blackjack", in: world.chat) }
                try device.act(.draft(.join), of: "blackjack", in: world.chat)
                try device.perform(.collapse, of: "blackjack", in: world.chat)
                try device.perform(.userSend, of: "blackjack", in: world.chat)
            }
            try world.settle()
        }
        try world.perform(as: "Ann") { ann throws(DeviceError) in
            try ann.act(.draft(.start), of: "blackjack", in: world.chat)
            try ann.perform(.userSend, of: "blackjack", in: world.chat)
        }
        try world.settle()
        var players = SimulatedPlayers(world, game: "blackjack", seed: 9)
        let turns = try players.playToTheEnd()
        #expect((turns ?? 0) > 0)
    }

    @Test func goesOnFromItsStoreAfterEveryStep() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("chat.parlor").path
        let games = [try script(hideout)]
        var random = SplitMix64(seed: 3)
        var isOver = false
        for _ in 0..<200 where !isOver {
            let world = try Simulation.open(SimulationStore(path: path), people: ["Ann", "Bob"], games: games, seed: 3)
            var players = SimulatedPlayers(world, game: "hideout", seed: random.next())
            try players.act(as: world.people.randomElement(using: &random) ?? "Ann")
            try world.advance(by: .seconds(5))
            isOver = players.isAgreed
        }
        #expect(isOver)
    }

    /// Plays whole matches over a bad network, with the default hooks, and with people who close
    /// the game and send messages again.
    @Test(arguments: [HostProfile.documented, .modern]) func aMatchEndsAlikeInAStorm(_ profile: HostProfile) throws {
        for (seed, game) in [(1, "tic-tac-toe"), (2, "tic-tac-toe"), (3, "rock-paper-scissors"), (4, "battleship")] {
            let world = try Simulation(
                of: ["Ann", "Bob"], games: [try script(game)], profile: profile, seed: UInt64(seed), weather: .stormy)
            var players = SimulatedPlayers(world, game: game, seed: UInt64(seed))
            players.resigns = 1
            let turns = try players.playToTheEnd()
            #expect((turns ?? 0) > 0, "\(game), seed \(seed)")
            for device in world.devices {
                let record = device.match(of: game, in: world.chat)?.record
                #expect(record?.dispute == nil, "\(game), seed \(seed), \(device.person)")
                #expect(device.chats[world.chat]?.transcript.items.count { $0.bubble != nil } ?? 0 <= 1)
            }
        }
    }
}
