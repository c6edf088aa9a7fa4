import MatchSessions
import MessageHost
import Parlor
import Simulation
import Values

// Devices on which the game isn't: what they show of it, and how they get it.
extension ChatSession {
    /// Is the game on the device at hand?
    var isGameHere: Bool { device.installedGames.contains(game) }

    /// What the device at hand is without the game, and what there is to do.
    var withoutGame: String {
        if device.kind == .desktop {
            let phone = world.devices.first { $0.kind == .phone }.map { " `as \($0.person)` takes a phone." } ?? ""
            return "\(person) sits at a desktop, which runs no games.\(phone)"
        }
        return "\(person)'s phone hasn't \(script.title): `install` gets it."
    }

    /// The same for who looks at that device, with what it shows of a message.
    var standingWithoutGame: String {
        guard device.lastBubble(of: game, in: chat) != nil else { return withoutGame }
        guard device.kind == .phone else {
            return
                "\(person) sits at a desktop, which runs no games: it shows a message's picture and captions, and `tap` "
                + "opens its page in the browser."
        }
        return "\(withoutGame) Until then a message shows its picture and captions, and can't be played."
    }

    /// Why free seats stay free: not enough others have the game. Nil where enough have it.
    ///
    /// - Parameter free: How many seats are free.
    func absentees(forSeats free: Int) -> String? {
        let others = world.devices.filter {
            $0.person != person && $0.match(of: game, in: chat)?.record.takesPart != true
        }
        let missing = others.filter { !$0.installedGames.contains(game) }
        guard others.count - missing.count < free,
            let first = missing.first(where: { $0.kind == .phone }) ?? missing.first
        else { return nil }
        if first.kind == .phone {
            return "\(first.person)'s phone hasn't \(script.title): `as \(first.person)`, then `install`, gets it."
        }
        let names = NameList.of(missing.map(\.person))
        return
            "\(names) can't take it: a desktop runs no games. It takes somebody more with a phone, named with `--seats`."
    }
}
