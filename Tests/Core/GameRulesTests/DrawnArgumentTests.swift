import GameRules
import Testing
import Values

/// Arguments that the mover's device draws if none is given.
@Suite struct DrawnArgumentTests {
    private func game(_ args: String) -> String {
        """
        local parlor = require "parlor"
        return parlor.game {
          title = "Drawn", setup = function() return { numbers = {} } end,
          moves = { pick = { args = \(args),
            play = function(state, _, number) state.numbers[#state.numbers + 1] = number end } },
          outcome = function() end,
        }
        """
    }

    @Test func theNameAloneDrawsANumber() throws {
        let match = try Match(of: script(game("{ type = 'integer', min = 5, max = 1 << 53, drawn = true }")), seed: 1)
        for ply in 0..<20 { try match.play("pick", seat: ply % 2 + 1) }
        let numbers = try match.view(for: nil)["numbers"]?.arrayValue?.compactMap(\.intValue) ?? []
        #expect(Set(numbers).count == 20 && numbers.allSatisfy { (5...1 << 53).contains($0) })
        #expect(try match.history().last?.text == "pick \(numbers[19])", "what was drawn is in the log")
        #expect(try Match(loading: match.save(), of: match.script).digest() == match.digest())
        try match.play("pick 7", seat: 1)
        #expect(try match.view(for: nil)["numbers"]?.arrayValue?.last == 7)
        #expect(rejection { try match.play("pick 4", seat: 2) }?.code == "bad_argument")
        #expect(try match.legalMoves(for: 2).map(\.prompt) == ["pick"])
    }

    @Test(arguments: [("min = 3, max = 3", 3...3), ("min = math.mininteger, max = math.maxinteger", Int.min...Int.max)])
    func itLiesWithinTheBounds(bounds: String, expected: ClosedRange<Int>) throws {
        let match = try Match(of: script(game("{ type = 'integer', \(bounds), drawn = true }")))
        for ply in 0..<10 { try match.play("pick", seat: ply % 2 + 1) }
        let numbers = try match.view(for: nil)["numbers"]?.arrayValue?.compactMap(\.intValue) ?? []
        #expect(numbers.count == 10 && numbers.allSatisfy(expected.contains))
    }

    @Test func nothingIsDrawnUnlessTheGameSaysSo() throws {
        let match = try Match(of: script(game("{ type = 'integer', min = 1, max = 9 }")))
        #expect(rejection { try match.play("pick", seat: 1) }?.code == "bad_argument")
        #expect(try match.legalMoves(for: 1).map(\.prompt) == ["pick <integer>"])
        let typed = failure { _ = try script(game("{ type = 'text', examples = { 'x' }, drawn = true }")) }
        #expect("\(try #require(typed))".contains("is for integers"))
        let wrong = failure { _ = try script(game("{ type = 'integer', min = 1, max = 9, drawn = 1 }")) }
        #expect("\(try #require(wrong))".contains("args.drawn"))
    }
}
