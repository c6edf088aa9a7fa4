import Foundation
import Parlor

// What is asked before something is done that can't be taken back. A pipe isn't asked: it has said what it wants.
extension ReplSession {
    /// Asks whoever sits at the terminal.
    func confirms(_ question: String) -> Bool {
        guard lines.isInteractive else { return true }
        say("\(question) Type `yes`.")
        guard case .text(let answer) = lines.next(prompt: "yes or no> ") else { return false }
        return ["y", "yes"].contains(answer.lowercased().trimmingCharacters(in: .whitespaces))
    }

    /// Asks before something is shown that others at this keyboard keep secret.
    func mayReveal() -> Bool { !isSharingSecrets || confirms("That shows what others hide. Look?") }
}
