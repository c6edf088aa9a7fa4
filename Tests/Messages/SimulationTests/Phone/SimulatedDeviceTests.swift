import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

struct SimulatedDeviceTests {
    @Test func aMatchIsPlayedByTouchesAndSends() throws {
        let room = try Room(["Ann", "Bob"], games: [try script("tic-tac-toe")])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.perform(.openFromDrawer(), of: "tic-tac-toe", in: room.chat)
        try ann.touch("start", of: "tic-tac-toe", in: room.chat)
        #expect(ann.style(of: "tic-tac-toe") == .expanded)
        try ann.touch("b2", of: "tic-tac-toe", in: room.chat)
        #expect(ann.style(of: "tic-tac-toe") == .compact)
        let staged = try #require(ann.chats[room.chat]?.draft.staged)
        #expect(staged.message.layout?.template.caption?.hasSuffix("played b2") == true)
        #expect(ann.departures.isEmpty)
        try ann.perform(.userSend, of: "tic-tac-toe", in: room.chat)
        try room.deliver()
        for (device, move) in [(bob, "a1"), (ann, "a2"), (bob, "a3"), (ann, "c2")] {
            try room.play(move, "tic-tac-toe", by: device)
        }
        try room.open("tic-tac-toe", on: bob)
        for device in [ann, bob] {
            let match = try #require(device.match(of: "tic-tac-toe", in: room.chat))
            #expect(match.status.outcome == .win([1]), "\(device.person)")
            #expect(device.notices == [])
        }
        #expect(bob.match(of: "tic-tac-toe", in: room.chat)?.record.seat == 2)
        #expect(ann.chats[room.chat]?.transcript.items.count == 5)
        #expect(ann.chats[room.chat]?.transcript.items.count { $0.bubble != nil } == 1)
    }
}
