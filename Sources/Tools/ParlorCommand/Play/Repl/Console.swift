import Foundation
import Parlor

/// What a session talks over: where lines come from and where answers go; and whether it goes on.
final class Console {
    let screen: Screen
    let lines: any LineSource
    let answers: Answers

    var isLeaving = false
    /// Was something refused? Decides the exit code where nobody could see it.
    var hasFailed = false
    /// Must the screen be drawn before the next line is asked for?
    var isStale = true
    /// What was found among the moves so far.
    var drawnMoves = RandomArgumentMoves()

    init(
        screen: Screen, lines: any LineSource, write: @escaping (String) -> Void,
        complain: @escaping (String) -> Void
    ) {
        self.screen = screen
        answers = Answers(
            on: lines.surface ?? StreamSurface(colour: screen.colour, out: write, errors: complain))
        self.lines = answers.first(lines)
    }

    /// How often somebody who waits sees a sign of life.
    var progressInterval = Duration.seconds(1)

    static let interruptHint = "Ctrl-C again, or Ctrl-D, leaves the game."

    func show(_ lines: [StyledLine]) {
        for line in lines { answers.write(line) }
    }

    /// A text of any length.
    func say(_ text: String, _ weight: Screen.Weight = .plain) { show(screen.lines(text, weight)) }

    /// Something goes wrong; lines for standard error.
    func complain(_ lines: [StyledLine]) {
        hasFailed = true
        for line in lines { answers.complain(line) }
    }

    /// Something typed can't be done.
    func refuse(_ sentence: String) { complain(screen.lines(sentence)) }

    /// The exit code.
    var status: Int32 { hasFailed && !lines.isInteractive ? 1 : 0 }

    /// Clears the screen and waits until somebody else sits there.
    ///
    /// - Parameters:
    ///   - isFirst: nobody sat there before.
    ///   - heading: stands on the cleared screen above what was left to answer.
    ///   - news: what everybody may read; stands below.
    /// - Returns: false if somebody left instead.
    func handOver(to name: String, isFirst: Bool, heading: () -> Void = {}, news: () -> Void = {}) -> Bool {
        answers.clear(with: screen.wipe)
        heading()
        answers.release()
        news()
        let deed = isFirst ? "\(name) sits at the keyboard; nobody else looks." : "Hand the keyboard to \(name)."
        say("\(deed) Press Enter.")
        return waitForEnter(of: name)
    }

    /// Only an empty line opens what is secret: whoever types something else may not have read who is to sit down.
    ///
    /// Answers stand below what is drawn, so that it stays.
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
                case "help", "h": reply("Enter opens the game for \(name), where `help` has more; `quit` leaves.")
                default: reply("Press Enter when \(name) sits here.")
                }
                isWarned = false
            // on a screen that is drawn in place, one press never leaves
            case .interrupted where !isWarned, .end where !isWarned && lines.surface != nil:
                reply(Self.interruptHint)
                isWarned = true
            case .interrupted, .end: return false
            case .tooLong, .resized, .news, .refused: reply("Press Enter when \(name) sits here.")
            }
        }
    }
}
