import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Simulation
import Values

/// People who play one match over a bad network until it is over for all of them. Each person has a
/// match table.
///
/// The people move at random, resign now and then, claim against a seat that is overdue, and repeat
/// their last message when they receive none for a while. Lost messages stay lost. The network is
/// partitioned and healed.
struct SessionNetwork {
    /// The reason why the match failed.
    struct Problem: Error {
        let sentence: String
    }

    typealias Reader =
        @Sendable (SimulatedPerson, _ url: String, _ sender: SimulatedPerson) -> MatchTable.Reading?

    /// The reader that real devices have.
    static let standardReader: Reader = { $0.read($1, from: $2) }

    let people: [SimulatedPerson]
    let match: MatchID
    private(set) var steps = 0
    private let script: GameScript
    private let setup: GameSetup
    private var network: Network
    private var random: SplitMix64
    private var now = Duration.zero
    private var numbers: [Int]
    /// The average number of turns for each resignation.
    private let turnsPerResignation: Int
    /// The number of steps on the bad network. After these steps the network isn't partitioned and
    /// loses nothing, so that all people must come to agree.
    private let stormySteps: Int
    private static let fairSteps = 2000
    /// Reads a message; returns nil if the message is ignored. A test replaces this function by a
    /// faulty one.
    private let reader: Reader
    /// Returns whether a parcel reaches the network. In a test this function may return false.
    private let carries: (Packet) -> Bool

    /// The times without progress after which somebody sends a message again, and after which
    /// somebody claims.
    private static let patience = Duration.seconds(60), turnLimit = Duration.seconds(600)

    /// Creates the people and their network.
    ///
    /// - Parameters:
    ///   - length: The approximate number of steps of a game with this setup.
    init(
        _ script: GameScript, _ setup: GameSetup, length: Int, seed: UInt64,
        reader: @escaping Reader = standardReader,
        carries: @escaping (Packet) -> Bool = { _ in true }
    ) throws {
        random = SplitMix64(seed: seed)
        (self.script, self.setup, self.reader, self.carries) = (script, setup, reader, carries)
        var people: [SimulatedPerson] = []
        for seat in 1...setup.seats {
            people.append(try SimulatedPerson("P\(seat)", script, seed: random.next()))
        }
        self.people = people
        numbers = Array(repeating: 0, count: people.count)
        turnsPerResignation = max(60, 4 * length)
        stormySteps = 4000 + 60 * length
        let weather = try NetworkConditions(
            loss: Double.random(in: 0...0.4, using: &random), duplication: 0.2,
            delay: .zero ... .seconds(Int64.random(in: 1...90, using: &random)), keepsOrder: false)
        network = Network(seed: seed, weather: weather)
        match = try people[0].begin(seats: setup.seats, options: setup.options)
    }

    /// Plays until the match is over on every table, with the same head.
    ///
    /// - Throws: ``Problem`` if the tables never agree; any other error if a person can't do an
    ///   action.
    mutating func play() throws {
        send(try people[0].act(.invite, in: match), from: 0)
        while try !isAgreed() {
            steps += 1
            if ProcessorBudget.isUsedUp { throw Problem(sentence: "The time for the match is used up.") }
            guard steps < stormySteps + Self.fairSteps else { throw Problem(sentence: disagreement()) }
            now += .milliseconds(Int64.random(in: 100...20_000, using: &random))
            for person in people { person.now = now }
            weather()
            try receive()
            try act(Int.random(in: people.indices, using: &random))
        }
        try verify()
    }

    private mutating func weather() {
        if steps == stormySteps {
            network.weather = .fair
            network.heal()
        }
        guard steps < stormySteps else { return }
        switch steps % 97 {
        case 50: network.partition([[people[0].name], Set(people.dropFirst().map(\.name))])
        case 70: network.heal()
        default: break
        }
    }

    // MARK: Messages

    /// Sends a message to everybody else.
    private mutating func send(_ url: String, from index: Int) {
        numbers[index] += 1
        let names = people.map(\.name)
        let parcel = Packet(
            id: Packet.ID(sender: names[index], number: numbers[index]), chat: people[index].chat,
            recipients: names.filter { $0 != names[index] }, delivery: Delivery(.text(url)))
        if carries(parcel) { _ = network.take(parcel, at: now) }
    }

