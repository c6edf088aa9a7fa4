import Hosting
import Testing

@testable import ParlorServer

struct RateBucketsTests {
    private let rate = RateLimits.Rate(most: 10, perSecond: 2)
    private let begin = Timestamp(milliseconds: 1_000_000)

    @Test func soManyAtOnceAndThenSlowly() {
        let buckets = RateBuckets(rate)
        for _ in 1...10 { #expect(buckets.wait(of: "a", cost: 1, now: begin) == nil) }
        #expect(buckets.wait(of: "a", cost: 1, now: begin) == 1)
        #expect(buckets.wait(of: "a", cost: 9, now: begin) == 5)
        #expect(buckets.wait(of: "b", cost: 10, now: begin) == nil)
        #expect(buckets.wait(of: "a", cost: 2, now: begin.adding(seconds: 1)) == nil)
        #expect(buckets.wait(of: "a", cost: 1, now: begin.adding(seconds: 1)) != nil)
        // a bucket never has more tokens than its size
        for _ in 1...10 { #expect(buckets.wait(of: "a", cost: 1, now: begin.adding(seconds: 10_000)) == nil) }
        #expect(buckets.wait(of: "a", cost: 1, now: begin.adding(seconds: 10_000)) != nil)
    }

    @Test func aClockThatGoesBackFillsNothing() {
        let buckets = RateBuckets(rate)
        for _ in 1...10 { _ = buckets.wait(of: "a", cost: 1, now: begin) }
        #expect(buckets.wait(of: "a", cost: 1, now: Timestamp(milliseconds: 0)) != nil)
    }

    @Test func whatWasUsedIsPaidAfterwards() {
        let buckets = RateBuckets(rate)
        buckets.pay(1000, of: "a", now: begin)
        // the tokens are at minus the bucket's size, not below
        #expect(buckets.wait(of: "a", cost: 1, now: begin) == 6)
        #expect(buckets.wait(of: "a", cost: 1, now: begin.adding(seconds: 6)) == nil)
        buckets.pay(0, of: "c", now: begin)
        #expect(buckets.count == 1)
    }

    @Test func veryManyAreForgottenButNotWhoAskedLast() {
        let buckets = RateBuckets(RateLimits.Rate(most: 10, perSecond: 0.001))
        for number in 0..<RateBuckets.most {
            _ = buckets.wait(of: "\(number)", cost: 1, now: Timestamp(milliseconds: Int64(number)))
        }
        let now = Timestamp(milliseconds: Int64(RateBuckets.most))
        for _ in 1...10 { _ = buckets.wait(of: "busy", cost: 1, now: now) }
        #expect(buckets.count <= RateBuckets.most)
        #expect(buckets.count > RateBuckets.most / 3)
        #expect(buckets.wait(of: "busy", cost: 1, now: now) != nil, "whoever asks much is forgotten")
    }
}
