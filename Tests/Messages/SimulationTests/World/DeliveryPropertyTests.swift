import Conversations
import Effort
import Foundation
import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

@testable import GameApps
@testable import MatchSessions

/// Whole games over a bad network, with lost, delayed, duplicated and reordered messages, and with
/// partitions. In the end everybody has the same match.
@Suite struct DeliveryPropertyTests {
    /// One run of a game among some people.
    struct Run {
        let people: [SimulatedPerson]
        let match: MatchID
        var network: Network
        var random: SplitMix64
        var now = Duration.zero
        var numbers: [Int]
        var problems: [String] = []
        /// The number of people with seats; the others watch and bet.
        let players: Int
        /// The average number of turns after which a seat resigns.
        var turnsPerResignation = 60
        /// Whether to avoid moves whose number the device draws at random, so that a run can be
        /// repeated.
        var isRepeatable = false
        /// Whether to replace every session by the session read from its bytes, between any two
        /// acts.
        var isRewritten = false
        /// The sent urls.
        private(set) var urls: [String] = []

        init(_ game: GameScript, people count: Int, watching: Int, seed: UInt64) throws {
            random = SplitMix64(seed: seed)
            players = count
            people = try (["Ann", "Bob", "Cy", "Di"].prefix(count) + ["Wim", "Xenia"].prefix(watching)).map {
                try SimulatedPerson($0, game, seed: seed)
            }
            numbers = Array(repeating: 0, count: people.count)
            let weather = try NetworkConditions(
                loss: Double.random(in: 0...0.4, using: &random), duplication: 0.2,
                delay: .zero ... .seconds(Int64.random(in: 1...90, using: &random)), keepsOrder: false)
            network = Network(seed: seed, weather: weather)
            let inviter = people[0]
            var id: [UInt8] = []
            for _ in 0..<16 { id.append(UInt8(truncatingIfNeeded: random.next())) }
            match = try inviter.table.begin(
                as: inviter.token, seats: count, options: game.id == "rock-paper-scissors" ? ["rounds": 1] : [:],
                chat: inviter.chat, session: inviter.session,
                id: MatchID(id), key: inviter.newKey(),
                now: .zero)
        }

        /// Sends a person's message to everybody else.
        mutating func send(_ url: String, from index: Int) {
            numbers[index] += 1
            urls.append(url)
            let parcel = Packet(
                id: Packet.ID(sender: people[index].name, number: numbers[index]), chat: people[index].chat,
                recipients: people.map(\.name).filter { $0 != people[index].name }, delivery: Delivery(.text(url)))
            _ = network.take(parcel, at: now)
        }

        mutating func receive() {
            for arrival in network.due(at: now) {
                guard case .text(let url) = arrival.parcel.delivery.post,
                    let reader = people.first(where: { $0.name == arrival.recipient }),
                    let sender = people.first(where: { $0.name == arrival.parcel.sender })
                else { continue }
                let before = reader.table.records[match]
                reader.now = now
                let reading = reader.read(url, from: sender)
                check(before, reader.table.records[match], reading.verdict, reader.name)
            }
        }

        /// Checks that a seat loses no move after which another seat has played, and that a seat
        /// that loses a ply is told. There is one exception in a match for two: if the other seat
        /// resigned, the move may be lost, because the seat wins anyway.
        private mutating func check(
            _ before: MatchRecord?, _ after: MatchRecord?, _ verdict: Verdict, _ name: String
        ) {
            switch verdict {
            case .adopt, .duplicate, .late, .kept, .joinRequest, .bet, .betRefused: break
            default: problems.append("\(name): \(verdict.code): \(verdict.line)")
            }
            guard let before, let after, let seat = before.seat else { return }
            let (old, new) = (before.signedLog, after.signedLog)
            let shared = zip(old.heads, new.heads).prefix { $0 == $1 }.count - 1
            let kept = new.log.plies.dropFirst(shared)
            let gone = old.log.plies.dropFirst(shared).enumerated().filter { _, ply in
                ply.seat == seat && !kept.contains { $0.seat == seat && $0.action == ply.action }
            }
            guard let first = gone.first else { return }
            let answered = old.log.plies.dropFirst(shared + first.offset + 1).contains {
                $0.seat != seat && $0.isInTurn
            }
            if answered, players > 2 || !kept.contains(where: { $0.action == .resign && $0.seat != seat }) {
                problems.append("\(name) lost a ply that was answered")
            }
            guard case .adopt(let adoption) = verdict, !adoption.superseded.isEmpty else {
                problems.append("\(name) lost a ply and wasn't told")
                return
            }
        }

