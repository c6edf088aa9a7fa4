import GameApps
import MatchSessions
import Values

/// Random numbers that depend only on a seed and a subject, not on earlier draws or on the order of
/// events. Therefore no state of a generator has to be stored, and an additional parcel doesn't
/// change what happens to other parcels.
struct SeededRandom {
    private var random: SplitMix64

    /// Creates the generator of a subject. The words that name the subject are hashed with the seed
    /// by FNV-1a (Fowler, Noll and Vo).
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

    /// Returns a number in 0 ..< 1. The standard library's algorithms may change; this algorithm
    /// never changes.
    mutating func fraction() -> Double {
        Double(random.next() >> 11) * 0x1p-53
    }

    mutating func happens(_ probability: Double) -> Bool {
        fraction() < probability
    }

    /// Returns a random duration in the range, a whole number of milliseconds after its start. The
    /// range is from ``NetworkConditions`` or a backoff, so its length in milliseconds can't
    /// overflow.
    mutating func duration(in range: ClosedRange<Duration>) -> Duration {
        let (seconds, attoseconds) = (range.upperBound - range.lowerBound).components
        let length = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        return range.lowerBound + .milliseconds(min(length, Int64(saturating: Double(length + 1) * fraction())))
    }
}

/// The numbers of one sender's parcels that the network has taken. The numbers arrive nearly in
/// order, so one number, up to which all are taken, represents most of them.
struct TakenNumbers: Hashable, Sendable, Codable {
    /// All numbers from 1 to this number are taken.
    private(set) var allUpTo = 0
    private(set) var others: Set<Int> = []

    /// Adds a number.
    ///
    /// - Returns: False if the number was added before.
    mutating func insert(_ number: Int) -> Bool {
        guard !(number >= 1 && number <= allUpTo), others.insert(number).inserted else { return false }
        while others.remove(allUpTo + 1) != nil { allUpTo += 1 }
        return true
    }
}
