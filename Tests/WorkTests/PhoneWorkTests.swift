import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Storage
import Testing
import Values

@testable import Simulation

/// Whole matches on simulated phones: no event costs more than ``WorkBounds`` allows, however long the match is.
@Suite(.serialized) struct PhoneWorkTests {
    @Test(arguments: messageGames)
    func noEventDependsOnTheLengthOfTheMatch(_ game: String) throws {
        var play = try PhonePlay(of: game, seed: 1)
        let isOver = try play.toTheEnd()
        #expect(isOver, "\(game) didn't end")
        for phone in play.ledgers { #expect(phone.events > 10, "\(phone.name) compared too little") }
        print("\(game): \(play.shownPlies) plies, beyond new ones at most \(play.ledgers.map(\.mostReplayed)) replayed")
    }
}

/// Two people who play a match on simulated phones. After every event the screens of both phones are read, as the program does.
struct PhonePlay {
    let world: Simulation
    let game: String
    let ledgers: [WorkLedger]
    private var random: SplitMix64
    private var pictures: [Set<Picture>]

    /// The values that determine a picture on a phone.
    private struct Picture: Hashable {
        let head: Head
        /// Nil for the picture of a bubble.
        let style: PresentationStyle?
    }

    /// The position of the match on a phone.
    private struct Position {
        /// The log that its person sees.
        var shown: SignedLog?
        /// The log of the last message. A later message of a session replaces an earlier one.
        var told: SignedLog?
        var url: String?

        var plies: Int { shown?.log.plies.count ?? 0 }
        /// The number of plies of the longer one of both logs.
        var known: Int { max(plies, told?.log.plies.count ?? 0) }
    }

    init(of game: String, seed: UInt64, store: SimulationStore? = nil) throws {
        world = try Simulation(of: ["Ann", "Bob"], games: [script(game)], seed: seed, store: store)
        self.game = game
        random = SplitMix64(seed: seed)
        ledgers = world.people.map { WorkLedger("\(game), seed \(seed), \($0)'s phone") }
        pictures = world.people.map { _ in [] }
        for (device, ledger) in zip(world.devices, ledgers) {
            device.counter = ledger.counter
            // otherwise a slow machine replays a long log before it signs
            device.games[game]?.app.table.budget = ProcessorBudget(.seconds(1000))
        }
    }

    /// The number of plies of the longest log that a phone shows.
    var shownPlies: Int { world.devices.map { position(of: $0).plies }.max() ?? 0 }

    private func position(of device: SimulatedDevice) -> Position {
        let url = device.lastBubble(of: game, in: world.chat)?.bubble?.message.url
        let told = url.flatMap { try? device.carrier.envelope(from: $0).signedLog }
        let shown = device.games[game].flatMap { installed in
            installed.app.match(in: world.chat)?.record.match.reader(using: installed.table.rules).shown()
        }
        return Position(shown: shown, told: told, url: url)
    }

    /// Lets a person do something, reads the screens of both phones, and checks that the work of each phone is within the bounds.
    mutating func event(
        _ name: String, _ person: String, as kind: WorkBounds.Event = .ordinary,
        _ body: (SimulatedDevice) throws(DeviceError) -> Void
    ) throws {
        let before = world.devices.map(position(of:))
        for ledger in ledgers { ledger.begin() }
        try world.perform(as: person, body)
        try world.settle()
        for device in world.devices { device.counting { look(at: device) } }
        for (index, device) in world.devices.enumerated() {
            let (before, after) = (before[index], position(of: device))
            var news = WorkBounds.News(of: device.games[game]?.app.script)
            let shown = max(0, after.plies - before.plies)
            let told = max(0, (after.told?.log.plies.count ?? 0) - before.known)
            news.plies = shown + told
            if case .ordinary = kind, device.person == person {
                news.messages = 0
            } else {
                news.messages = after.url != before.url ? 1 : 0
            }
            news.length = max(before.known, after.known)
            news.pictures = note(device, after, index)
            var row = kind
            if case .ordinary = kind {
                let hasMoved = after.shown?.head != before.shown?.head
                let log = hasMoved ? after.shown : after.told
                let old =
                    hasMoved
                    ? before.shown : before.plies > (before.told?.log.plies.count ?? 0) ? before.shown : before.told
                if let log { row = WorkBounds.event(in: log.log, after: old?.log.plies ?? []) }
            }
            ledgers[index].end("\(name) at ply \(after.plies)", row, news)
        }
    }

