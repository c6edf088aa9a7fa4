import Conversations
import GameApps
import GameRules
import Simulation
import Values

extension SimulatedDevice {
    /// The notices to this person, without the warning that a new match relies on unmodified apps.
    package var news: [String] { notices.map(\.text).filter { !$0.hasPrefix("This version trusts both phones") } }
}

/// Phones that deliver everything to each other immediately.
package final class Room {
    package let devices: [SimulatedDevice]
    package let chat = Chat.ID("chat")

    package init(_ people: [String], games: [GameScript], profile: HostProfile = .modern, seed: UInt64 = 1) throws {
        devices = people.enumerated().map { index, name in
            SimulatedDevice(of: name, profile: profile, generator: SplitMix64(seed: seed &+ UInt64(index)))
        }
        for device in devices {
            for game in games { try device.install(game) }
            device.join(chat, people: people)
        }
    }

    package subscript(person: String) -> SimulatedDevice {
        get throws {
            guard let device = devices.first(where: { $0.person == person }) else { throw NobodyHere(person: person) }
            return device
        }
    }

    /// Delivers everything that the devices have sent.
    package func deliver() throws {
        for sender in devices {
            for departure in sender.takeDepartures() {
                for device in devices where device !== sender {
                    try device.receive(departure.delivery, from: sender.person, in: departure.chat)
                }
            }
        }
    }

    /// Opens the game's last bubble of the chat on a device, or the game from the drawer.
    package func open(_ game: String, on device: SimulatedDevice) throws {
        let bubble = device.chats[chat]?.transcript.items.last { $0.bubble?.game == game }
        if let bubble {
            try device.perform(.tapBubble(bubble.id), of: game, in: chat)
        } else {
            try device.perform(.openFromDrawer(), of: game, in: chat)
        }
    }

    /// Plays a whole turn: open, touch, send, deliver.
    package func play(_ move: String, _ game: String, by device: SimulatedDevice) throws {
        try open(game, on: device)
        try device.touch(move, of: game, in: chat)
        try device.perform(.userSend, of: game, in: chat)
        try deliver()
    }
}

/// The error of a test that asks a ``Room`` for a person without a device.
package struct NobodyHere: Error, CustomStringConvertible {
    package let person: String

    package var description: String { "\(person) has no device in the room" }
}
