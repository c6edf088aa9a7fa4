import MatchSessions
import MessageHost

/// How long the service waits before it tries to hand over a parcel again.
///
/// The waits double: 5, 10, 20, 40, 80, 160 and then always 250 s, each longer by up to a fifth, drawn by chance, so
/// that devices which failed together don't all come back together. So the first retry comes 5 to 6 s after the
/// failure, and no two attempts are more than 5 minutes apart.
struct Backoff: Hashable, Sendable {
    static let first = Duration.seconds(5)
    static let last = Duration.seconds(250)
    /// The longest addition by chance is the wait divided by this.
    static let jitterDivisor = 5

    let seed: UInt64

    /// The wait after so many failed attempts, 1 or more. It follows from the seed, the parcel and the number alone.
    func wait(after failures: Int, of parcel: Parcel.ID) -> Duration {
        let doublings = min(max(failures, 1) - 1, 6)
        let base = min(Self.last, Self.first * (1 << doublings))
        var chance = SeededChance(
            seed: seed, about: "backoff", parcel.sender, String(parcel.number), String(failures))
        return chance.duration(in: base...(base + base / Self.jitterDivisor))
    }
}
