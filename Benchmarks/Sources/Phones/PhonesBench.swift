import Measuring
import Parlor
import Simulation

/// The costs of random matches on two simulated phones, compared with the same number of moves in hot seat.
///
/// An event is one turn of a person, with the deliveries that follow from it, and a look at both phones: at their moves, their
/// scenes, and the picture of the last message. In hot seat, the match is played by the rules alone, with a look at its moves
/// and its scene before each move.
struct PhonesBench {
    let game: String
    /// The plies of the longest match.
    private(set) var longest = 0
    private(set) var matches = 0
    /// The times in seconds of the events in which a person sent something and the match wasn't over afterwards, each with the
    /// number of plies after the event.
    private(set) var moves: [(plies: Int, seconds: Double)] = []
    /// The times in seconds of the events after which the match had an outcome. In these events sealed moves are revealed and
    /// audited.
    private(set) var lastEvents: [Double] = []
    private(set) var phonesSeconds = 0.0
    private(set) var hotSeatSeconds = 0.0
    /// The work of all events on both phones.
    private(set) var work = Work()

    /// The time of the matches on phones, divided by the time in hot seat.
    var ratio: Double { phonesSeconds / hotSeatSeconds }

    /// The times of the moves that came after two thirds of the plies of the longest match.
    var lateMoves: [Double] { moves.filter { $0.plies * 3 > longest * 2 }.map(\.seconds) }

    init(_ script: GameScript, within box: TimeBox) throws {
        game = script.id
        guard try Match(of: script, seats: 2, seed: 0).status.outcome == nil else { throw BenchFailure.overAtOnce }
        repeat {
            matches += 1
            let plies = try playOnPhones(script, seed: UInt64(matches), within: box)
            longest = max(longest, plies)
            try playHotSeat(script, plies: plies, seed: UInt64(matches))
        } while !box.isOver
    }

    private mutating func playHotSeat(_ script: GameScript, plies: Int, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let watch = Stopwatch()
        let match = try Match(of: script, seats: 2, seed: seed)
        for _ in 0..<plies {
            guard let seat = try match.status.turn.first else { break }
            _ = try match.scene(for: seat).map { try Scene(value: $0) }
            guard let move = try match.legalMoves(for: seat).randomElement(using: &random) else { break }
            try match.play(PhonesPlay.text(of: move), seat: seat)
        }
        hotSeatSeconds += watch.seconds
    }

    private mutating func playOnPhones(_ script: GameScript, seed: UInt64, within box: TimeBox) throws -> Int {
        var play = try PhonesPlay(script, seed: seed)
        let counter = WorkCounter()
        for turn in 0..<BenchFailure.mostMoves where !box.isOver && !play.isOver {
            let watch = Stopwatch()
            let moved = try counter.count { try play.turn(turn) }
            let seconds = watch.seconds
            phonesSeconds += seconds
            if play.hasOutcome {
                lastEvents.append(seconds)
            } else if moved {
                moves.append((play.plies, seconds))
            }
        }
        for kind in Work.Kind.allCases { work[kind] += counter.work[kind] }
        return play.plies
    }
}

/// Two people who play random moves on simulated phones.
private struct PhonesPlay {
    private let world: Simulation
    private let game: String
    private var random: SplitMix64

    init(_ script: GameScript, seed: UInt64) throws {
        world = try Simulation(of: ["Ann", "Bob"], games: [script], seed: seed)
        game = script.id
        random = SplitMix64(seed: seed)
    }

    static func text(of move: Move) -> String {
        move.typed.map { "\(move.name) \($0.examples.first?.stringValue ?? "\($0.least ?? 0)")" } ?? move.text
    }

    /// The plies of the log.
    var plies: Int {
        world.devices.compactMap { $0.match(of: game, in: world.chat)?.record.signedLog.log.plies.count }.max() ?? 0
    }

    var hasOutcome: Bool { world.devices.contains { $0.match(of: game, in: world.chat)?.status.outcome != nil } }

    var isOver: Bool {
        hasOutcome && world.devices.allSatisfy { $0.legalMoves(of: game, in: world.chat).isEmpty }
    }

    /// Lets the next person open the game, play all moves of their turn and send the draft, and then looks at both phones.
    /// Returns whether anything was sent.
    mutating func turn(_ number: Int) throws -> Bool {
        let (game, chat) = (game, world.chat)
        let person = world.people[number % world.people.count]
        let device = try world.device(person)
        try world.perform(as: person) { device throws(DeviceError) in
            if let bubble = device.lastBubble(of: game, in: chat) {
                try device.perform(.tapBubble(bubble.id), of: game, in: chat)
            } else {
                try device.perform(.openFromDrawer(), of: game, in: chat)
            }
        }
        if number == 0 {
            try world.perform(as: person) { device throws(DeviceError) in try device.touch("start", of: game, in: chat)
            }
        }
        for _ in 0..<20 where number > 0 {
            guard let move = device.legalMoves(of: game, in: chat).randomElement(using: &random) else { break }
            try world.perform(as: person) { device throws(DeviceError) in
                if move.typed != nil, device.style(of: game) == .compact {
                    try device.perform(.expand, of: game, in: chat)
                }
                try device.touch(Self.text(of: move), of: game, in: chat)
            }
        }
        let isDrafted = device.chats[chat]?.draft.isEmpty == false
        try world.perform(as: person) { device throws(DeviceError) in
            if isDrafted {
                if device.style(of: game) == .expanded { try device.perform(.collapse, of: game, in: chat) }
                try device.perform(.userSend, of: game, in: chat)
            }
            try device.perform(.close, of: game, in: chat)
        }
        try world.settle()
        for device in world.devices { look(at: device) }
        return isDrafted
    }

    private func look(at device: SimulatedDevice) {
        _ = device.match(of: game, in: world.chat)
        _ = device.legalMoves(of: game, in: world.chat)
        _ = device.app(of: game)?.lastMove(in: world.chat)
        _ = try? device.scene(of: game, in: world.chat, style: .expanded)
        if let bubble = device.lastBubble(of: game, in: world.chat) { _ = device.picture(of: bubble, in: world.chat) }
    }
}
