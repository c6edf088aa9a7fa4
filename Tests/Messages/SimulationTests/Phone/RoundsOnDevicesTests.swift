import Conversations
import GameApps
import GameRules
import MatchSessions
import MessagesTesting
import Simulation
import Testing

struct RoundsOnDevicesTests {
    /// The first player of a game with rounds sends an invitation. Then both players move in any
    /// order. The player who moved first reveals the sealed move together with the next move, or
    /// alone if there is no next move.
    @Test func twoPhonesPlayRockPaperScissors() throws {
        let game = "rock-paper-scissors"
        let room = try Room(["Ann", "Bob"], games: [try script(game)])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        for (device, move) in [(bob, "paper"), (ann, "rock"), (bob, "rock"), (ann, "scissors"), (bob, "answer")] {
            try room.play(move, game, by: device)
        }
        try room.open(game, on: ann)
        let matches = try [ann, bob].map { try #require($0.match(of: game, in: room.chat)?.record) }
        #expect(matches[0].signedLog.head == matches[1].signedLog.head)
        #expect(matches[0].seat == 1 && matches[1].seat == 2)
        #expect(matches[0].signedLog.log.plies.count == 7)
        #expect(ann.news == [] && bob.news == [])
    }

    /// Returns a game for `seats` in which all move at once; `message` reports its arguments.
    private func rounds(_ seats: Int, secret: String) throws -> GameScript {
        let source = """
            local parlor, scene = require "parlor", require "parlor.scene"
            return parlor.game {
              title = "Rounds", seats = \(seats),
              setup = function() return { rounds = 0 } end,
              turn = function() return { 1, 2, \(seats) } end,
              moves = { throw = { \(secret) choices = { "rock", "paper", "scissors" }, play = function() end } },
              resolve = function(state) state.rounds = state.rounds + 1 end,
              outcome = function(state) if state.rounds == 2 then return parlor.draw() end end,
              scene = function(view) return scene.text("rounds " .. view.rounds) end,
              message = function(_, event)
                return { trailing_caption = ("%s %d %s"):format(event.kind, event.seat, event.text or "-") }
              end,
            }
            """
        return try GameScript(GameFolder(id: "rounds", game: source), library: GameCatalog(home: home).library)
    }

    private func texts(_ device: SimulatedDevice, in room: Room, _ game: String = "rounds") throws -> [String?] {
        let message = try #require(device.lastBubble(of: game, in: room.chat)?.bubble?.message)
        let shown = device.names(of: game).substituted(in: message)
        // spoken texts have no placeholders for names
        return [
            shown.layout?.template.caption, shown.layout?.template.trailingCaption, shown.summaryText,
            shown.accessibilityLabel?.contains(" played rock. ") == true ? "played rock" : nil,
        ]
    }

    private func close(_ game: String, by device: SimulatedDevice, in room: Room) throws {
        try room.open(game, on: device)
        if device.style(of: game) == .expanded { try device.perform(.collapse, of: game, in: room.chat) }
        try device.act(.draft(.close), of: game, in: room.chat)
        try device.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
    }

    /// The entries of a round are in the order of the seats. The last entry of a log is therefore
    /// not always the entry of the message's sender.
    @Test func aRoundsMessageTellsOfItsSendersEntry() throws {
        let game = "rounds"
        let room = try Room(["Ann", "Bob"], games: [try rounds(2, secret: "")])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        try ann.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        try room.play("paper", game, by: bob)  // Bob joins, and moves in the round
        #expect(try texts(bob, in: room)[0...1] == ["Bob moved in secret", "move 2 sealed"])
        try room.play("rock", game, by: ann)
        let told = ["Ann played rock", "move 1 rock", "Ann played rock", "played rock"]
        #expect(try texts(ann, in: room) == told)
        #expect(try texts(bob, in: room)[0...1] == ["Ann played rock", "move 1 rock"])
        let seen = try [ann, bob].map { try #require($0.app(of: game)?.lastMove(in: room.chat)) }
        #expect(seen.map(\.text) == ["rock", "rock"] && seen.map(\.isOwn) == [true, false])
        try room.play("scissors", game, by: ann)
        #expect(try texts(ann, in: room)[0...1] == ["Ann moved in secret", "move 1 sealed"])
        try room.play("rock", game, by: bob)
        #expect(try texts(bob, in: room)[0...1] == ["Bob played rock", "move 2 rock"])
        for device in [ann, bob] { try close(game, by: device, in: room) }
        #expect(try texts(bob, in: room)[0...1] == ["Bob closes the match", "close 2 -"])
    }

    /// If both seats close a match, the message of the second seat reports the closing of the
    /// second seat, not of the first.
    @Test func aClosingTellsOfItsSender() throws {
        let room = try Room(["Ann", "Bob"], games: [try script("tic-tac-toe")])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        let game = "tic-tac-toe"
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        for (device, move) in [(ann, "a1"), (bob, "b1"), (ann, "a2"), (bob, "b2"), (ann, "a3")] {
            try room.play(move, game, by: device)
        }
        for device in [bob, ann] {
            try close(game, by: device, in: room)
            #expect(try texts(device, in: room, game)[0] == "\(device.person) closes the match")
        }
    }
}
