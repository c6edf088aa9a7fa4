import GameApps
import MatchSessions
import Values

/// Chance that depends on a seed and on what it is about, and on nothing else: not on what else was drawn before, nor
/// on the order in which things happen. So nothing of a generator has to be stored, and one parcel more or less leaves
/// the fate of all others as it was.
struct SeededRandom {
    private var random: SplitMix64

    /// The words name the thing chance decides about. They and the seed are hashed with FNV-1a (Fowler, Noll and Vo).
    init(seed: UInt64, about words: String...) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        for shift in stride(from: 56, through: 0, by: -8) { add(UInt8(truncatingIfNeeded: seed >> UInt64(shift))) }
        for word in words {
            word.utf8.forEach(add)
            add(0xff)  // Ends the word: no text in UTF-8 has this byte.
        }
        random = SplitMix64(seed: hash)
    }

    /// A number of 0 ..< 1. The standard library's own draws may change with its version; this one doesn't.
    mutating func fraction() -> Double {
        Double(random.next() >> 11) * 0x1p-53
    }

    /// True with this probability.
    mutating func happens(_ probability: Double) -> Bool {
        fraction() < probability
    }

    /// A time of the range, in whole milliseconds from its beginning. The range is that of a ``NetworkConditions`` or a backoff,
    /// so its length in milliseconds fits.
    mutating func duration(in range: ClosedRange<Duration>) -> Duration {
        let (seconds, attoseconds) = (range.upperBound - range.lowerBound).components
        let length = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        return range.lowerBound + .milliseconds(min(length, Int64(saturating: Double(length + 1) * fraction())))
    }
}

/// The running numbers of one sender's parcels that the network has taken. Numbers come nearly in order, so all up to
/// some number need no room of their own.
struct TakenNumbers: Hashable, Sendable, Codable {
    /// 1 and all up to this one are taken.
    private(set) var allUpTo = 0
    private(set) var others: Set<Int> = []

    /// Adds a number.
    ///
    /// - Returns: False if it was there.
    mutating func insert(_ number: Int) -> Bool {
        guard !(number >= 1 && number <= allUpTo), others.insert(number).inserted else { return false }
        while others.remove(allUpTo + 1) != nil { allUpTo += 1 }
        return true
    }
}
