import Testing

@testable import MessageProtocol

/// In a match of three, a seat signs two entries for one round. Two devices get any of these
/// entries, in the messages of other seats and in any order. If the match is over, both devices
/// have the same log, or both report the seat that signed two entries.
@Suite struct SecondEntryTests {
    private struct Device {
        var log: SignedLog
        var isDisputed = false
    }

    /// Returns all logs that end in the round: with any number of entries, and with either entry of
    /// the third seat.
    private static func logs(_ match: TestMatch, _ known: inout [[UInt8]: Signature]) throws -> [SignedLog] {
        var logs: [SignedLog] = []
        for first in [0, 1] {
            for second in [0, 1] {
                for third in 0...2 where first + second + third > 0 {
                    let choices = [1: first, 2: second, 3: third].filter { $0.value > 0 }
                    let entries = choices.map { Ply(seat: $0.key, action: .move(.index($0.value))) }
                    let log = Log(checkedSeats: 3, plies: match.log.log.plies + Log.round(of: entries))
                    logs.append(try match.signed(log, &known))
                }
            }
        }
        return logs
    }

    private static func side(_ log: SignedLog, _ library: ForkGames) throws -> (side: ForkBranch, isOver: Bool)? {
        var replay = try Replay(log, known: 0, library: library)
        guard (try? replay.run()) != nil else { return nil }
        return (ForkBranch(log: log, course: replay.course), try replay.standing().isOver)
    }

    private static func read(_ theirs: SignedLog, _ device: inout Device, _ library: ForkGames) throws {
        guard let our = try side(device.log, library), let their = try side(theirs, library) else { return }
        guard let fork = Fork(ours: our.side, theirs: their.side) else {
            if theirs.heads.contains(device.log.head) { device.log = theirs }
            return
        }
        let decision = fork.decision { union in (try? Self.side(union, library)) != nil }
        switch decision {
        case .take: device.log = theirs
        case .unite(let union):
            device.log = union
            if union.head != theirs.head { try read(theirs, &device, library) }  // as a session does
        case .disputed(let seats):
            #expect(seats == [3])
            device.isDisputed = true
        case .keep, .nothingNew: break
        }
    }

    @Test(arguments: [1, 2]) func nobodyIsLeftWithAnotherEnd(rounds: Int) throws {
        let match = try TestMatch.seated("pick", names: ["Ana", "Bob", "Cat"])
        let library = ForkGames(game: ForkGame(kind: "rounds", seats: 3, length: rounds))
        var known: [[UInt8]: Signature] = [:]
        let logs = try Self.logs(match, &known)
        var (apart, disputes) = (0, 0)
        for (one, other) in logs.flatMap({ one in logs.map { (one, $0) } }) {
            for first in logs {
                var devices = [Device(log: one), Device(log: other)]
                try Self.read(first, &devices[0], library)
                for _ in 0..<3 {
                    try Self.read(devices[1].log, &devices[0], library)
                    try Self.read(devices[0].log, &devices[1], library)
                }
                guard devices[0].log.head != devices[1].log.head else { continue }
                apart += 1
                let areOver = try devices.map { try Self.side($0.log, library)?.isOver == true }
                #expect(!areOver.allSatisfy(\.self) || devices.allSatisfy(\.isDisputed))
                if devices[0].isDisputed { disputes += 1 }
            }
        }
        #expect(apart > 0 && (disputes > 0) == (rounds == 1), "\(apart) apart, \(disputes) disputed")
    }
}
