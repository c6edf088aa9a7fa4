import Conversations
import Effort
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import RecordedHosts
import Storage
import Testing
import Values

/// The bundled games on a host that isn't the simulated phone. A host that only conforms to
/// `AppHost` is enough to play.
@Suite struct RecordedHostTests {
    /// The ways in which hosts may behave differently.
    struct Manners: CustomStringConvertible {
        var echoing = false, following = false, closing = false
        /// Whether the process ends after every message and before every step.
        var ending = false

        var description: String { "echoing \(echoing), following \(following), closing \(closing), ending \(ending)" }

        static let all = [
            Manners(), Manners(echoing: true, following: true), Manners(closing: true),
            Manners(echoing: true, following: true, closing: true), Manners(ending: true),
        ]
    }

    /// Two people, each with a host. The test passes the messages between the hosts.
    private final class Pair {
        let hosts: [RecordedHost]
        private let manners: Manners
        /// The last message in each person's conversation.
        private var bubbles: [Message?] = [nil, nil]
        private var random: SplitMix64
        /// Ann's store is in memory, Bob's in a file.
        private let stores: [any MatchStore]
        private let folder: StoreFolder

        init(_ script: GameScript, _ manners: Manners, seed: UInt64) throws {
            hosts = [
                try RecordedHost(script, person: "Ann", seed: seed),
                try RecordedHost(script, person: "Bob", seed: seed &+ 100),
            ]
            self.manners = manners
            folder = try StoreFolder()
            stores = [MemoryMatchStore(), try SQLiteMatchStore(path: folder.path)]
            random = SplitMix64(seed: seed)
        }

        private func endProcess(_ who: Int) throws {
            guard manners.ending else { return }
            hosts[who].close()
            try hosts[who].restart(keepingIn: stores[who])
        }

        func begin() throws {
            for who in 0...1 { try endProcess(who) }
            hosts[0].open()
            try hosts[0].touch("start")
            try send(0)
        }

        /// Sends the staged message and delivers it.
        func send(_ sender: Int) throws {
            if manners.closing, Bool.random(using: &random) { hosts[sender].close() }
            guard let sent = hosts[sender].send(echoing: manners.echoing) else { return }
            bubbles[sender] = sent
            let other = 1 - sender
            bubbles[other] = hosts[other].receive(sent, from: hosts[other].remotes[0], following: manners.following)
            try endProcess(sender)
        }

        /// Opens the last bubble, and makes a move if it is this person's turn.
        func step(_ who: Int) throws -> Bool {
            let host = hosts[who]
            try endProcess(who)
            if manners.closing, Bool.random(using: &random) { host.close() }
            if !host.isOpen {
                host.open(bubbles[who])
            } else if host.style == .compact, let bubble = bubbles[who] {
                host.select(bubble)
            }
            let moves = host.app.legalMoves(in: host.place).filter { $0.typed == nil }
            guard let move = moves.randomElement(using: &random) else {
                // plies without a choice are already in the draft field
                guard host.app.match(in: host.place)?.record.draft != nil else { return false }
                try send(who)
                return true
            }
            try host.touch(move.text)
            try send(who)
            return true
        }
    }

    @Test(
        arguments: ["blackjack", "connect-four", "liars-dice", "pig", "rock-paper-scissors", "tic-tac-toe"]
            // battleship only at full effort: its matches have hundreds of plies, and the tests of
            // work always play them
            + TestEffort.extent(quick: [], full: ["battleship"]),
        TestEffort.sample(Manners.all, oneIn: 2))
    func wholeMatches(game: String, manners: Manners) throws {
        for seed in 1...TestEffort.extent(quick: 1, full: 2) as ClosedRange<UInt64> {
            let pair = try Pair(script(game), manners, seed: seed)
            try pair.begin()
            var idle = 0, plies = 0
            while idle < 4, plies < 1000 {
                let moved = try pair.step(plies % 2)
                idle = moved ? 0 : idle + 1
                plies += 1
            }
            let views = try pair.hosts.map {
                try #require($0.app.match(in: $0.place), "\(game), \(manners), seed \(seed)")
            }
            let told = pair.hosts.map { $0.notices.suffix(3) }
            #expect(views[0].status.outcome != nil, "\(game), \(manners), seed \(seed): \(told)")
            #expect(views[0].status.outcome == views[1].status.outcome)
            #expect(views[0].record.signedLog.head == views[1].record.signedLog.head)
            // in blackjack a dealer's natural can end the match before Bob has moved, so Bob never
            // joined
            let seats = Set(views.compactMap(\.record.seat))
            #expect(seats == [1, 2] || game == "blackjack" && seats == [1], "\(game), \(manners), seed \(seed)")
        }
    }

