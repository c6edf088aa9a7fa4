import GameRules
import MessageWire

extension SeatNames {
    /// What the seats of a log are called: the tokens that they signed with, the same on every device. A token proves nothing; it
    /// is for reading.
    ///
    /// - Parameters:
    ///   - own: What the person of this device is called, for the open seat that is shown to them.
    ///   - seat: That seat.
    package init(of log: SignedLog, own: DisplayToken? = nil, seat shown: Int? = nil) {
        var names: [Int: String] = [:]
        for seat in 1...max(1, log.log.seats) { names[seat] = log.roster[seat]?.token.text }
        if let own, let shown, names[shown] == nil { names[shown] = own.text }
        self.init(names)
    }
}