        /// Lets a person look at the match and act if there is something to do.
        mutating func act(_ index: Int) throws {
            let person = people[index]
            person.now = now
            guard let record = person.table.records[match] else { return }
            let roster = record.signedLog.roster
            if index >= players { return bet(index, record) }
            if record.owesResignation, let url = try? person.act(.resign, in: match) { return send(url, from: index) }
            if record.seat == nil {
                let asks = !record.match.hasAsked(person) || Int.random(in: 0..<8, using: &random) == 0
                guard asks, roster.entries.contains(nil), let url = try? person.act(.join, in: match) else {
                    return again(index)
                }
                return send(url, from: index)
            }
            if !roster.isComplete, players > 2 {
                if index == 0, let url = try? person.act(.start, in: match) { return send(url, from: 0) }
                return again(index)
            }
            let status = try person.table.status(of: match)
            if status.outcome == nil, roster.isComplete, Int.random(in: 0..<turnsPerResignation, using: &random) == 0,
                record.seat.map({ !status.gone.contains($0) }) == true, let url = try? person.act(.resign, in: match)
            {
                return send(url, from: index)
            }
            var moves = try person.table.legalMoves(in: match)
            if isRepeatable { moves.removeAll { $0.name == "scatter" } }
            // plies that the seat owes may end the match; the others learn of this only when they
            // are sent
            if status.outcome == nil || moves == [.answer], let move = moves.randomElement(using: &random) {
                return send(try person.play(move.text, in: match), from: index)
            }
            let overdue = status.turn.first { $0 != record.seat }
            if let overdue, now - record.changed > .seconds(600), Int.random(in: 0..<4, using: &random) == 0,
                let url = try? person.act(.claim(overdue), in: match)
            {
                return send(url, from: index)
            }
            again(index)
        }

        /// Lets a spectator bet sometimes, and otherwise send the last message again, for example a
        /// bet that no move contains yet.
        private mutating func bet(_ index: Int, _ record: MatchRecord) {
            let pool = Int.random(in: 0...players, using: &random)
            let chips = Int.random(in: 1...40, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0,
                let url = try? people[index].act(.bet(pool: pool, chips: chips), in: match)
            {
                send(url, from: index)
            } else {
                again(index)  // also if only this spectator could unite a round
            }
        }

        /// Sends the last message again if the match hasn't changed for a minute.
        private mutating func again(_ index: Int) {
            guard let record = people[index].table.records[match], now - record.changed > .seconds(60),
                let url = try? people[index].table.urlToSendAgain(match)
            else { return }
            send(url, from: index)
        }

        /// Plays until the match is over on every phone, with the same head. Returns false if that
        /// never happens.
        mutating func play() throws -> Bool {
            send(try people[0].act(.invite, in: match), from: 0)
            for step in 0..<4000 {
                now += .milliseconds(Int64.random(in: 100...20_000, using: &random))
                if step % 97 == 50 {
                    network.partition([[people[0].name], Set(people.dropFirst().map(\.name))])
                } else if step % 97 == 70 {
                    network.heal()
                }
                receive()
                if isRewritten { try rewrite() }
                try act(Int.random(in: 0..<people.count, using: &random))
                if isRewritten { try rewrite() }
                if try isAgreed() { return true }
            }
            return false
        }

        /// Replaces every session by the session read from its bytes.
        private mutating func rewrite() throws {
            for person in people {
                guard let session = person.table.records[match]?.match else { continue }
                let bytes = try session.bytes()
                let read = try MatchSession(bytes: bytes)
                if try read.bytes() != bytes || !read.isSame(as: session) {
                    problems.append("\(person.name)'s session is another one once it was written")
                }
                person.table.records[match]?.match = read
            }
        }

        private func isAgreed() throws -> Bool {
            let heads = people.map { $0.head(match) }
            guard heads[0] != nil, Set(heads).count == 1 else { return false }
            // a seat that still owes a reveal knows the outcome before the others
            return try people.allSatisfy { try $0.table.status(of: match).outcome != nil }
        }

        /// Checks that all people have the same bets in the end, and that no chips were created or
        /// lost. Returns these bets.
        mutating func settle() throws -> BetBook {
            let books = people.compactMap { $0.table.records[match]?.book }
            let book = try #require(books.first)
            if Set(books).count != 1 || books.count != people.count { problems.append("books differ") }
            for person in people {
                let settled = try #require(try person.table.reader(of: match).settlement())
                if settled.accounts.reduce(0, { $0 + $1.balance }) != 100 * settled.accounts.count {
                    problems.append("\(person.name): chips were made or lost: \(settled)")
                }
                if person.table.records[match]?.bets.contains(where: { book.counts($0.bet) }) == true {
                    problems.append("\(person.name) offers a bet that counts")
                }
            }
            return book
        }
    }

