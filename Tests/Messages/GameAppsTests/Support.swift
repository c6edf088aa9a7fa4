import Conversations
import Effort
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Simulation
import Testing
import Values

/// The checkout this test was built from: tests read the sdk and the games there.
let home = ParlorHome(
    folder: checkout)

/// The folder of a small game for tests: one seat hides ships of one cell, the other one hunts
/// them.
let hideout = home.folder.appendingPathComponent("Tests/Games/hideout").path

func script(_ game: String) throws -> GameScript { try Catalog(home: home).script(game) }

/// Returns rock paper scissors without sealing: a reader of a message can see the other's throw. It
/// is for tests of rounds that don't depend on sealing.
func openRounds(live: Bool = false) throws -> GameScript {
    let catalog = try Catalog(home: home)
    let folder = try catalog.folder("rock-paper-scissors")
    let source = (folder.files["game.lua"] ?? "").replacing("secret = \"round\"", with: "secret = nil")
    return try GameScript(
        GameFolder(id: folder.id, game: live ? running(source) : source), library: catalog.library)
}

/// Returns hooks of a game whose bubbles run it.
private func running(_ game: String) -> String {
    """
    local game = (function() \(game)
    end)()
    game.scene = { expanded = game.scene, transcript = game.scene }
    return game
    """
}

/// Returns a bundled game whose bubbles run it; it draws for the transcript, too.
func liveScript(_ game: String) throws -> GameScript {
    let catalog = try Catalog(home: home)
    let folder = try catalog.folder(game)
    return try GameScript(
        GameFolder(
            id: game, game: running(folder.files["game.lua"] ?? ""), files: folder.files.filter { $0.key != "game.lua" }
        ),
        library: catalog.library)
}

extension Device {
    /// The notices to this person, without the warning of every new match with secrets or chance.
    var news: [String] { notices.map(\.text).filter { !$0.hasPrefix("This version trusts both phones") } }
}

/// Phones that deliver everything to each other immediately.
final class Room {
    let devices: [Device]
    let chat = Chat.ID("chat")

    init(_ people: [String], games: [GameScript], profile: HostProfile = .modern, seed: UInt64 = 1) throws {
        devices = people.enumerated().map { index, name in
            Device(of: name, profile: profile, generator: SplitMix64(seed: seed &+ UInt64(index)))
        }
        for device in devices {
            for game in games { try device.install(game) }
            device.join(chat, people: people)
        }
    }

    subscript(person: String) -> Device {
        get throws { try #require(devices.first { $0.person == person }) }
    }

    /// Delivers everything that left the devices.
    func deliver() throws {
        for sender in devices {
            for departure in sender.takeDepartures() {
                for device in devices where device !== sender {
                    try device.receive(departure.delivery, from: sender.person, in: departure.chat)
                }
            }
        }
    }

    /// Opens the game's last bubble of the chat on a device, or the game from the drawer.
    func open(_ game: String, on device: Device) throws {
        let bubble = device.chats[chat]?.transcript.items.last { $0.bubble?.game == game }
        if let bubble {
            try device.perform(.tapBubble(bubble.id), of: game, in: chat)
        } else {
            try device.perform(.openFromDrawer(), of: game, in: chat)
        }
    }

    /// Plays a whole turn: open, touch, send, deliver.
    func play(_ move: String, _ game: String, by device: Device) throws {
        try open(game, on: device)
        try device.touch(move, of: game, in: chat)
        try device.perform(.userSend, of: game, in: chat)
        try deliver()
    }
}
