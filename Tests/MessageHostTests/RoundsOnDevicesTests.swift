import Conversations
import GameRules
import MessageHost
import Simulation
import Testing

struct RoundsOnDevicesTests {
    /// Whoever begins a game of rounds sends an invitation first; then both move in any order.
    @Test func twoPhonesPlayRockPaperScissors() throws {
        let game = "rock-paper-scissors"
        let room = try Room(["Ann", "Bob"], games: [try script(game)])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        for (device, move) in [(bob, "paper"), (ann, "rock"), (bob, "rock"), (ann, "scissors")] {
            try room.play(move, game, by: device)
        }
        try room.open(game, on: ann)
        let matches = try [ann, bob].map { try #require($0.match(of: game, in: room.chat)?.record) }
        #expect(matches[0].signedLog.head == matches[1].signedLog.head)
        #expect(matches[0].seat == 1 && matches[1].seat == 2)
        #expect(matches[0].signedLog.log.plies.count == 5)
        #expect(ann.news == [] && bob.news == [])
    }
}
