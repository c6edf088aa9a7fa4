import Foundation
import Parlor

/// The input and the output of a session, and whether it continues.
final class Console {
    let screen: Screen
    let lines: any LineSource
    let answers: DeferredOutput

    var isLeaving = false
    /// Whether anything was refused. Without a person at the terminal, this decides the exit code.
    var hasFailed = false
    /// Whether the screen must be drawn before the next line is asked for.
    var isStale = true
    /// The moves with random arguments that were seen so far.
    var drawnMoves = RandomArgumentMoves()

    init(
        screen: Screen, lines: any LineSource, write: @escaping (String) -> Void,
        complain: @escaping (String) -> Void
    ) {
        self.screen = screen
        answers = DeferredOutput(
            on: lines.surface ?? StreamSurface(colour: screen.colour, out: write, errors: complain))
        self.lines = answers.first(lines)
    }

    /// The interval between two reports of progress.
    var progressInterval = Duration.seconds(1)

    static let interruptHint = "Ctrl-C again, or Ctrl-D, leaves the game."

    func show(_ lines: [StyledLine]) {
        for line in lines { answers.write(line) }
    }

    /// Shows a text of any length.
    func say(_ text: String, _ weight: Screen.Weight = .plain) { show(screen.lines(text, weight)) }

    /// Reports a failure in lines for standard error.
    func complain(_ lines: [StyledLine]) {
        hasFailed = true
        for line in lines { answers.complain(line) }
    }

    /// Reports that a typed line can't be carried out.
    func refuse(_ sentence: String) { complain(screen.lines(sentence)) }

    /// The exit code.
    var status: Int32 { hasFailed && !lines.isInteractive ? 1 : 0 }

    /// Clears the screen and waits until the next player is there.
    ///
    /// - Parameters:
    ///   - isFirst: Whether no player was there before.
    ///   - heading: Shows text on the cleared screen, above the answers that were left.
    ///   - news: Shows the news that everybody may read, below these answers.
    /// - Returns: False if the person left instead.
    func handOver(to name: String, isFirst: Bool, heading: () -> Void = {}, news: () -> Void = {}) -> Bool {
        answers.clear(with: screen.wipe)
        heading()
        answers.release()
        news()
        let deed = isFirst ? "Only \(name) may look at the screen now." : "Hand the keyboard to \(name)."
        say("\(deed) Press Enter.")
        return waitForEnter(of: name)
    }

    /// Waits for an empty line. No other line shows the next player's secrets, because a person who
    /// types something may not have read who plays next.
    ///
    /// Replies are printed below the picture, so that the picture stays.
    private func waitForEnter(of name: String) -> Bool {
        func reply(_ sentence: String) { answers.place(screen.lines(sentence, .quiet), in: .answer) }
        var isWarned = false
        while true {
            switch lines.next(prompt: "") {
            case .text(let typed):
                let text = typed.trimmingCharacters(in: .whitespaces).lowercased()
                switch text.first.map({ $0 == "/" || $0 == ":" }) == true ? String(text.dropFirst()) : text {
                case "":
                    answers.clear(with: screen.wipe)
                    return true
                case "quit", "q": return false
                case "help", "h": reply("Enter shows the game to \(name), who can type `help` there; `quit` leaves.")
                default: reply("Press Enter when \(name) is at the keyboard.")
                }
                isWarned = false
            // on a screen that is drawn in place, a single Ctrl-D never leaves
            case .interrupted where !isWarned, .end where !isWarned && lines.surface != nil:
                reply(Self.interruptHint)
                isWarned = true
            case .interrupted, .end: return false
            case .tooLong, .resized, .news, .refused: reply("Press Enter when \(name) is at the keyboard.")
            }
        }
    }
}