    /// The full effort has 1,020 runs, the quick one 46.
    @Test(arguments: [
        ("tic-tac-toe", 2, 2, 16, 360), ("rock-paper-scissors", 2, 2, 16, 400), ("battleship", 2, 0, 1, 60),
        ("blackjack", 2, 1, 3, 40), ("blackjack", 3, 1, 4, 60), ("blackjack", 4, 0, 2, 40),
        ("liars-dice", 2, 0, 1, 20), ("liars-dice", 3, 0, 1, 20), ("pig", 3, 0, 2, 20),
    ])
    func allPhonesEndWithOneMatch(
        _ game: String, _ people: Int, _ watching: Int, _ quick: Int, _ full: Int
    ) throws {
        let runs = TestEffort.extent(quick: quick, full: full)
        let script = try script(game)
        var counted = 0
        for seed in 1...UInt64(runs) {
            var run = try Run(script, people: people, watching: watching, seed: seed)
            let isOver = try run.play()
            if isOver {
                let book = try run.settle()
                counted += book.entries.count
            }
            #expect(isOver, "\(game), \(people) people, seed \(seed)")
            #expect(run.problems.isEmpty, "\(game), \(people) people, seed \(seed): \(run.problems)")
            if !isOver || !run.problems.isEmpty { break }
        }
        // enough bets were accepted for the runs to mean something
        if watching > 0 { #expect(counted > runs / 8, "\(game): \(counted) bets counted") }
    }
}

extension DeliveryPropertyTests {
    /// The bytes of a session are enough to continue. If every session is written and read between
    /// any two acts, the same messages are sent.
    @Test(arguments: [
        ("tic-tac-toe", 2, 2), ("rock-paper-scissors", 2, 2), ("battleship", 2, 0), ("blackjack", 3, 1),
        ("liars-dice", 2, 0), ("pig", 2, 1),
    ])
    func aSessionGoesOnAsItsBytes(_ game: String, _ people: Int, _ watching: Int) throws {
        let script = try script(game)
        for seed in 1...UInt64(TestEffort.extent(quick: 1, full: 12)) {
            var sent: [[String]] = []
            for isRewritten in [false, true] {
                var run = try Run(script, people: people, watching: watching, seed: seed)
                (run.isRewritten, run.isRepeatable) = (isRewritten, true)
                #expect(try run.play(), "\(game), seed \(seed)")
                #expect(run.problems.isEmpty, "\(game), seed \(seed): \(run.problems)")
                sent.append(run.urls)
            }
            #expect(sent[0] == sent[1] && sent[0].count > 3, "\(game), seed \(seed)")
        }
    }

    /// Many seats resign while another seat's entry of a round is still on its way.
    @Test func allPhonesEndWithOneMatchThoughManyResign() throws {
        let script = try script("rock-paper-scissors")
        for seed in 1...UInt64(TestEffort.extent(quick: 10, full: 150)) {
            var run = try Run(script, people: 2, watching: 2, seed: seed)
            run.turnsPerResignation = 6
            let isOver = try run.play()
            #expect(isOver, "seed \(seed)")
            #expect(run.problems.isEmpty, "seed \(seed): \(run.problems)")
            if !isOver || !run.problems.isEmpty { break }
        }
    }
}

extension MatchSession {
    /// Returns whether this person has already asked for a seat.
    fileprivate func hasAsked(_ person: SimulatedPerson) -> Bool {
        joins.contains { $0.entry.token == person.token }
    }
}
