import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Simulation
import Values

/// People who play whole games on simulated phones. They open the last bubble and send a random
/// legal move. If they get no answer for some time, they send their message again.
package struct SimulatedPlayers {
    package let world: Simulation
    package let game: String
    package var random: SplitMix64
    /// The wait before a message is sent again.
    package var patience = Duration.seconds(60)
    /// The number of resignations in a hundred turns.
    package var resigns = 0

    package init(_ world: Simulation, game: String, seed: UInt64) {
        self.world = world
        self.game = game
        random = SplitMix64(seed: seed)
    }

    /// Plays until everybody agrees that the match is over.
    ///
    /// - Returns: The number of turns of simulated people; nil if the match never ended.
    package mutating func playToTheEnd(mostTurns: Int = 3000) throws -> Int? {
        for turn in 1...mostTurns {
            guard let person = world.people.randomElement(using: &random) else { return nil }
            try act(as: person)
            try world.advance(by: .milliseconds(Int64.random(in: 1...15_000, using: &random)))
            if isAgreed { return turn }
        }
        return nil
    }

    /// Whether the match is over on every phone, with one head.
    package var isAgreed: Bool {
        let matches = world.devices.map { $0.match(of: game, in: world.chat) }
        return Set(matches.map { $0?.record.signedLog.head }).count == 1 && matches[0]?.status.outcome != nil
    }

    package mutating func act(as person: String) throws {
        let device = try world.device(person)
        try open(device)
        guard let match = device.match(of: game, in: world.chat) else {
            if person == world.people[0] {
                try world.perform(as: person) { device throws(DeviceError) in
                    try device.touch("start", of: game, in: world.chat)
                }
            }
            return try send(device)
        }
        if match.status.outcome == nil, Int.random(in: 0..<100, using: &random) < resigns,
            match.record.seat.map({ !match.status.gone.contains($0) }) == true, match.record.signedLog.roster.isComplete
        {
            try world.perform(as: person) { device throws(DeviceError) in
                try device.act(.draft(.resign), of: game, in: world.chat)
            }
            return try send(device)
        }
        if match.record.owesResignation, match.record.draft == nil {
            try world.perform(as: person) { device throws(DeviceError) in
                try device.act(.draft(.resign), of: game, in: world.chat)
            }
            return try send(device)
        }
        let moves = device.legalMoves(of: game, in: world.chat)
        if let move = moves.randomElement(using: &random) {
            let text = move.typed == nil ? move.text : "\(move.name) \(move.typed?.examples.first?.stringValue ?? "1")"
            try world.perform(as: person) { device throws(DeviceError) in
                if move.typed != nil { try device.perform(.expand, of: game, in: world.chat) }
                try device.touch(text, of: game, in: world.chat)
            }
        } else if world.now - match.record.changed > patience, match.record.url != nil {
            try world.perform(as: person) { device throws(DeviceError) in
                try device.act(.again, of: game, in: world.chat)
            }
        }
        try send(device)
    }

    private func open(_ device: SimulatedDevice) throws {
        let bubble = device.chats[world.chat]?.transcript.items.last { $0.bubble?.game == game }
        try world.perform(as: device.person) { device throws(DeviceError) in
            if let bubble {
                try device.perform(.tapBubble(bubble.id), of: game, in: world.chat)
                try device.perform(.collapse, of: game, in: world.chat)
            } else {
                try device.perform(.openFromDrawer(), of: game, in: world.chat)
            }
        }
    }

    /// Sends the draft, and closes the game half of the time.
    private mutating func send(_ device: SimulatedDevice) throws {
        let closes = Bool.random(using: &random)
        try world.perform(as: device.person) { device throws(DeviceError) in
            if device.chats[world.chat]?.draft.isEmpty == false {
                if device.style(of: game) == .expanded {
                    try device.perform(.collapse, of: game, in: world.chat)
                }
                try device.perform(.userSend, of: game, in: world.chat)
            }
            if closes, device.style(of: game) != nil { try device.perform(.close, of: game, in: world.chat) }
        }
    }
}
