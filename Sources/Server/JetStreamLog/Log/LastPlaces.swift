import Hosting
import Synchronization

/// Where the logs of matches end, as far as this process has seen. A hint: an append that follows a wrong one fails, and looks.
final class LastPlaces: Sendable {
    private let places = Mutex<[HostedMatchID: StoredEntry.Place]>([:])
    private let most: Int

    /// - Parameter most: How many are kept. Beyond that a part of them is forgotten.
    init(most: Int = 65_536) { self.most = most }

    subscript(match: HostedMatchID) -> StoredEntry.Place? {
        places.withLock { $0[match] }
    }

    /// Takes note of an entry. Tells whether it is the furthest seen.
    @discardableResult
    func see(_ place: StoredEntry.Place, of match: HostedMatchID) -> Bool {
        places.withLock { places in
            if let known = places[match], known.number >= place.number { return false }
            if places.count >= most, places[match] == nil {
                for old in places.keys.prefix(max(1, most / 8)) { places[old] = nil }
            }
            places[match] = place
            return true
        }
    }

    /// Forgets a match: what was known of it has turned out wrong.
    func forget(_ match: HostedMatchID) {
        places.withLock { $0[match] = nil }
    }

    /// How many are kept.
    var count: Int { places.withLock { $0.count } }
}
