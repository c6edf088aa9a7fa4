import Conversations
import GameRules
import MessageProtocol
import MessagesTesting
import Scenes
import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// The free seats and requests for which a match for three waits, on each device, and the notices
/// to the people.
@Suite(.serialized) struct FreeSeatsTests {
    private let game = "blackjack"

    private func act(_ act: PersonAction, by device: SimulatedDevice, in room: Room) throws {
        if device.style(of: game) == nil { try room.open(game, on: device) }
        if device.style(of: game) == .expanded { try device.perform(.collapse, of: game, in: room.chat) }
        try device.act(act, of: game, in: room.chat)
    }

    private func send(_ device: SimulatedDevice, in room: Room) throws {
        try device.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        device.pass(.seconds(2))  // the delayed did_start_sending makes the device read its message again
    }

    private func caption(_ device: SimulatedDevice, in room: Room) -> String? {
        device.lastBubble(of: game, in: room.chat)?.bubble?.message.layout?.template.captionBar?.subcaption
    }

    @Test(arguments: [HostProfile.modern, .documented]) func eachDeviceKnowsWhatIsMissing(_ profile: HostProfile) throws
    {
        let room = try Room(["Ann", "Bob", "Cy"], games: [script(game)], profile: profile)
        let (ann, bob, cy) = (try room["Ann"], try room["Bob"], try room["Cy"])
        func opening(_ device: SimulatedDevice) -> FreeSeats? { device.app(of: game)?.opening(in: room.chat) }
        #expect(opening(ann) == nil, "there is no match")
        try room.open(game, on: ann)
        try ann.touch("start", of: game, in: room.chat)
        try send(ann, in: room)
        try room.open(game, on: cy)
        for device in [ann, cy] {
            let opening = try #require(opening(device))
            #expect(opening.free == [2, 3] && opening.wanting == [2, 3] && opening.starter == 1 && opening.own == nil)
        }
        #expect(caption(bob, in: room) == "2 seats are free")

        try act(.draft(.join), by: bob, in: room)
        #expect(opening(bob)?.own == 2)
        try bob.perform(.userDeleteDraft, of: game, in: room.chat)
        #expect(opening(bob)?.own == nil && opening(bob)?.wanting == [2, 3], "the request was taken back")
        try act(.draft(.join), by: bob, in: room)
        try send(bob, in: room)
        #expect(opening(bob)?.own == 2 && opening(bob)?.wanting == [3])
        #expect(caption(bob, in: room) == "1 seat is free")
        try room.open(game, on: ann)
        #expect(opening(ann)?.asking.map { "\($0.entry.token)" } == ["Bob"] && opening(ann)?.own == nil)

        try room.open(game, on: cy)
        try act(.draft(.join), by: cy, in: room)
        try send(cy, in: room)
        try room.open(game, on: ann)
        #expect(opening(ann)?.wanting == [] && opening(ann)?.asking.count == 2)
        #expect(
            caption(cy, in: room)?.hasSuffix(" can start the match") == true, "nobody reads of waiting for themselves")
        #expect(ann.news == ["Bob would like to take seat 2.", "Cy would like to take seat 3."], "each once")
        #expect(ann.notices.allSatisfy(ann.holds))

        try act(.draft(.start), by: ann, in: room)
        #expect(opening(ann) == nil, "the draft starts it")
        try send(ann, in: room)
        try room.open(game, on: bob)
        try room.open(game, on: cy)
        for device in [ann, bob, cy] { #expect(opening(device) == nil) }
        #expect(bob.news == [] && cy.news == [], "they asked themselves, or can't start the match")
        #expect(ann.notices.filter(ann.holds).map(\.text).filter { $0.contains("would like") } == [])
    }

    /// Nobody sees the dealt cards before the match has started. Otherwise a player who doesn't
    /// like them could stay away, or start another match.
    @Test func whatWasDealtIsCoveredUntilTheMatchHasStarted() throws {
        let room = try Room(["Ann", "Bob", "Cy"], games: [script(game)])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try room.open(game, on: ann)
        try ann.touch("start", of: game, in: room.chat)
        try send(ann, in: room)
        try room.open(game, on: bob)
        func words(_ scene: Scene?) -> String { scene.map { WordsRenderer().text($0, context: SceneContext()) } ?? "" }
        let bubble = try #require(bob.lastBubble(of: game, in: room.chat))
        let seen = [
            words(bob.picture(of: bubble, in: room.chat)),
            words(try bob.scene(of: game, in: room.chat, style: .expanded)),
            words(try ann.scene(of: game, in: room.chat, style: .expanded)),
            bubble.bubble?.message.accessibilityLabel ?? "",
        ]
        for text in seen { #expect(!text.contains("Dealer"), "\(text)") }
        #expect(seen[0].contains("when the match has started"))
        for device in [bob, try room["Cy"]] {
            try room.open(game, on: device)
            try act(.draft(.join), by: device, in: room)
            try send(device, in: room)
        }
        try room.open(game, on: ann)
        try act(.draft(.start), by: ann, in: room)
        try send(ann, in: room)
        for device in [bob, try room["Cy"]] {
            #expect(!words(try ann.scene(of: game, in: room.chat, style: .expanded)).contains("Dealer"))
            try room.open(game, on: device)
            try act(.draft(.answer), by: device, in: room)
            try send(device, in: room)
        }
        try room.open(game, on: ann)
        let table = words(try ann.scene(of: game, in: room.chat, style: .expanded))
        #expect(table.contains("Dealer") && table.contains("Ann (you)"), "\(table)")
    }

    @Test func whatThisVersionTrustsIsSaidOnceInAConversation() throws {
        let game = "hand"
        let open = try GameScript(
            GameFolder(
                id: game,
                game: """
                    local parlor = require 'parlor'
                    return parlor.game {
                      title = 'Hand', seats = 2, information = 'hidden',
                      setup = function() return { secret = { { card = 1 }, { card = 2 } } } end,
                      turn = function() return 1 end,
                      moves = { pass = { play = function() end } },
                      outcome = function() end,
                    }
                    """),
            library: ScriptSource(folder: home.sdk))
        let room = try Room(["Ann", "Bob"], games: [open])
        let ann = try room["Ann"]
        try room.open(game, on: ann)
        for _ in 1...2 { try ann.act(.begin(options: [:]), of: game, in: room.chat) }
        #expect(ann.notices.filter { $0.text.hasPrefix("This version trusts") }.count == 1)
    }

    @Test func aClaimIsNoNewsOnceItWasAnswered() throws {
        let room = try Room(["Ann", "Bob"], games: [script("tic-tac-toe")])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        for device in [ann, bob] { device.turnLimit = .seconds(60) }
        try room.open("tic-tac-toe", on: ann)
        try ann.touch("start", of: "tic-tac-toe", in: room.chat)
        try room.play("b2", "tic-tac-toe", by: ann)
        try room.play("a1", "tic-tac-toe", by: bob)
        try room.open("tic-tac-toe", on: ann)
        bob.pass(.seconds(100))
        try bob.act(.draft(.claim(1)), of: "tic-tac-toe", in: room.chat)
        try bob.perform(.userSend, of: "tic-tac-toe", in: room.chat)
        try room.deliver()
        try room.open("tic-tac-toe", on: ann)
        let told = ann.notices.filter { $0.text.contains("time is up") }
        #expect(told.count == 1 && told.allSatisfy(ann.holds), "\(ann.news)")
        try room.play("c3", "tic-tac-toe", by: ann)
        #expect(!told.contains(where: ann.holds))
    }
}
