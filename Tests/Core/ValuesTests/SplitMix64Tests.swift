import Testing
import Values

@Suite struct SplitMix64Tests {
    /// Known outputs of the published algorithm.
    @Test(
        arguments: [
            (0, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]),
            (1_234_567, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]),
        ] as [(UInt64, [UInt64])])
    func givesThePublishedSequence(seed: UInt64, expected: [UInt64]) {
        var random = SplitMix64(seed: seed)
        #expect(expected.map { _ in random.next() } == expected)
    }

    @Test func aCopyContinuesAlike() {
        var random = SplitMix64(seed: 3)
        _ = random.next()
        var copy = random
        #expect((0..<5).map { _ in random.next() } == (0..<5).map { _ in copy.next() })
    }
}
