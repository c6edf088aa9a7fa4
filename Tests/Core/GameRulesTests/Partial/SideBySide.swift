import LuaRuntime
import Testing
import Values

@testable import GameRules

/// A match with full knowledge, and a match for each device beside it. A seat's device knows the seat's own seals,
/// and a spectator's device knows none. Every ply is played in all of these matches, and then they are compared.
final class SideBySide {
    let whole: Match
    let replicas: [(viewer: Int?, match: Match)]
    /// The numbers of sealed moves, of moves that open seals, and of resignations.
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
    /// - Parameter leaving: The average number of plies per resignation; 0 for no resignations.
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

    /// A device that doesn't know the seals refuses a move that opens them, until somebody opens the seals.
    private func refuseAndOpen(_ move: Move, seat: Int) throws {
        openers += 1
        let logged = LoggedMove.index(move.index)
        for (_, match) in replicas {
            #expect(try match.sealedMoves.opens(logged, seat: seat))
            // nobody opens the seals of a seat that has left
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

    /// Opens all seals of a match, with the moves that their owners know.
    func open(_ match: Match) throws {
        var moves: [Int: LoggedMove] = [:]
        for (index, (entry, known)) in zip(match.log, whole.log).enumerated() where entry.choice == .sealed {
            if case .move(let move) = known.choice { moves[index + 1] = move }
        }
        try match.sealedMoves.open(moves)
    }

    /// Compares the matches: public information is the same on every device, and so is the information of a seat about
    /// itself.
    func compare() throws {
        let status = try whole.status
        let digest = try whole.digest(public: true)
        for (viewer, match) in replicas {
            let at = "ply \(whole.log.count), the device of \(viewer.map { "seat \($0)" } ?? "a spectator")"
            try #require(try match.digest(public: true) == digest, "\(at)")
            try #require(try match.status == status, "\(at)")
            for seat in status.turn {
                let moves = try match.bytes("legal", seat)  // for other seats it lists all moves that would be accepted
                if seat == viewer { try #require(try moves == whole.bytes("legal", seat), "\(at)") }
            }
            let view = try match.bytes("view", viewer ?? 0)
            if status.outcome == nil { try #require(try view == whole.bytes("view", viewer ?? 0), "\(at)") }
        }
    }

    /// Opens all seals at the end. Every device then has the whole match.
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
    /// Returns the result of a function of the referee in its encoded form, because decoding takes longer than the
    /// call.
    fileprivate func bytes(_ function: String, _ seat: Int) throws -> [LuaValue] {
        try rules.attempt { referee throws(GameError) in try referee.call(function, [.integer(Int64(seat))]) }
    }
}
