import GameRules
import Testing
import Values

/// The rules of the bundled game: a player announces a number of rolls, and a one ends them.
@Suite struct PigTests {
    /// Returns the result of the first turn of a match with this seed.
    private func turn(_ rolls: Int, seed: UInt64) throws -> (dice: [Int], points: Int) {
        let match = try Match(of: catalog().script("pig"), seed: seed)
        try match.play("\(rolls)", seat: 1)
        let last = try match.view(for: nil)["last"]
        let dice = (last?["dice"]?.arrayValue ?? []).compactMap(\.intValue)
        return (dice, last?["points"]?.intValue ?? -1)
    }

    /// Of 1,200 turns of three rolls, about 58 % bring points, which is (5/6)³, and all numbers are about equally
    /// frequent. The seeds are fixed, so the counts are always the same.
    @Test func rollsAreFair() throws {
        var faces: [Int: Int] = [:]
        var gained = 0
        let script = try catalog().script("pig")
        let match = try Match(of: script, seed: 0)
        for seed in 1...1_200 as ClosedRange<UInt64> {
            try match.restart(seed: seed)
            try match.play("3", seat: 1)
            let last = try match.view(for: nil)["last"]
            for die in last?["dice"]?.arrayValue ?? [] { faces[die.intValue ?? 0, default: 0] += 1 }
            if last?["points"]?.intValue ?? 0 > 0 { gained += 1 }
        }
        #expect(faces.keys.sorted() == [1, 2, 3, 4, 5, 6])
        let rolls = faces.values.reduce(0, +)
        // 3 standard deviations: of 1,200 × 0.579, and of a sixth of about 3,030 rolls
        #expect(abs(gained - 694) < 52, "\(gained) turns with points")
        for (face, times) in faces { #expect(abs(times * 6 - rolls) < 370, "\(face) came \(times) times in \(rolls)") }
    }

    @Test func aOneEndsTheTurnAndTakesIt() throws {
        var lost = 0
        for seed in 1...30 as ClosedRange<UInt64> {
            let (dice, points) = try turn(5, seed: seed)
            #expect(!dice.dropLast().contains(1))
            #expect(dice.last == 1 || dice.count == 5)
            #expect(points == (dice.last == 1 ? 0 : dice.reduce(0, +)))
            if dice.last == 1 { lost += 1 }
        }
        #expect(lost > 5 && lost < 28)
    }

    /// A turn of more rolls begins with the same dice, because the announced number doesn't change the draws.
    @Test func moreRollsGoOnWhereFewerEnd() throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            let all = try turn(10, seed: seed).dice
            for rolls in 1...10 { #expect(try turn(rolls, seed: seed).dice == Array(all.prefix(rolls))) }
        }
    }

    /// Players who always announce the fewest rolls don't reach 100 points. The match is a tie after fifty turns each,
    /// and not one ply earlier.
    @Test(arguments: 2...3) func aMatchEnds(seats: Int) throws {
        let match = try Match(of: catalog().script("pig"), seats: seats, seed: 7)
        for ply in 0..<50 * seats {
            #expect(try match.status.outcome == nil, "ply \(ply)")
            let seat = try #require(match.status.turn.first)
            try match.play("10", seat: seat)
            guard try match.view(for: nil)["last"]?["points"] != .int(0), ply > 0 else { continue }
            try match.undo()
            try match.play("1", seat: seat)
        }
        #expect(try match.status.outcome == .draw)
        #expect(try "\(match.scene(for: 1) as Any)".contains("A draw"))
    }

    /// A bubble may be made for a turn that isn't rolled yet, because a message of the other players is missing. It
    /// must not describe the previous turn instead.
    @Test func aBubbleTellsOfItsOwnTurnOnly() throws {
        let match = try Match(of: catalog().script("pig"), seed: 3)
        try match.play("2", seat: 1)
        let told = try match.views.message(of: ["kind": "move", "seat": 1, "name": "roll", "text": "2"])
        #expect(told?["caption"]?.stringValue?.hasPrefix("Seat 1 rolled ") == true)
        let waiting = try match.views.message(of: ["kind": "move", "seat": 2, "name": "roll", "text": "4"])
        #expect(waiting?["caption"]?.stringValue == "Seat 2 rolls: 4")
    }
}