    private mutating func receive() throws {
        for arrival in network.due(at: now) {
            guard case .text(let url) = arrival.parcel.delivery.post,
                let recipient = people.first(where: { $0.name == arrival.recipient }),
                let sender = people.first(where: { $0.name == arrival.parcel.sender }),
                let reading = reader(recipient, url, sender)
            else { continue }
            switch reading.verdict {
            case .adopt, .duplicate, .late, .kept, .joinRequest: break
            default:
                var what = reading.verdict.line
                // the line is for people, and leaves out the reason, because they can't change it
                if case .cannotReplay(let reason) = reading.verdict { what += " (\(reason))" }
                throw Problem(
                    sentence: "\(recipient.name) read a message of \(sender.name) as \(reading.verdict.code): \(what)")
            }
        }
    }

    // MARK: People

    /// Lets a person act in the match, if there is something to do.
    private mutating func act(_ index: Int) throws {
        let person = people[index]
        guard let record = person.table.records[match] else { return }
        let roster = record.signedLog.roster
        if record.owesResignation, let url = try? person.act(.resign, in: match) {
            return send(url, from: index)
        }
        if record.seat == nil {
            let asks =
                !record.joins.contains { $0.entry.token == person.token } || Int.random(in: 0..<8, using: &random) == 0
            guard asks, roster.entries.contains(nil), let url = try? person.act(.join, in: match) else {
                return again(index)
            }
            return send(url, from: index)
        }
        if !roster.isComplete, people.count > 2 {
            if index == 0, let url = try? person.act(.start, in: match) { return send(url, from: 0) }
            return again(index)
        }
        // if this seat owes reveals, they may end the match, and the others learn of the end only
        // from them
        if try person.table.legalMoves(in: match) == [.answer] {
            return send(try person.act(.answer, in: match), from: index)
        }
        let status = try person.table.status(of: match)
        guard status.outcome == nil else { return again(index) }
        if roster.isComplete, Int.random(in: 0..<turnsPerResignation, using: &random) == 0,
            record.seat.map({ !status.gone.contains($0) }) == true,
            let url = try? person.act(.resign, in: match)
        {
            return send(url, from: index)
        }
        if let move = try person.table.legalMoves(in: match).randomElement(using: &random) {
            let text = move.typedText(using: &random)
            // a typed move may be refused, but a move from the list must not be refused
            if move.typed == nil { return send(try person.play(text, in: match), from: index) }
            if let url = try? person.play(text, in: match) { return send(url, from: index) }
        }
        if let overdue = status.turn.first(where: { $0 != record.seat }), now - record.changed > Self.turnLimit,
            Int.random(in: 0..<4, using: &random) == 0,
            let url = try? person.act(.claim(overdue), in: match)
        {
            return send(url, from: index)
        }
        again(index)
    }

    /// Repeats the last message after a while, if there is nothing else to do.
    private mutating func again(_ index: Int) {
        guard let record = people[index].table.records[match], now - record.changed > Self.patience,
            let url = try? people[index].table.urlToSendAgain(match)
        else { return }
        send(url, from: index)
    }

    // MARK: The end

    private func isAgreed() throws -> Bool {
        let heads = people.map { $0.table.records[match]?.signedLog.head }
        guard heads[0] != nil, Set(heads).count == 1 else { return false }
        return try people[0].table.status(of: match).outcome != nil
    }

    /// Checks that a stranger can verify the match from its last message.
    private func verify() throws {
        guard let record = people[0].table.records[match] else { return }
        let url = try people[0].table.urlToSendAgain(match)
        let stranger = try SimulatedPerson("stranger", script)
        let verdict = stranger.read(url, from: nil).verdict
        guard stranger.head(match) == record.signedLog.head else {
            throw Problem(sentence: "All phones have one log, but another reader can't verify it: \(verdict.line).")
        }
    }

    private func disagreement() -> String {
        let standings = people.map { person in
            guard let record = person.table.records[match] else { return "\(person.name) has no log" }
            let head = "\(record.signedLog.head)".prefix(8)
            return "\(person.name) has \(counted(plies: record.signedLog.log.plies.count)) with head \(head)"
                + (record.dispute == nil ? "" : ", disputed")
        }
        return
            "After \(counted(steps, "step")), the last \(Self.fairSteps) of them without network faults, the match "
            + "isn't over with the same log on all phones: \(standings.joined(separator: "; "))."
    }

    /// The steps that the first person knows, for a finding.
    var played: PlayedGame {
        guard let signed = people[0].table.records[match]?.signedLog else { return PlayedGame(setup: setup, steps: []) }
        return PlayedGame(signed, of: script, setup)
    }
}

extension Move {
    /// Returns the text that a person types for the move. An argument that can't be listed is
    /// random.
    func typedText(using random: inout SplitMix64) -> String {
        guard let typed else { return text }
        return "\(text) \(GameOption.text(typed.invented(using: &random)))"
    }
}
