import MatchSessions
import MessageHost
import Parlor
import Simulation
import Values

// Who has no seat: the quick way, people sit down in the order in which they were named, and the others watch.
extension ChatSession {
    /// Whom the person at hand watches, and what there is to do meanwhile; nil for who has a seat, or could take one.
    var watching: String? {
        guard !isSlow else { return nil }
        guard let match = device.match(of: game, in: chat) else { return watchingUnseen }
        let record = match.record
        guard record.seat == nil, match.status.outcome == nil, record.signedLog.roster.isComplete else { return nil }
        let seated = seatedPeople.map(\.person)
        let bet = device.takesBets(on: game, in: chat) ? seated.first.map { ", and may bet: `bet 20 on \($0)`" } : nil
        return "\(person) watches \(NameList.of(seated))\(bet ?? "")."
    }

    /// The same before the first message: the match is on the phone alone that began it.
    private var watchingUnseen: String? {
        for phone in world.devices where phone.person != person {
            guard let match = phone.match(of: game, in: chat), match.status.outcome == nil,
                match.record.seat == match.record.signedLog.match.setup.inviterSeat
            else { continue }
            let line = nextInLine(behind: phone.person, seats: match.record.signedLog.log.seats)
            guard !line.contains(person) else { return nil }
            return
                "\(person) watches \(NameList.of([phone.person] + line)), and may bet once \(phone.person) has moved: "
                + "`bet 20 on \(phone.person)`."
        }
        return nil
    }
}