    /// Records the pictures that a phone shows, and returns the number of new ones.
    private mutating func note(_ device: SimulatedDevice, _ position: Position, _ index: Int) -> Int {
        var shown: Set<Picture> = []
        if let head = position.told?.head { shown.insert(Picture(head: head, style: nil)) }
        if let head = position.shown?.head {
            for style in [nil, PresentationStyle.compact, .expanded] { shown.insert(Picture(head: head, style: style)) }
        }
        let new = shown.subtracting(pictures[index])
        pictures[index].formUnion(shown)
        return new.count
    }

    private func look(at device: SimulatedDevice) {
        _ = device.match(of: game, in: world.chat)
        _ = device.legalMoves(of: game, in: world.chat)
        _ = device.app(of: game)?.lastMove(in: world.chat)
        _ = device.app(of: game)?.audit(in: world.chat)
        _ = device.app(of: game)?.opening(in: world.chat)
        if let style = device.style(of: game) { _ = try? device.scene(of: game, in: world.chat, style: style) }
        if let bubble = device.lastBubble(of: game, in: world.chat) { _ = device.picture(of: bubble, in: world.chat) }
    }

    /// Plays random moves, and returns whether the match came to its end.
    mutating func toTheEnd(mostTurns: Int = 1000) throws -> Bool {
        var (last, lastTurn) = (0, 0)
        for turn in 0..<mostTurns {
            if shownPlies > last { (last, lastTurn) = (shownPlies, turn) }
            try #require(turn - lastTurn < 20, "\(game) stands still at ply \(last)")
            let person = world.people[turn % world.people.count]
            if turn > 1, isOver { return true }
            try playTurn(of: person, isFirst: turn == 0)
        }
        return false
    }

    /// Whether the match is over and nobody has anything to send.
    var isOver: Bool {
        world.devices.contains { $0.match(of: game, in: world.chat)?.status.outcome != nil }
            && world.devices.allSatisfy { $0.legalMoves(of: game, in: world.chat).isEmpty }
    }

    /// Opens the game's last message on a phone, or the game from the drawer.
    mutating func open(_ device: SimulatedDevice) throws {
        let (game, chat) = (game, world.chat)
        let bubble = device.lastBubble(of: game, in: chat)
        try event("open", device.person) { device throws(DeviceError) in
            if let bubble {
                try device.perform(.tapBubble(bubble.id), of: game, in: chat)
            } else {
                try device.perform(.openFromDrawer(), of: game, in: chat)
            }
        }
    }

    /// Opens the last bubble, plays the moves that are possible, sends them and closes the game.
    mutating func playTurn(of person: String, isFirst: Bool) throws {
        let chat = world.chat, game = game
        let device = try world.device(person)
        try open(device)
        if isFirst {
            try event("start", person) { device throws(DeviceError) in try device.touch("start", of: game, in: chat) }
        }
        for _ in 0..<20 where !isFirst {
            guard let move = device.legalMoves(of: game, in: chat).randomElement(using: &random) else { break }
            if move.typed != nil, device.style(of: game) == .compact {
                try event("expand", person) { device throws(DeviceError) in
                    try device.perform(.expand, of: game, in: chat)
                }
            }
            let text = move.typed.map { "\(move.name) \($0.examples.first?.stringValue ?? "1")" } ?? move.text
            try event("touch", person) { device throws(DeviceError) in try device.touch(text, of: game, in: chat) }
            if device.match(of: game, in: chat)?.record.draft == nil { break }
        }
        if device.chats[chat]?.draft.isEmpty == false {
            if device.style(of: game) == .expanded {
                try event("collapse", person) { device throws(DeviceError) in
                    try device.perform(.collapse, of: game, in: chat)
                }
            }
            try event("send", person) { device throws(DeviceError) in
                try device.perform(.userSend, of: game, in: chat)
            }
        }
        try event("close", person) { device throws(DeviceError) in try device.perform(.close, of: game, in: chat) }
    }
}
