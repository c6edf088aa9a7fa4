import Parlor
import Simulation
import Storage

/// What `--store` names: a conversation to begin, or one to go on with. What was typed beside it must fit the one that is
/// kept: nothing of it is passed over in silence.
struct StoredConversation {
    let store: SimulationStore
    /// Who takes part, and under which profile and seed, if it has begun.
    let kept: Kept?

    struct Kept {
        let people: [String]
        let profile: String
        let seed: UInt64
        /// Who has no game on their phone, and who sits at a desktop.
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

    /// What the command line says of the conversation; nil for what it leaves open.
    struct Wishes {
        /// Names, or only how many: a number leaves the names open.
        var people: [String]?
        var count: Int?
        var profile: String?
        var seed: UInt64?
        /// Who is to be without a game, or at a desktop, as typed.
        var without: [String] = []
        var desktops: [String] = []
    }

    /// What of the wishes the kept conversation isn't, and what to do; nil if it fits, or is new.
    func objection(to wishes: Wishes) -> String? {
        guard let kept else { return nil }
        let names = kept.people.map { SafeText($0).string }.joined(separator: ",")
        var found: String?
        if let people = wishes.people, people != kept.people {
            found = "is a conversation of \(names): leave out --seats"
        } else if let count = wishes.count, count != kept.people.count {
            found = "is a conversation of \(kept.people.count), \(names): leave out --seats"
        } else if let profile = wishes.profile, profile != kept.profile {
            found = "was begun with the profile \(SafeText(kept.profile)): leave out --profile"
        } else if let seed = wishes.seed, seed != kept.seed {
            found = "was begun with the seed \(kept.seed): leave out --seed"
        } else if Self.differ(wishes.without, kept.without) {
            found = "says by itself who is without the game (\(Self.list(kept.without))): leave out --without"
        } else if Self.differ(wishes.desktops, kept.desktops) {
            found = "says by itself who sits at a desktop (\(Self.list(kept.desktops))): leave out --desktop"
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
