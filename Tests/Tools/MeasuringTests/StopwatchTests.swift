import Testing

@testable import Measuring

@Suite struct StopwatchTests {
    @Test func medianAndGeometricMean() {
        #expect([3.0, 1, 2].median == 2)
        #expect([4.0, 1, 2, 3].median == 2.5)
        #expect([Double]().median.isNaN && [Double]().geometricMean.isNaN)
        #expect(abs([1.0, 4, 16].geometricMean - 4) < 1e-12)
    }

    @Test func quantiles() {
        let numbers = (1...100).map(Double.init).shuffled()
        #expect(numbers.quantile(0.5) == 50 && numbers.quantile(0.99) == 99 && numbers.quantile(1) == 100)
        #expect([7.0].quantile(0.99) == 7 && [Double]().quantile(0.5).isNaN)
    }

    @Test func runsUntilTheTimeIsOverAndOnceAtLeast() {
        var runs = 0
        let clock = SteppedClock()
        _ = Stopwatch.median(within: TimeBox(seconds: 5, clock: clock.now)) { runs += 1 }
        #expect(runs == 5)
        _ = Stopwatch.median(within: TimeBox(seconds: 0)) { runs += 1 }
        #expect(runs == 6)
        _ = Stopwatch.median(of: 3, within: TimeBox(seconds: 1e9)) { runs += 1 }
        #expect(runs == 9)
    }

    @Test func aPartOfATimeEndsWithIt() {
        var now = 100.0
        let box = TimeBox(seconds: 10) { now }
        let half = box.part(0.5)
        now = 104.5
        #expect(!half.isOver && box.part == 0.45)
        now = 105
        #expect(half.isOver && !box.isOver)
        now = 108
        let rest = box.part(0.5)
        now = 110
        #expect(rest.isOver && box.isOver && box.part == 1)
    }
}
