import GameRules
import Testing

/// The winners of an outcome.
@Suite struct OutcomeWinnersTests {
    @Test(arguments: [
        (Outcome.win([2]), [2]), (.win([1, 3]), [1, 3]), (.draw, []), (.scores([1, 5, 2]), [2]),
        (.scores([5, -1, 5]), [1, 3]), (.scores([2, 2]), []), (.scores([]), []),
    ])
    func theHighestScoreWins(_ outcome: Outcome, _ winners: [Int]) {
        #expect(outcome.winners == winners)
    }
}
