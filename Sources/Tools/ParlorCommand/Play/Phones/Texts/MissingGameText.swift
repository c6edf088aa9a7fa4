import Parlor
import Simulation
import Values

/// The sentences on devices without the game: what such a device shows, and how it gets the game.
struct MissingGameText {
    let context: PhonesContext

    /// The sentence on a device without the game, and what to do.
    var sentence: String {
        if context.device.kind == .desktop {
            let phone =
                context.world.devices.first { $0.kind == .phone }.map { " `as \($0.person)` takes a phone." } ?? ""
            return "\(context.person) is at a desktop, which runs no games.\(phone)"
        }
        return "\(context.person)'s phone doesn't have \(context.script.title): `install` installs it."
    }

    /// The same sentence. If the device has received a message, the sentence also says what the
    /// device shows of it.
    var standing: String {
        guard context.device.lastBubble(of: context.game, in: context.chat) != nil else { return sentence }
        guard context.device.kind == .phone else {
            return
                "\(context.person) is at a desktop, which runs no games. It shows a message's picture and captions, and `tap` "
                + "opens its page in the browser."
        }
        return "\(sentence) Until then a message shows its picture and captions, and can't be played."
    }

    /// Returns the reason why free seats stay free if too few others have the game; nil if enough
    /// have it.
    ///
    /// - Parameter free: The number of free seats.
    func absentees(forSeats free: Int) -> String? {
        let others = context.world.devices.filter {
            $0.person != context.person && $0.match(of: context.game, in: context.chat)?.record.takesPart != true
        }
        let missing = others.filter { !$0.installedGames.contains(context.game) }
        guard others.count - missing.count < free,
            let first = missing.first(where: { $0.kind == .phone }) ?? missing.first
        else { return nil }
        if first.kind == .phone {
            return
                "\(first.person)'s phone doesn't have \(context.script.title): `as \(first.person)`, then `install`, installs it."
        }
        let names = NameList.of(missing.map(\.person))
        return
            "\(names) can't take it, because a desktop runs no games. Name another person with `--seats`."
    }
}
