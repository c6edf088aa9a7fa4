import GameRules
import MessageWire

extension SeatNames {
    /// What the seats of a log are called: the tokens that they signed with, the same on every device. A token proves nothing; it
    /// is for reading.
    package init(of log: SignedLog) {
        var names: [Int: String] = [:]
        for seat in 1...max(1, log.log.seats) { names[seat] = log.roster[seat]?.token.text }
        self.init(names)
    }
}
