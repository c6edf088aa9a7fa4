import Conversations
import GameRules
import MessageHost
import MessageWire
import Simulation
import Testing
import Values

/// Whole matches on simulated phones: no event costs more than ``WorkBounds`` allows, however long the match is.
@Suite(.serialized) struct PhoneWorkTests {
    /// Two people who play and look at their phones after every event, as the program does.
    struct Play {
        let world: Simulation
        let game: String
        var random: SplitMix64
        var lines: [String] = []

        mutating func event(_ name: String, _ person: String, _ body: (Device) throws(DeviceError) -> Void) throws {
            let before = world.devices.map { ($0.counter?.work ?? Work(), seen($0)) }
            try world.perform(as: person, body)
            try world.settle()
            for device in world.devices { device.counting { look(at: device) } }
            for (device, (work, seen)) in zip(world.devices, before) {
                let done = (device.counter?.work ?? Work()).since(work)
                let new = max(0, self.seen(device) - seen)
                print(
                    "E \(game)",
                    "\(name) \(device.person) seen \(self.seen(device)) new \(new) "
                        + Work.Kind.allCases.map { "\($0) \(done[$0])" }.joined(separator: " "))
            }
        }

        private func seen(_ device: Device) -> Int {
            device.shownLog(of: game, in: world.chat)?.log.plies.count ?? 0
        }

        private func look(at device: Device) {
            _ = device.match(of: game, in: world.chat)
            _ = device.legalMoves(of: game, in: world.chat)
            _ = device.lastMove(of: game, in: world.chat)
            _ = device.audit(of: game, in: world.chat)
            _ = device.opening(of: game, in: world.chat)
            if let bubble = device.lastBubble(of: game, in: world.chat) {
                _ = device.picture(of: bubble, in: world.chat)
            }
        }

        mutating func playToTheEnd(mostTurns: Int = 1000) throws -> Bool {
            let chat = world.chat, game = game
            var (last, lastTurn) = (0, 0)
            for turn in 0..<mostTurns {
                let reached = world.devices.map(seen).max() ?? 0
                if reached > last { (last, lastTurn) = (reached, turn) }
                try #require(turn - lastTurn < 20, "\(game) stands still at ply \(last)")
                let person = world.people[turn % world.people.count]
                let device = try world.device(person)
                if let match = device.match(of: game, in: chat), match.status.outcome != nil, turn > 1 {
                    let owes = device.legalMoves(of: game, in: chat).contains { $0.text == "answer" }
                    if !owes, world.devices.allSatisfy({ $0.legalMoves(of: game, in: chat).isEmpty }) { return true }
                }
                let bubble = device.lastBubble(of: game, in: chat)
                try event("open", person) { device throws(DeviceError) in
                    if let bubble {
                        try device.perform(.tapBubble(bubble.id), of: game, in: chat)
                    } else {
                        try device.perform(.openFromDrawer(), of: game, in: chat)
                    }
                }
                let isStart = device.match(of: game, in: chat) == nil && turn == 0
                if isStart {
                    try event("start", person) { device throws(DeviceError) in
                        try device.touch("start", of: game, in: chat)
                    }
                }
                for _ in 0..<20 {
                    guard !isStart, let move = device.legalMoves(of: game, in: chat).randomElement(using: &random) else {
                        break
                    }
                    if move.typed != nil {
                        try event("expand", person) { device throws(DeviceError) in
                            if device.style(of: game) == .compact { try device.perform(.expand, of: game, in: chat) }
                        }
                    }
                    let text = move.typed == nil ? move.text : "\(move.name) \(move.typed?.examples.first?.stringValue ?? "1")"
                    try event("touch", person) { device throws(DeviceError) in
                        try device.touch(text, of: game, in: chat)
                    }
                    if device.match(of: game, in: chat)?.record.draft == nil { break }
                }
                if device.chats[chat]?.draft.isEmpty == false {
                    try event("send", person) { device throws(DeviceError) in
                        if device.style(of: game) == .expanded { try device.perform(.collapse, of: game, in: chat) }
                        try device.perform(.userSend, of: game, in: chat)
                    }
                }
                try event("close", person) { device throws(DeviceError) in
                    try device.perform(.close, of: game, in: chat)
                }
            }
            return false
        }
    }

    @Test(arguments: ["battleship", "liars-dice", "pig", "blackjack", "tic-tac-toe", "connect-four", "rock-paper-scissors"])
    func noEventDependsOnTheLengthOfTheMatch(_ game: String) throws {
        let world = try Simulation(of: ["Ann", "Bob"], games: [script(game)], seed: 1)
        for device in world.devices { device.counter = WorkCounter() }
        var play = Play(world: world, game: game, random: SplitMix64(seed: 1))
        let isOver = try play.playToTheEnd()
        print("== \(game) over \(isOver)")
        print(play.lines.joined(separator: "\n"))
    }
}
