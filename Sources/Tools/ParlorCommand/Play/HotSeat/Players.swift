import Foundation
import GameRules
import MessageProtocol
import Parlor

/// The names of the seats, and the seats that bots play.
struct Players: Equatable {
    /// The most characters of a name. Two names and a move fit into a line.
    static let longestName = 20

    private(set) var names: [String]
    var bots: Set<Int> = []

    var count: Int { names.count }

    /// Creates seats without names.
    init(count: Int) { names = Self.unnamed(count) }

    private static func unnamed(_ count: Int) -> [String] { (1...max(1, count)).map { "Seat \($0)" } }

    /// Reads the argument of `--seats`: a number of seats, or names separated by commas.
    ///
    /// - Throws: ``GameError/request(_:)`` if two names are equal, or a name isn't valid, such as a
    ///   number.
    init(argument: String) throws(GameError) {
        let text = argument.trimmingCharacters(in: .whitespaces)
        if let count = Int(text) {
            guard (1...16).contains(count) else { throw .request("A game has 1 to 16 seats, not \(count).") }
            names = Self.unnamed(count)
            return
        }
        names = text.split(separator: ",", omittingEmptySubsequences: false).map {
            SafeText($0.trimmingCharacters(in: .whitespaces)).string.onOneLine
        }
        guard names.count <= 16 else { throw .request("A game has 1 to 16 seats, not \(names.count).") }
        for name in names {
            guard !name.isEmpty, name.count <= Self.longestName, Int(name) == nil, name.lowercased() != "spectator"
            else {
                throw .request(
                    .init(
                        "\(quoted(name)) can't be a seat's name. A name has 1 to \(Self.longestName) characters, and "
                            + "isn't a number. Example: --seats Ana,Bob"))
            }
        }
        guard Set(names.map { $0.lowercased() }).count == names.count else {
            throw .request("Two seats can't have the same name: \(names.joined(separator: ", ")).")
        }
    }

    /// Returns the same seats; those without a name get one of `standard` that isn't taken.
    func named(_ standard: [String]) -> Players {
        var copy = self
        let taken = Set(names.map { $0.lowercased() })
        for (index, name) in zip(names.indices, standard)
        where names[index] == "Seat \(index + 1)" && !taken.contains(name.lowercased()) {
            copy.names[index] = name
        }
        return copy
    }

    /// The players, each on the seat before their present one, and the first player on the last
    /// seat. Bots change seats in the same way.
    var turned: Players {
        guard count > 1, names != Self.unnamed(count) || !bots.isEmpty else { return self }
        var copy = self
        copy.names = names == Self.unnamed(count) ? names : Array(names[1...] + names[..<1])
        copy.bots = Set(bots.map { $0 == 1 ? count : $0 - 1 })
        return copy
    }

    func name(_ seat: Int) -> String {
        names.indices.contains(seat - 1) ? names[seat - 1] : "Seat \(seat)"
    }

    /// The names of the seats for scripts, as display names like those of messages.
    var seatNames: SeatNames {
        SeatNames(
            Dictionary(
                uniqueKeysWithValues: names.enumerated().map {
                    ($0.offset + 1, DisplayName(shortening: $0.element).text)
                }))
    }

    /// Returns the seat of a number or name.
    ///
    /// - Throws: ``GameError/request(_:)`` with the list of seats.
    func seat(_ text: String) throws(GameError) -> Int {
        let wanted = text.lowercased()
        if let number = Int(text), (1...count).contains(number) { return number }
        if let index = names.firstIndex(where: { $0.lowercased() == wanted }) { return index + 1 }
        let nearest = NearestName.of(text, in: names).map { " Did you mean '\($0)'?" } ?? ""
        throw .request("There is no seat \(quoted(text)); the seats are \(roster).\(nearest)")
    }

    /// All players: `1 Ana, 2 Bob (bot)`.
    var roster: String {
        names.enumerated().map { index, name in
            let shown = name == "Seat \(index + 1)" ? name : "\(index + 1) \(name)"
            return bots.contains(index + 1) ? "\(shown) (bot)" : shown
        }.joined(separator: ", ")
    }

    /// Adds the bots of a `--bot`: a seat, `SEAT=random`, or `all`.
    ///
    /// - Throws: ``GameError/request(_:)`` for an unknown seat or kind of bot.
    mutating func add(bot argument: String) throws(GameError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 1 || parts[1] == "random" else {
            throw .request("There is no bot \(quoted(parts[1])). Example: --bot 2=random")
        }
        if parts[0] == "all" {
            bots = Set(1...count)
        } else {
            bots.insert(try seat(parts[0]))
        }
    }
}
