import Conversations
import Foundation
import GameRules
import MessagesTesting
import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation
@testable import Storage

/// A message that should expire expires even if the phones are stored and restored before that.
@Suite struct KeptTimerTests {
    private let game = "witness"

    private func world(_ store: SimulationStore) throws -> Simulation {
        let script = try hooked(
            """
            did_touch = function(_, conversation)
              conversation:insert(parlor.message { url = "?x", should_expire = true })
            end,
            did_start_sending = function() end,
            """)
        return try Simulation.open(store, people: ["Ann", "Bob"], games: [script], seed: 3)
    }

    private func items(_ world: Simulation) throws -> Int? {
        try world.device("Bob").chats[world.chat]?.transcript.items.count
    }

    /// Returns a world in which Bob has opened the message, and a minute has passed.
    private func opened(_ store: SimulationStore) throws -> Simulation {
        let world = try world(store)
        try world.perform(as: "Ann") { ann throws(DeviceError) in
            try ann.perform(.openFromDrawer(), of: game, in: world.chat)
            try ann.touch("x", of: game, in: world.chat)
            try ann.perform(.userSend, of: game, in: world.chat)
        }
        try world.settle()
        let bubble = try #require(try world.device("Bob").lastBubble(of: game, in: world.chat))
        try world.perform(as: "Bob") { bob throws(DeviceError) in
            try bob.perform(.tapBubble(bubble.id), of: game, in: world.chat)
        }
        try world.advance(by: .seconds(60))
        return world
    }

    @Test func aMessageExpiresAfterTheStoreWasOpenedAgain() throws {
        let store = try SimulationStore()
        #expect(try items(opened(store)) == 1)
        let again = try world(store)
        #expect(try items(again) == 1)
        try again.advance(by: .seconds(59))
        #expect(try items(again) == 1, "two minutes, not less")
        try again.advance(by: .seconds(1))
        #expect(try items(again) == 0)
        let third = try world(store)
        #expect(try items(third) == 0 && third.device("Bob").nextTimer == nil)
    }

    @Test func tappingAgainDoesNotPutItOff() throws {
        let store = try SimulationStore()
        let world = try opened(store)
        let bubble = try #require(try world.device("Bob").lastBubble(of: game, in: world.chat))
        try world.perform(as: "Bob") { bob throws(DeviceError) in
            try bob.perform(.tapBubble(bubble.id), of: game, in: world.chat)
        }
        #expect(try world.device("Bob").loop.schedule.expiries.count == 1)
        let again = try self.world(store)
        try again.advance(by: .seconds(60))
        #expect(try items(again) == 0, "two minutes after it was first opened")
        #expect(try again.device("Bob").nextTimer == nil, "nothing is due for a place that is given again")
    }

    @Test(arguments: [
        "expiry", "expiry ", "expiry x witness chat", "expiry 1 witness", "expiry 99 witness chat",
        "expiry 1 witness elsewhere", "expiry -1 witness chat",
    ])
    func whatIsNoTimerIsPassedOver(_ key: String) throws {
        var schedule = StimulusSchedule()
        let world = try opened(SimulationStore())
        let bob = try world.device("Bob")
        for expiry in DeviceNumbers(kept: [key: 1]).expiries {
            schedule.restore(expiry, in: bob.chats[expiry.chat]?.transcript)
        }
        #expect(schedule.expiries.isEmpty)
    }

    @Test func aTimeThatNoStoreWritesDoesNoHarm() throws {
        let world = try opened(SimulationStore())
        let transcript = try #require(world.device("Bob").chats[world.chat]?.transcript)
        for time in [Int.min, -1, 0, Int.max] {
            let expiry = try #require(DeviceNumbers(kept: ["expiry 1 witness chat": time]).expiries.first)
            var schedule = StimulusSchedule()
            schedule.restore(expiry, in: transcript)
            #expect(try #require(schedule.next) >= .zero)
            #expect(schedule.expiries.map { [$0.game, $0.chat.string] } == [["witness", "chat"]])
        }
    }
}
