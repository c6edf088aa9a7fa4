import Conversations
import Effort
import Foundation
import GameRules
import MessageProtocol
import MessagesTesting
import Scenes
import Simulation
import Testing
import Values

@testable import GameApps
@testable import MatchSessions

/// A message shows what its url contains, whatever the device has drafted or read since.
@Suite struct BubbleTests {
    /// A person sends the last message again while a draft is in the draft field.
    @Test func theLastMessageAgainTellsNothingOfADraft() throws {
        let room = try Room(["Ann", "Bob"], games: [try script("tic-tac-toe")], profile: .documented)
        let ann = try room["Ann"]
        try ann.perform(.openFromDrawer(), of: "tic-tac-toe", in: room.chat)
        try ann.touch("start", of: "tic-tac-toe", in: room.chat)
        try ann.touch("a1", of: "tic-tac-toe", in: room.chat)
        try ann.perform(.userSend, of: "tic-tac-toe", in: room.chat)
        try room.deliver()
        try room.play("b2", "tic-tac-toe", by: try room["Bob"])
        try room.open("tic-tac-toe", on: ann)
        try ann.touch("c3", of: "tic-tac-toe", in: room.chat)
        try ann.act(.again, of: "tic-tac-toe", in: room.chat)
        let message = try #require(ann.chats[room.chat]?.draft.staged?.message)
        let texts = message.texts
        #expect(texts.contains("played b2") && !texts.contains("played c3"), "\(texts)")
        #expect(try message.layout?.template.image == picture(of: message, script("tic-tac-toe")))
    }

    /// Messages show the content of their url, also after random touches, acts and deliveries.
    @Test(
        arguments: ["tic-tac-toe", "battleship", "rock-paper-scissors"],
        TestEffort.extent(quick: [1, 2], full: Array(1...20)))
    func everyBubbleShowsItsUrl(_ game: String, seed: Int) throws {
        let script = try script(game)
        let world = try Simulation(of: ["Ann", "Bob"], games: [script], seed: UInt64(seed))
        var random = SplitMix64(seed: UInt64(seed))
        var told: [String: String] = [:]
        var staged = 0
        for _ in 0..<TestEffort.extent(quick: 120, full: 600) {
            let device = try world.device(#require(world.people.randomElement(using: &random)))
            _ = try? world.perform(as: device.person) { device throws(DeviceError) in
                switch Int.random(in: 0..<10, using: &random) {
                case 0:
                    if let bubble = device.chats[world.chat]?.transcript.items.last(where: { $0.bubble != nil }) {
                        try device.perform(.tapBubble(bubble.id), of: game, in: world.chat)
                    } else {
                        try device.perform(.openFromDrawer(), of: game, in: world.chat)
                    }
                case 1: try device.act(.again, of: game, in: world.chat)
                case 2: try device.perform(.userSend, of: game, in: world.chat)
                case 3: try device.perform(.collapse, of: game, in: world.chat)
                case 4 where device.match(of: game, in: world.chat) == nil:
                    try device.touch("start", of: game, in: world.chat)
                default:
                    let moves = device.legalMoves(of: game, in: world.chat)
                    if let move = moves.randomElement(using: &random) {
                        try device.touch(move.text, of: game, in: world.chat)
                    }
                }
            }
            try world.advance(by: .milliseconds(Int64.random(in: 1...4_000, using: &random)))
            guard let message = device.chats[world.chat]?.draft.staged?.message, let url = message.url else { continue }
            staged += 1
            #expect(try message.layout?.template.image == picture(of: message, script), "seed \(seed)")
            let key = "\(device.person) \(url)"
            #expect(told[key, default: message.texts] == message.texts, "seed \(seed)")
            told[key] = message.texts
        }
        #expect(staged > 20 && told.count > 1, "\(staged) messages, \(told.count) urls")
    }

    /// Returns the picture of a message on a device that has never seen the match.
    private func picture(of message: Message, _ script: GameScript) throws -> Data? {
        let stranger = MatchTable(game: try GameID(script.id), shelf: ScriptVersions(script))
        let log = try stranger.rules.envelope(from: #require(message.url)).signedLog
        return try stranger.preview(of: log).map { scene in
            let context = SceneContext(showsHints: false, images: stranger.images(of: log.match.id))
            return Data(SVGRenderer().document(scene, context: context, title: script.title).utf8)
        }
    }
}

extension Message {
    /// All texts of the bubble, one on each line.
    fileprivate var texts: String {
        let template = layout?.template
        return [template?.caption, template?.subcaption, summaryText, accessibilityLabel].compactMap(\.self)
            .joined(separator: "\n")
    }
}