    @Test func whatHooksAskForComesOutAfterThemInTheirOrder() throws {
        let host = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        host.open()
        try host.touch("start")
        try host.touch("b2")
        let kinds = host.requests.map { request in
            switch request {
            case .presentationStyle(let style): "\(style)"
            case .dismiss: "dismiss"
            case .insert: "insert"
            case .send: "send"
            case .refuse: "refuse"
            }
        }
        // the start requests expanded style; the move requests an insert, then compact style. The
        // completion of the insert comes after the collapse
        #expect(kinds == ["expanded", "insert", "compact"])
        guard case .insert(let request, _) = host.requests[1] else { return }
        let end = ["will_transition(compact)", "did_transition(compact)", "completion(\(request.number))"]
        #expect(host.calls.suffix(3) == end[...])
    }

    @Test func aDraftThatNobodySentIsNoMove() throws {
        let ann = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        ann.open()
        try ann.touch("start")
        try ann.touch("b2")
        let before = try #require(ann.app.match(in: ann.place)).record.signedLog.head
        // a tap on the draft's bubble doesn't make the draft a part of the match
        ann.select(try #require(ann.staged))
        #expect(ann.app.match(in: ann.place)?.record.signedLog.head == before)
        _ = ann.send()
        #expect(ann.app.match(in: ann.place)?.record.signedLog.head != before)
    }

    @Test func conversationsAreToldApartByWhoTakesPart() throws {
        let ann = Participant(UUID()), bob = Participant(UUID()), cai = Participant(UUID())
        let one = Conversation(localParticipant: ann, remoteParticipants: [bob, cai])
        let same = Conversation(localParticipant: ann, remoteParticipants: [cai, bob])
        let other = Conversation(localParticipant: ann, remoteParticipants: [bob])
        #expect(Conversation.ID(of: one) == Conversation.ID(of: same))
        #expect(Conversation.ID(of: one) != Conversation.ID(of: other))
    }

    // MARK: A host that answers at once

    /// Returns a host of a script that makes another request after every answer.
    private func asking(_ work: String) throws -> RecordedHost {
        let host = try RecordedHost(
            hooked(
                """
                did_touch = function(_, conversation)
                  local function again()
                    \(work)
                    conversation:insert(parlor.message { url = "?x" }, again)
                  end
                  again()
                end,
                """), person: "Ann")
        host.open()
        return host
    }

    @Test func answersShareTheTimeOfTheirEvent() throws {
        let host = try asking("for _ = 1, 3000000 do end")
        host.app.eventTime = .milliseconds(100)
        try host.touch("x")
        #expect(host.notices == ["witness/on.completion: \(EventLimit.time)"])
        #expect((2...40).contains(host.requests.count), "several had their part: \(host.requests.count)")
        // the next event has its own budget
        let before = host.requests.count
        try host.touch("x")
        #expect(host.requests.count > before + 1 && host.notices.count == 2)
    }

    @Test func answersShareWhatIsPrinted() throws {
        let host = try asking("print(('x'):rep(10000))")
        try host.touch("x")
        #expect(host.notices == ["witness/on.completion: \(EventLimit.printed)"])
        #expect(host.requests.count == 6)
    }

    @Test func answersShareTheRequests() throws {
        let host = try asking("")
        try host.touch("x")
        #expect(host.notices == ["witness/on.completion: \(EventLimit.requests)"])
        #expect(host.requests.count == 64)
    }
}
