import LuaRuntime
import Testing
import Values

@testable import GameRules

/// A match that knows everything, and beside it one for each device: of a seat, which knows its own seals, and of a spectator,
/// which knows none. Every ply goes to all of them, and then they are compared.
final class SideBySide {
    let whole: Match
    let replicas: [(viewer: Int?, match: Match)]
    /// How many plies each of these was.
    private(set) var (seals, openers, leaves) = (0, 0, 0)
    private var random: SplitMix64

    init(_ script: GameScript, seats: Int? = nil, options: [String: Value] = [:], seed: UInt64) throws {
        let make = { try Match(of: script, seats: seats, options: options, seed: seed) }
        whole = try make()
        replicas = try ((1...whole.seats).map(Optional.some) + [nil]).map { (viewer: $0, match: try make()) }
        random = SplitMix64(seed: seed)
    }

    /// Plays random moves to the end, each kind of move as often as the others.
    ///
    /// - Parameter leaving: One ply in so many is a resignation; 0 for none.
    func playRandomGame(leaving: Int = 0, atMost most: Int = 2000) throws {
        try compare()
        while try whole.status.outcome == nil, whole.log.count < most {
            let status = try whole.status
            if leaving > 0, Int.random(in: 0..<leaving, using: &random) == 0 {
                let seats = (1...whole.seats).filter { !status.gone.contains($0) }
                try leave(seats.randomElement(using: &random) ?? 1)
                continue
            }
            let seat = try #require(status.turn.randomElement(using: &random))
            let moves = try whole.legalMoves(for: seat)
            let name = try #require(Set(moves.map(\.name)).sorted().randomElement(using: &random))
            let move = try #require(moves.filter { $0.name == name }.randomElement(using: &random))
            var argument = move.argument
            if let typed = move.typed {
                argument =
                    typed.examples.randomElement(using: &random)
                    ?? .int(Int64.random(in: Int64(typed.least ?? 0)...Int64(typed.most ?? 0), using: &random))
            }
            try play(move, argument, seat: seat)
        }
    }

    func leave(_ seat: Int) throws {
        leaves += 1
        for match in [whole] + replicas.map(\.match) { try match.leave(seat: seat) }
        try compare()
    }

    func play(_ move: Move, _ argument: Value, seat: Int) throws {
        if move.opens { try refuseAndOpen(move, seat: seat) }
        try whole.play(name: move.name, argument: argument, seat: seat)
        let entry = try #require(whole.lastEntry(of: seat))
        guard case .move(let logged) = entry.choice else { return }
        let isSealed = entry.secrecy != nil && entry.secrecy != .round
        if isSealed { seals += 1 }
        for (viewer, match) in replicas {
            if isSealed, viewer != seat {
                try match.sealedMoves.seal(seat: seat)
            } else {
                try match.play(logged, seat: seat)
            }
        }
        try compare()
    }

    /// A move that opens seals waits for them on every device that doesn't know them.
    private func refuseAndOpen(_ move: Move, seat: Int) throws {
        openers += 1
        let logged = LoggedMove.index(move.index)
        for (_, match) in replicas {
            #expect(try match.sealedMoves.opens(logged, seat: seat))
            // nobody opens what a seat has sealed that has left
            let owed = Set(match.log.filter { $0.choice == .sealed }.map(\.seat))
                .subtracting(try match.status.gone).sorted()
            if !owed.isEmpty {
                #expect(rejection { try match.play(logged, seat: seat) }?.unopened == owed)
                #expect(try match.status == whole.status)
            }
            try open(match)
        }
        try compare()
    }

    /// Opens everything that is sealed in a match, as its owners tell it.
    func open(_ match: Match) throws {
        var moves: [Int: LoggedMove] = [:]
        for (index, (entry, known)) in zip(match.log, whole.log).enumerated() where entry.choice == .sealed {
            if case .move(let move) = known.choice { moves[index + 1] = move }
        }
        try match.sealedMoves.open(moves)
    }

    /// What everybody knows is the same on every device, and so is what a seat knows of itself.
    func compare() throws {
        let status = try whole.status
        let digest = try whole.digest(public: true)
        for (viewer, match) in replicas {
            let at = "ply \(whole.log.count), the device of \(viewer.map { "seat \($0)" } ?? "a spectator")"
            try #require(try match.digest(public: true) == digest, "\(at)")
            try #require(try match.status == status, "\(at)")
            for seat in status.turn {
                let moves = try match.bytes("legal", seat)  // of others it lists what is believed
                if seat == viewer { try #require(try moves == whole.bytes("legal", seat), "\(at)") }
            }
            let view = try match.bytes("view", viewer ?? 0)
            if status.outcome == nil { try #require(try view == whole.bytes("view", viewer ?? 0), "\(at)") }
        }
    }

    /// When all is open at the end, every device has the whole match.
    func openAll() throws {
        let bytes = try whole.stateBytes()
        for (viewer, match) in replicas {
            try open(match)
            try #require(try match.stateBytes() == bytes)
            #expect(try match.view(for: viewer) == whole.view(for: viewer))
            #expect(match.log.map(\.choice) == whole.log.map(\.choice))
        }
    }
}

extension Match {
    /// What a function of the referee's answers, as it crosses: reading it takes longer than asking.
    fileprivate func bytes(_ function: String, _ seat: Int) throws -> [LuaValue] {
        try rules.attempt { referee throws(GameError) in try referee.call(function, [.integer(Int64(seat))]) }
    }
}
