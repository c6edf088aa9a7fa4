import Conformance
import Foundation
import Parlor

/// A bar on standard error, for whoever waits before a terminal.
final class ProgressLine: Sendable {
    private let isShown: Bool
    private let hasUnicode: Bool

    init(isShown: Bool, hasUnicode: Bool) {
        self.isShown = isShown
        self.hasUnicode = hasUnicode
    }

    func show(_ progress: CheckProgress) {
        if isShown { complain(drawn: "\r" + Self.text(progress, hasUnicode: hasUnicode) + "\u{1B}[K") }
    }

    func clear() {
        if isShown { complain(drawn: "\r\u{1B}[K") }
    }

    private static let cells = 20

    /// `battleship [#####---------------] 25 % games 12/48, 900 plies`
    static func text(_ progress: CheckProgress, hasUnicode: Bool) -> String {
        let fraction = progress.fraction.isFinite ? min(max(progress.fraction, 0), 1) : 0
        let full = Int(saturating: fraction * Double(cells))
        let (done, open) = hasUnicode ? ("█", "░") : ("#", "-")
        let bar = String(repeating: done, count: full) + String(repeating: open, count: cells - full)
        let name = SafeText(progress.game)
        var counts = progress.total > 0 ? " \(progress.done)/\(progress.total)" : " \(progress.done)"
        if [.games, .shrinking].contains(progress.stage), progress.plies > 0 {
            counts += ", \(counted(plies: progress.plies))"
        }
        return
            "\(hasUnicode ? name.string : name.ascii) [\(bar)] \(Int(saturating: fraction * 100)) % \(progress.stage.rawValue)\(counts)"
    }
}
