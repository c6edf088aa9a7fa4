import Conversations

/// What a store keeps of a device that is a number: counters, the salt of its ids, what is due.
///
/// In a file it is one table of names and numbers, since that is what files of this version have; a name that isn't known here
/// is passed over.
package struct DeviceNumbers: Hashable, Sendable {
    /// The last number that a message of the device was given; 0 before the first.
    package var lastMessage = 0
    /// The last number that a parcel on the network was given; 0 before the first.
    package var lastParcel = 0
    /// How often the device was restored: each time, chance goes on by another stream.
    package var restarts = 0
    /// The 16 bytes that the ids of people are drawn with; none where no ids are.
    package var salt: [UInt8] = []
    /// How often each game was installed, by its id; also of games that aren't here any more.
    package var installs: [String: Int] = [:]
    /// Messages that are to expire.
    package var expiries: [Expiry] = []
    /// It is a desktop: it shows messages and runs no games.
    package var isDesktop = false
    /// No game is installed on it, though it could be.
    package var hasNoGames = false

    /// A message that is to expire.
    package struct Expiry: Hashable, Sendable {
        /// Its place in the transcript, from 1.
        package let item: Int
        /// The id of its game.
        package let game: String
        /// Where it stands.
        package let chat: Chat.ID
        /// When it expires, by the simulated time.
        package let milliseconds: Int

        /// A message that is to expire; that it is there is not checked.
        package init(item: Int, game: String, chat: Chat.ID, milliseconds: Int) {
            self.item = item
            self.game = game
            self.chat = chat
            self.milliseconds = milliseconds
        }

        /// Is it the same message that expires, whenever that is?
        package func isSameMessage(as other: Expiry) -> Bool {
            (item, game, chat) == (other.item, other.game, other.chat)
        }
    }

    /// A device that has done nothing yet.
    package init() {}
}

extension DeviceNumbers {
    private static let (message, parcel, restart) = ("message", "parcel", "restart")
    private static let (desktop, noGames) = ("desktop", "no games")
    private static let (install, expiry) = ("install ", "expiry ")
    /// Two numbers of 64 bits each.
    private static let salts = ["salt0", "salt1"]

    /// As a file has them.
    var kept: [String: Int] {
        var kept = [Self.message: lastMessage, Self.parcel: lastParcel, Self.restart: restarts]
        if salt.count == 16 {
            for (name, half) in zip(Self.salts, [salt.prefix(8), salt.dropFirst(8)]) {
                kept[name] = Int(Int64(bitPattern: half.reduce(0) { $0 << 8 | UInt64($1) }))
            }
        }
        for (game, times) in installs { kept[Self.install + game] = times }
        for expiry in expiries {
            kept["\(Self.expiry)\(expiry.item) \(expiry.game) \(expiry.chat.string)"] = expiry.milliseconds
        }
        if isDesktop { kept[Self.desktop] = 1 }
        if hasNoGames { kept[Self.noGames] = 1 }
        return kept
    }

    /// As a file has them, which anybody may have written.
    init(kept: [String: Int]) {
        lastMessage = kept[Self.message] ?? 0
        lastParcel = kept[Self.parcel] ?? 0
        restarts = kept[Self.restart] ?? 0
        if Self.salts.contains(where: { kept[$0] != nil }) {
            salt = Self.salts.flatMap { name in
                withUnsafeBytes(of: Int64(kept[name] ?? 0).bigEndian) { Array($0) }
            }
        }
        for (name, number) in kept.sorted(by: { $0.key < $1.key }) {
            if name.hasPrefix(Self.install) {
                installs[String(name.dropFirst(Self.install.count))] = number
            } else if let expiry = Self.expiry(name, number) {
                expiries.append(expiry)
            }
        }
        isDesktop = kept[Self.desktop] == 1
        hasNoGames = kept[Self.noGames] == 1
    }

    /// What such a name says: a place in a transcript, a game's id, a chat.
    private static func expiry(_ name: String, _ milliseconds: Int) -> Expiry? {
        guard name.hasPrefix(expiry) else { return nil }
        let parts = name.dropFirst(expiry.count).split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let item = Int(parts[0]) else { return nil }
        return Expiry(item: item, game: String(parts[1]), chat: Chat.ID(String(parts[2])), milliseconds: milliseconds)
    }
}
