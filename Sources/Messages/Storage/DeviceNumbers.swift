import Conversations

/// The numbers that a store has for each device: counters, the salt of its ids, and the times at
/// which messages expire.
///
/// In a file of this version the numbers are one table of names and numbers. Unknown names are
/// ignored.
package struct DeviceNumbers: Hashable, Sendable {
    /// The number of the device's last message; 0 before the first.
    package var lastMessage = 0
    /// The number of the device's last parcel; 0 before the first.
    package var lastParcel = 0
    /// The number of restores. Each restore starts another random stream.
    package var restarts = 0
    /// The 16 bytes from which the ids of people are derived. Empty if the file holds no salt.
    package var salt: [UInt8] = []
    /// The number of installs of each game by its id, including games that are no longer installed.
    package var installs: [String: Int] = [:]
    /// The messages that expire.
    package var expiries: [Expiry] = []
    /// Whether the device is a desktop, which shows messages and runs no games.
    package var isDesktop = false
    /// Whether no game is installed on the device. Such a device gets no games when it is restored.
    package var hasNoGames = false

    /// A message that expires.
    package struct Expiry: Hashable, Sendable {
        /// The place of the message in the transcript, from 1.
        package let item: Int
        package let game: String
        package let chat: Chat.ID
        /// The simulated time at which the message expires.
        package let milliseconds: Int

        /// Creates an expiry. The existence of the message isn't checked.
        package init(item: Int, game: String, chat: Chat.ID, milliseconds: Int) {
            self.item = item
            self.game = game
            self.chat = chat
            self.milliseconds = milliseconds
        }

        /// Returns whether `other` is about the same message. The times may differ.
        package func isSameMessage(as other: Expiry) -> Bool {
            (item, game, chat) == (other.item, other.game, other.chat)
        }
    }

    package init() {}
}

extension DeviceNumbers {
    private static let (message, parcel, restart) = ("message", "parcel", "restart")
    private static let (desktop, noGames) = ("desktop", "no games")
    private static let (install, expiry) = ("install ", "expiry ")
    /// The names of two 64-bit numbers that hold the salt.
    private static let salts = ["salt0", "salt1"]

    /// The numbers as the table of a file.
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

    /// Creates the numbers from the table of a file. A stranger may have written the file.
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

    /// Returns the expiry that a name and a number of the table describe, or nil for any other name.
    /// The name of an expiry contains a place in a transcript, a game's id, and a chat.
    private static func expiry(_ name: String, _ milliseconds: Int) -> Expiry? {
        guard name.hasPrefix(expiry) else { return nil }
        let parts = name.dropFirst(expiry.count).split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let item = Int(parts[0]) else { return nil }
        return Expiry(item: item, game: String(parts[1]), chat: Chat.ID(String(parts[2])), milliseconds: milliseconds)
    }
}
