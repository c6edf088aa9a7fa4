import Testing

@testable import Conformance

@Suite struct BudgetTests {
    private let budget = Budget(of: ReportSamples.report(seed: .max))

    @Test func isReadAsItWasWritten() throws {
        let text = try budget.text()
        #expect(try Budget(json: text) == budget)
        #expect(text.contains("\n      \"instructions\": 4321\n") && text.contains("\n  \"games\": 37,\n"))
        #expect(budget.hooks.count == 2 && budget.seed == .max && budget.effort == .quick)
    }

    private func grown(by percent: Double, _ figure: WritableKeyPath<Budget.Figures, UInt64>) throws -> Budget {
        var grown = budget
        var figures = try #require(grown.hooks[.scene])
        figures[keyPath: figure] = UInt64(Double(figures[keyPath: figure]) * (1 + percent / 100))
        grown.hooks[.scene] = figures
        return grown
    }

    @Test(
        arguments: [\Budget.Figures.instructions, \.granted, \.peak]
            as [WritableKeyPath<Budget.Figures, UInt64> & Sendable])
    func growthIsFound(figure: WritableKeyPath<Budget.Figures, UInt64> & Sendable) throws {
        // 12 % of the scene's granted bytes are less than the tolerated `Budget.granule`
        let percent = figure == \Budget.Figures.granted ? 25.0 : 12.0
        #expect(budget.excesses(of: budget) == [])
        #expect(try budget.excesses(of: grown(by: 9.9, figure)) == [])
        #expect(try budget.excesses(of: grown(by: -50, figure)) == [])
        let excesses = try budget.excesses(of: grown(by: percent, figure))
        #expect(excesses.count == 1 && excesses.first?.hook == .scene)
    }

    /// In one process a table may double in some call, and in another process already in the call
    /// before. This doesn't count as growth.
    @Test func aTableThatDoublesIsNone() {
        func excess(_ found: UInt64, _ figure: BudgetExcess.Figure) -> BudgetExcess {
            BudgetExcess(hook: .play, figure: figure, found: found, allowed: 1000)
        }
        #expect(excess(3048, .granted).isWithinTolerance && !excess(3049, .granted).isWithinTolerance)
        #expect(!excess(3048, .instructions).isWithinTolerance)
    }

    @Test func saysWhichFigureGrewByHowMuch() throws {
        let excess = try #require(try budget.excesses(of: grown(by: 25, \.granted)).first)
        #expect(excess.description == "scene: 12,800 granted bytes, 25 % more than the 10,240 of the budget")
    }

    @Test func aHookThatTheBudgetDoesntHaveIsGrowth() throws {
        var smaller = budget
        smaller.hooks[.play] = nil
        #expect(smaller.excesses(of: budget).map(\.hook) == [.play, .play, .play])
        #expect(smaller.excesses(of: budget)[0].description == "play: 1,000 instructions; the budget has none for it")
        #expect(budget.excesses(of: smaller) == [])
    }

    @Test func figuresAtTheEdgeDontOverflow() {
        func excess(_ found: UInt64, _ allowed: UInt64) -> BudgetExcess {
            BudgetExcess(hook: .play, figure: .peak, found: found, allowed: allowed)
        }
        #expect(
            excess(.max, .max).isWithinTolerance && excess(110, 100).isWithinTolerance && excess(0, 0).isWithinTolerance
        )
        #expect(!excess(111, 100).isWithinTolerance && !excess(1, 0).isWithinTolerance)
        #expect(excess(.max, 1).description.contains("over 1,000,000 %"))
        #expect(excess(1, 0).description.hasSuffix("the budget has 0"))
    }

    @Test(arguments: [
        ("", "budget"), ("[]", "budget: expected an object"), ("{}", "budget.seed"),
        (#"{"seed":1,"games":0,"effort":"quick","hooks":{}}"#, "budget.games: expected 1 to"),
        (#"{"seed":1,"games":9223372036854775807,"effort":"quick","hooks":{}}"#, "budget.games"),
        (#"{"seed":-1,"games":1,"effort":"quick","hooks":{}}"#, "budget.seed: expected a number from 0"),
        (#"{"seed":"x","games":1,"effort":"quick","hooks":{}}"#, "budget.seed"),
        (#"{"seed":1,"games":1,"effort":"slow","hooks":{}}"#, "budget.effort"),
        (#"{"seed":1,"games":1,"effort":"quick","hooks":[1]}"#, "budget.hooks"),
        (#"{"seed":1,"games":1,"effort":"quick","hooks":{"dance":{}}}"#, "found \"dance\""),
        (#"{"seed":1,"games":1,"effort":"quick","hooks":{"play":{"peak":1}}}"#, "budget.hooks.play."),
        (#"{"seed":1,"games":1,"effort":"quick","hooks":{"play":3}}"#, "budget.hooks.play: expected an object"),
        (#"{"seed":1,"games":1,"effort":"quick","hooks":{},"more":1}"#, "found also \"more\""),
    ])
    func aBrokenFileIsRefusedWithThePlace(text: String, words: String) {
        let error = #expect(throws: BudgetError.self) { try Budget(json: text) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func aLargeFileIsRefused() {
        let text = "{\"seed\":1,\"games\":\"" + String(repeating: "1", count: Budget.largestFile) + "\"}"
        #expect(throws: BudgetError.self) { try Budget(json: text) }
    }
}
