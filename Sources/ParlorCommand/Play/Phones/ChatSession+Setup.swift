import Conversations
import Parlor
import Simulation

// How a phone is set up, and what is on it.
extension ChatSession {
    /// Sets up the phone at hand otherwise, and says how it is.
    func setUp(_ wish: LooksWish) throws {
        guard let now = device.surroundings(of: game) else {
            throw ChatRefusal("\(script.title) isn't on \(person)'s phone: `install` puts it there.")
        }
        let screen = now.screen
        if wish != LooksWish() {
            try stimulate(
                .surroundings(
                    Surroundings(
                        maximumWidth: wish.bubble ?? now.maximumWidth, textScale: wish.textScale ?? now.textScale,
                        locale: wish.locale ?? now.locale, isDark: wish.isDark ?? screen.isDark,
                        width: wish.size?.width ?? Double(screen.width),
                        height: wish.size?.height ?? Double(screen.height), safeArea: screen.safeArea)))
        }
        let after = device.surroundings(of: game) ?? now
        say(
            "\(person)'s phone: \(after.screen.width) by \(after.screen.height) points, text \(after.textScale), "
                + "\(SafeText(after.locale)), \(after.screen.isDark ? "dark" : "light"), bubbles up to \(after.maximumWidth) wide.",
            .quiet)
    }

    func install() throws {
        if device.installedGames.contains(game) { return say("\(script.title) is on \(person)'s phone already.") }
        try world.perform(as: person) { phone throws(DeviceError) in try phone.install(script) }
        say("\(script.title) is on \(person)'s phone now; tap its bubble.")
    }

    func uninstall() throws {
        guard device.installedGames.contains(game) else {
            return say("\(script.title) isn't on \(person)'s phone: `install` puts it there.")
        }
        guard
            confirms("\(person)'s matches and what \(script.title) keeps go with it, and can't be had back. Go on?")
        else { return say("\(script.title) stays.") }
        try world.perform(as: person) { phone throws(DeviceError) in try phone.uninstall(game) }
        say("\(script.title) is gone from \(person)'s phone. `install` puts it there anew, with other ids of people.")
    }
}
