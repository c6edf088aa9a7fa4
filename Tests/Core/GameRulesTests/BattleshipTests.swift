import GameRules
import Testing
import Values

/// The rules of the bundled game: two fleets, each hidden from the other.
@Suite struct BattleshipTests {
    private let boats: [String: Value] = ["size": 3]

    private func match(_ options: [String: Value] = [:], _ plies: [(Int, String)] = []) throws -> Match {
        let match = try Match(of: catalog().script("battleship"), options: options)
        for (seat, move) in plies { try match.play(move, seat: seat) }
        return match
    }

    private func own(_ match: Match, _ seat: Int) throws -> [ValueKey: Value] {
        try match.views.evaluate("view.secret[\(seat)]", seat: seat).first??.mapValue ?? [:]
    }

    @Test func theShipsAreHiddenByTheirEnds() throws {
        let match = try match()
        let first = try match.legalMoves(for: 1).filter { $0.name == "place" }.map(\.text)
        #expect(first.count == 120 && first.prefix(2) == ["a10-e10", "b10-f10"] && first.last == "a5-a1")
        for move in ["a1-e1", "a2-d2", "a5-a3", "j3-j1"] {
            #expect(!(try match.legalMoves(for: 1).contains { $0.text == "ready" }))
            try match.play(move, seat: 1)
        }
        #expect(rejection { try match.play("a1-b1", seat: 1) }?.code == "illegal_move", "a ship lies there")
        try match.play("c5-d5", seat: 1)
        #expect(try match.legalMoves(for: 1).map(\.text) == ["ready", "scatter"])
        #expect(try own(match, 1).count == 17)
    }

    @Test func nobodyElseLearnsOfThem() throws {
        let one = try match([:], [(1, "a1-e1"), (1, "scatter 1"), (1, "ready")])
        let two = try match([:], [(1, "j5-j1"), (1, "scatter 2"), (1, "ready")])
        for viewer in [2, nil] {
            #expect(try one.view(for: viewer) == two.view(for: viewer))
            #expect(try one.scene(for: viewer) == two.scene(for: viewer))
        }
        #expect(try one.legalMoves(for: 2).map(\.text) == two.legalMoves(for: 2).map(\.text))
        #expect(try own(one, 1) != own(two, 1))
    }

    @Test(arguments: [[:], ["size": 8, "salvo": true], ["size": 3]] as [[String: Value]])
    func nobodyShootsBeforeBothAreReady(options: [String: Value]) throws {
        let match = try match(options)
        for seat in 1...2 {
            try match.play("scatter \(seat)", seat: seat)
            #expect(try match.status.turn == [seat])
            #expect(try match.legalMoves(for: seat).map(\.name) == ["ready", "scatter"])
            try match.play("ready", seat: seat)
            #expect(try match.status.turn == [3 - seat])
            let names = try Set(match.legalMoves(for: 3 - seat).map(\.name))
            #expect(names == (seat == 1 ? ["place", "scatter"] : ["shoot"]))
        }
    }

    @Test(arguments: [10, 8, 3] as [Int64]) func everyNumberScattersAWholeFleet(size: Int64) throws {
        var seen: Set<[ValueKey: Value]> = []
        for number in 0..<40 {
            let match = try match(["size": .int(size)], [(1, "scatter \(number)")])
            let ships = try own(match, 1)
            let lengths = Dictionary(grouping: ships.values) { $0 }.values.map(\.count).sorted()
            #expect(lengths == (size == 3 ? [1, 1] : [2, 3, 3, 4, 5]), "\(number): \(ships)")
            seen.insert(ships)
        }
        #expect(seen.count > (size == 3 ? 10 : 38), "numbers side by side give other fleets")
    }

    @Test func scatteringKeepsWhatLiesUntilAllLie() throws {
        let match = try match([:], [(1, "a1-e1"), (1, "scatter 4")])
        let first = try own(match, 1)
        #expect(first["a1"] == "a1-e1" && first["e1"] == "a1-e1" && first.count == 17)
        try match.play("scatter 4", seat: 1)
        #expect(try own(match, 1) != first && own(match, 1).count == 17)
        for number in 0..<9 { try match.play("scatter \(number)", seat: 1) }
        #expect(try match.legalMoves(for: 1).map(\.text) == ["ready"], "a match has to end")
    }

    @Test func whoLosesAllShipsLoses() throws {
        let hidden = [(1, "a1"), (1, "c3"), (1, "ready"), (2, "b2"), (2, "b3"), (2, "ready"), (1, "b2")]
        let match = try match(boats, hidden)
        #expect(try match.legalMoves(for: 2).map(\.text) == ["sunk b2"])
        #expect(rejection { try match.play("miss", seat: 2) }?.code == "illegal_move")
        for (seat, move) in [(2, "sunk b2"), (2, "c1"), (1, "miss"), (1, "b3")] { try match.play(move, seat: seat) }
        #expect(try match.views.evaluate("view.secret[1]") == [.null])
        try match.play("sunk b3", seat: 2)
        #expect(try match.status.outcome == .win([1]))
        #expect(try match.views.evaluate("view.secret[1]") == [["a1": "a1", "c3": "c3"]], "all is opened at the end")
    }

    @Test func aShipSinksWithItsLastCell() throws {
        let fleet = ["a1-e1", "a3-d3", "a5-c5", "a7-c7", "a9-b9"]
        let match = try match(
            [:], [(1, "scatter 1"), (1, "ready")] + fleet.map { (2, $0) } + [(2, "ready"), (1, "a9")])
        #expect(try match.legalMoves(for: 2).map(\.text) == ["hit"])
        for (seat, move) in [(2, "hit"), (2, "a1")] { try match.play(move, seat: seat) }
        try match.play(#require(try match.legalMoves(for: 1).first).text, seat: 1)
        try match.play("b9", seat: 1)
        #expect(try match.legalMoves(for: 2).map(\.text) == ["sunk a9-b9"])
        try match.play("sunk a9-b9", seat: 2)
        #expect(try match.views.evaluate("view.afloat[2], view.seas[2].a9") == [[5, 4, 3, 3], "a9-b9"])
    }

    @Test func aSalvoHasAShotForEachShipAfloat() throws {
        var salvo = boats
        salvo["salvo"] = true
        let hidden = [(1, "a1"), (1, "c3"), (1, "ready"), (2, "b2"), (2, "b3"), (2, "ready"), (1, "b2"), (1, "a3")]
        let match = try match(salvo, hidden)
        for move in ["sunk b2", "miss", "c1"] { try match.play(move, seat: 2) }
        #expect(try match.status.turn == [1], "one ship is left, so one shot")
        for move in ["miss", "a2"] { try match.play(move, seat: 1) }
        #expect(try match.status.turn == [1], "two ships, two shots")
        try match.play("b3", seat: 1)
        #expect(try match.legalMoves(for: 2).map(\.text) == ["miss"], "shots are answered in their order")
        for move in ["miss", "sunk b3"] { try match.play(move, seat: 2) }
        #expect(try match.status.outcome == .win([1]))
    }
}
