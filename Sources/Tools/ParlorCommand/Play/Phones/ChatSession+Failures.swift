import MatchSessions
import MessageHost
import Parlor
import Simulation

// What failed in the script on the phones, as its author wants to read it: on standard error, whatever the phones show of it.
extension ChatSession {
    /// The phones of which may be told: where they are kept from others at the keyboard, only the one at hand.
    var phonesToTellOf: [Device] {
        if !isSharingSecrets { return world.devices }
        return viewer == person ? [device] : []
    }

    /// Tells what failed since the last time. What fails whenever it is asked for is told once for a line that was typed, on the
    /// first phone that met it.
    func tellFailures() {
        for phone in phonesToTellOf {
            for failure in phone.scriptWitness?.take() ?? [] where !told.contains(where: failure.isSame) {
                told.append(failure)
                tell(failure, on: phone)
            }
            let hooks = phone.notices.compactMap(\.failure)
            for var failure in hooks.dropFirst(shownFailures[phone.person] ?? 0) {
                failure.printed = ""  // shown with the rest of what hooks print
                tell(failure, on: phone)
            }
            shownFailures[phone.person] = hooks.count
        }
    }

    private func tell(_ failure: ScriptFailure, on phone: Device) {
        let report = FailureReport(failure: failure, files: (scriptOfMatch ?? script).folder.files)
        console.complain([StyledLine("On \(SafeText(phone.person))'s phone:")] + report.drawn(on: screen))
    }

    /// What goes wrong is said: a failure of the script as its report.
    func report(_ error: any Error) {
        tellFailures()
        if tellAuthor(error, of: script) { return }
        let sentence = "\(error)"
        if !told.contains(where: { $0.description == sentence }) { refuse(self.sentence(of: error)) }
    }
}
