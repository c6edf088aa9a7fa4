import Effort
import GameRules
import Testing
import Values

@Suite struct SavedMatchTests {
    @Test(arguments: [
        "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
        "rock-paper-scissors",
    ])
    func aMatchGoesOnAsIfNothingHadHappened(id: String) throws {
        let made = try catalog().script(id)
        for seed in 0..<5 as Range<UInt64> {
            var one = SplitMix64(seed: seed)
            let match = try Match(of: made, options: TestEffort.options(of: id), seed: seed)
            var goesOn = true
            while goesOn {
                let bytes = try match.save()
                let loaded = try Match(loading: bytes, of: made)
                #expect(try loaded.save() == bytes, "seed \(seed)")
                var two = one
                goesOn = try match.playRandomMove(using: &one)
                try loaded.playRandomMove(using: &two)
                #expect(try loaded.stateBytes() == match.stateBytes(), "seed \(seed)")
                #expect(try loaded.status == match.status)
            }
        }
    }

    @Test func damageIsFoundAndNamed() throws {
        let made = try catalog().script("tic-tac-toe")
        let match = try Match(of: made)
        try match.play("b2", seat: 1)
        let bytes = try match.save()
        var refused = 0
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x15
            let error = failure { _ = try Match(loading: damaged, of: made) }
            guard case .request(let problem)? = error as? GameError else {
                Issue.record("byte \(index): \(String(describing: error))")
                continue
            }
            #expect(problem.code != "request" && !problem.description.isEmpty)
            refused += 1
        }
        #expect(refused == bytes.count)
        for count in 0..<bytes.count {
            #expect(failure { _ = try Match(loading: Array(bytes.prefix(count)), of: made) } is GameError)
        }
    }

    @Test func anotherGameOrVersionIsRefused() throws {
        let bytes = try Match(of: catalog().script("tic-tac-toe")).save()
        let words = "\(try #require(failure { _ = try Match(loading: bytes, of: catalog().script("battleship")) }))"
        #expect(words.contains("a match of tic-tac-toe"), "\(words)")
        let folder = try catalog().folder("tic-tac-toe")
        let edited = try script((folder.files["game.lua"] ?? "") + "\n-- edited", id: "tic-tac-toe")
        #expect("\(try #require(failure { _ = try Match(loading: bytes, of: edited) }))".contains("has changed since"))
    }

    /// A match that a round ended has no pending moves.
    @Test func aMatchThatEndedWithARoundIsLoaded() throws {
        let game = try catalog().script("rock-paper-scissors")
        let match = try Match(of: game, options: ["rounds": 1])
        try match.play("rock", seat: 1)
        try match.play("paper", seat: 2)
        let loaded = try Match(loading: match.save(), of: game)
        #expect(try loaded.status == match.status)
        #expect(try loaded.status.outcome == .win([2]))
    }

    @Test(arguments: [Value.bytes([0xc3]), .array([.bytes([])]), .double(.nan)])
    func whatLuaHasNoPlaceForIsNoArgument(argument: Value) throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        let refusal = rejection { try match.play(name: "mark", argument: argument, seat: 1) }
        #expect(refusal?.code == "bad_argument")
        #expect(try match.status.ply == 0)
    }
}
