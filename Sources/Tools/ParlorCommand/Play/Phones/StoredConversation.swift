import Parlor
import Simulation
import Storage

/// The conversation of `--store`, new or to be continued. Options that don't fit the stored
/// conversation are rejected, never silently ignored.
struct StoredConversation {
    let store: SimulationStore
    /// The people, the profile and the seed of the stored conversation; nil if it is new.
    let kept: Kept?

    struct Kept {
        let people: [String]
        let profile: String
        let seed: UInt64
        /// The people without the game on their phones. `desktops` are those at a desktop.
        let without: Set<String>
        let desktops: Set<String>
    }

    init(path: String) throws(StoreError) {
        store = try SimulationStore(path: path)
        kept = try store.read { read in
            guard let simulation = try read.simulation() else { return nil }
            let devices = try read.devices()
            return Kept(
                people: devices.map(\.name), profile: devices.first?.hostProfile ?? "modern", seed: simulation.seed,
                without: Set(devices.filter { $0.numbers.hasNoGames && !$0.numbers.isDesktop }.map(\.name)),
                desktops: Set(devices.filter(\.numbers.isDesktop).map(\.name)))
        }
    }

    /// The options about the conversation; nil for those that weren't given.
    struct Wishes {
        /// The names; nil if the person gave only their number, which is in `count`.
        var people: [String]?
        var count: Int?
        var profile: String?
        var seed: UInt64?
        /// The names of people without a game, and of those at a desktop, as typed.
        var without: [String] = []
        var desktops: [String] = []
    }

    /// Returns the first option that doesn't fit the stored conversation, with advice; nil if all
    /// fit, or if the conversation is new.
    func objection(to wishes: Wishes) -> String? {
        guard let kept else { return nil }
        let names = kept.people.map { SafeText($0).string }.joined(separator: ",")
        var found: String?
        if let people = wishes.people, people != kept.people {
            found = "is a conversation of \(names): leave out --seats"
        } else if let count = wishes.count, count != kept.people.count {
            found = "is a conversation of \(kept.people.count), \(names): leave out --seats"
        } else if let profile = wishes.profile, profile != kept.profile {
            found = "was started with the profile \(SafeText(kept.profile)): leave out --profile"
        } else if let seed = wishes.seed, seed != kept.seed {
            found = "was started with the seed \(kept.seed): leave out --seed"
        } else if Self.differ(wishes.without, kept.without) {
            found = "already says who doesn't have the game (\(Self.list(kept.without))): leave out --without"
        } else if Self.differ(wishes.desktops, kept.desktops) {
            found = "already says who is at a desktop (\(Self.list(kept.desktops))): leave out --desktop"
        }
        return found.map { "\(SafeText(store.path)) \($0), or name another file." }
    }

    private static func differ(_ wished: [String], _ kept: Set<String>) -> Bool {
        !wished.isEmpty && Set(wished.map { $0.lowercased() }) != Set(kept.map { $0.lowercased() })
    }

    private static func list(_ people: Set<String>) -> String {
        people.isEmpty ? "nobody" : people.sorted().map { SafeText($0).string }.joined(separator: ", ")
    }
}
