import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

@testable import GameApps
@testable import MatchSessions

/// Matches of chance between devices: the seat for which each draw waits, and the contents of a
/// message before a move.
@Suite struct DrawnMatchTests {
    /// A game in which a seat rolls as often as it likes. If it rolls a one, it loses the sum of
    /// the turn. The first roll of a turn is forced.
    static let pig = """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Pig', seats = { 2, 4 }, chance = %CHANCE%,
          setup = function(match) return { sum = 0, points = { 0, 0, 0, 0 }, seat = 1, first = match.random(100) } end,
          turn = function(state) return state.seat, state.sum > 0 and { 'roll', 'hold' } or { 'roll' } end,
          moves = {
            roll = { play = function(state, seat, _, match)
              local pips = match.random(6)
              state.last = pips
              if pips == 1 then state.sum, state.seat = 0, match.next(seat) else state.sum = state.sum + pips end
            end },
            hold = { play = function(state, seat, _, match)
              state.points[seat], state.sum, state.seat = state.points[seat] + state.sum, 0, match.next(seat)
            end },
          },
          leave = function(state, seat, _, match)
            if state.seat == seat then state.seat, state.sum = match.next(seat), 0 end
          end,
          outcome = function(state)
            for seat, points in ipairs(state.points) do if points >= 20 then return parlor.win(seat) end end
          end,
        }
        """

    static func pig(_ chance: String = "true") throws -> GameScript {
        try GameScript(
            GameFolder(id: "pig", game: pig.replacing("%CHANCE%", with: chance)),
            library: ScriptSource(folder: home.sdk))
    }

    /// A game in which all seats say a number at once, and one die is rolled for all of them.
    static let toss = """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Toss', seats = { 2, 3 }, chance = true,
          setup = function() return { rounds = 0, sums = {}, said = {} } end,
          turn = function(_, match)
            local all = {}
            for seat = 1, match.seats do all[seat] = seat end
            return all
          end,
          moves = { say = { choices = { 1, 2, 3 }, %SECRET% play = function(state, seat, number, match)
            state.said[seat] = number * match.random(1000)
          end } },
          resolve = function(state, match) state.rounds, state.die = state.rounds + 1, match.random(1000) end,
          outcome = function(state) if state.rounds == 3 then return parlor.draw() end end,
        }
        """

    static func toss(secret: Bool = false) throws -> GameScript {
        try GameScript(
            GameFolder(id: "toss", game: toss.replacing("%SECRET%", with: secret ? "secret = 'round'," : "")),
            library: ScriptSource(folder: home.sdk))
    }

    /// The devices of a match in which everybody has a seat. All devices read every message.
    struct Table {
        let seats: [SimulatedPerson]
        let id: MatchID

        init(_ script: GameScript, _ names: [String] = ["Ann", "Bob"]) throws {
            seats = try names.map { try SimulatedPerson($0, script) }
            id = try seats[0].table.begin(
                as: seats[0].token, seats: names.count, chat: seats[0].chat, session: seats[0].session, now: .zero)
            var invitation = try seats[0].act(.invite, in: id)
            for seat in seats.dropFirst() {
                seat.read(invitation, from: seats[0])
                let url = try seat.act(.join, in: id)
                for other in seats where other !== seat { other.read(url, from: seat) }
                if names.count == 2 { invitation = url }
            }
            if names.count > 2 { try send(try seats[0].act(.start, in: id), from: 1) }
        }

        func send(_ url: String, from seat: Int) throws {
            for (number, other) in zip(1..., seats) where number != seat { other.read(url, from: seats[seat - 1]) }
        }

        func play(_ text: String, _ seat: Int) throws { try send(seats[seat - 1].play(text, in: id), from: seat) }
        func act(_ act: MatchTable.Act, _ seat: Int) throws { try send(seats[seat - 1].act(act, in: id), from: seat) }

        /// The status on the first device, including the plies that its seat owes without a choice.
        var status: MatchStatus { get throws { try status(seenBy: 1) } }
        func status(seenBy seat: Int) throws -> MatchStatus { try seats[seat - 1].table.status(of: id) }
        var plies: [Ply] { seats[0].table.records[id]?.signedLog.log.plies ?? [] }
        /// Returns whether a seat can only send plies that it owes without a choice.
        func owes(_ seat: Int) -> Bool { seats[seat - 1].table.hasOnlyToAnswer(in: id) }

        /// The seat that a draw waits for, according to all devices.
        var awaited: Int? {
            get throws {
                let log = try #require(seats[0].table.records[id]).signedLog
                let standing = try seats[0].table.reader(of: log).standing(at: log)
                return standing.isWitness ? standing.seats.first : nil
            }
        }

        /// The seat that must act: the seat that a draw waits for, or else the seat to move.
        var next: Int { get throws { try awaited ?? #require(try status.turn.first) } }

        /// Returns whether all devices have the same log, and the same state unless a draw waits.
        func agree() throws -> Bool {
            let waits = try awaited != nil
            let states = try seats.map { seat in
                let log = try #require(seat.table.records[id]).signedLog
                return [
                    log.head.bytes,
                    waits
                        ? []
                        : try seat.table.reader(of: log).look(at: log) {
                            match throws(GameError) in try match.digest(public: true)
                        },
                ]
            }
            return Set(states).count == 1
        }
    }

    /// A script's caption could reveal what `setup` drew, so no caption is requested before all
    /// have a seat.
    @Test func anInvitationTellsNothingOfWhatWasDrawn() throws {
        let source = Self.pig.replacing("%CHANCE%", with: "'quick'").replacing(
            "leave =", with: "message = function(view) return { caption = 'It drew ' .. view.first } end, leave =")
        let game = try GameScript(
            GameFolder(id: "pig", game: source), library: ScriptSource(folder: home.sdk))
        let seats = try ["Ann", "Bob", "Cem"].map { try SimulatedPerson($0, game) }
        let ann = seats[0]
        let id = try ann.table.begin(as: ann.token, seats: 3, chat: ann.chat, session: ann.session, now: .zero)
        let invitation = try ann.act(.invite, in: id)
        func bubble(_ seat: SimulatedPerson) throws -> String { "\(try seat.table.shownBubble(of: id, from: 1))" }
        #expect(try !bubble(ann).contains("It drew"))
        for seat in seats.dropFirst() {
            seat.read(invitation, from: ann)
            #expect(try !bubble(seat).contains("It drew"))
            let url = try seat.act(.join, in: id)
            for other in seats where other !== seat { other.read(url, from: seat) }
        }
        // after all have a seat and the draw is complete, the script's caption is shown
        let table = try Table(game, ["Ann", "Bob", "Cem"])
        while let seat = try table.awaited { try table.act(.answer, seat) }
        let seat = try table.next
        try table.play("roll", seat)
        let told = try table.seats[seat - 1].table.shownBubble(of: table.id, from: seat)
        #expect("\(told)".contains("It drew"))
    }

    @Test func nobodyMovesBeforeBothHaveOpenedALink() throws {
        let game = try Self.pig()
        let ann = try SimulatedPerson("Ann", game)
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        #expect(
            try ann.table.legalMoves(in: id).isEmpty
                && ann.table.reader(of: id).view(for: 1) == .null)
        #expect(throws: SessionError.self) { try ann.table.play("roll", in: id, token: ann.token) }
        #expect(try ann.table.reader(of: id).opening()?.free == [2])
        let table = try Table(game)
        #expect(try table.awaited == 1 && !table.owes(1) && !table.owes(2))
        #expect(try table.seats[0].table.legalMoves(in: table.id).map(\.text) == ["roll"], "behind the witness")
        #expect(try table.status.turn == [1] && table.status.ply == 0)
        // only the title is shown while nothing is drawn
        #expect(try "\(table.seats[1].table.scene(of: table.id, seat: 2, style: .expanded) as Any)".contains("Pig"))
        #expect(throws: SessionError.self) {
            try table.seats[1].table.play("roll", in: table.id, token: table.seats[1].token)
        }
        try table.play("roll", 1)
        #expect(table.plies.map(\.action).suffix(2) == [.witness, .move(.index(1))])
        #expect(try table.agree() && table.status.ply == 1)
    }

    @Test func aRollBehindAChoiceWaitsForTheOther() throws {
        let table = try Table(Self.pig())
        try table.play("roll", 1)
        // rolling a one ends the turn, and the first roll of the next turn is forced
        while try table.seats[table.next - 1].table.legalMoves(in: table.id).count < 2 {
            try table.play("roll", table.next)
        }
        let seat = try table.next
        let before = try table.status.ply
        try table.play("roll", seat)  // it could have held
        let other = 3 - seat
        let (mover, witness) = (table.seats[seat - 1], table.seats[other - 1])
        #expect(try table.status(seenBy: seat).turn == [other] && table.awaited == other && table.agree())
        #expect(try table.status(seenBy: seat).ply == before && !table.owes(seat))
        #expect(try mover.table.legalMoves(in: table.id).isEmpty)
        #expect(throws: SessionError.self) { try mover.table.play("hold", in: table.id, token: mover.token) }
        let bubble = try table.seats[0].table.shownBubble(of: table.id, from: seat)
        #expect("\(bubble)".contains("roll"))
        // The other device has the missing link and shows the roll. If its person moves next, the
        // move contains the link, so no separate witness ply is requested.
        #expect(try table.status(seenBy: other).ply == before + 1)
        let turn = try table.status(seenBy: other).turn
        #expect(table.owes(other) == (turn == [seat]))
        if table.owes(other) {
            try table.act(.answer, other)
        } else {
            #expect(try witness.table.legalMoves(in: table.id).map(\.text) == ["roll"])
            try table.act(.answer, other)
        }
        #expect(try table.status.ply == before + 1 && table.agree() && table.plies.last?.action == .witness)
        #expect(try table.awaited == nil && !table.owes(1) && !table.owes(2))
        #expect(throws: SessionError.self) { try table.act(.answer, other) }
    }

    /// A person who deletes the draft of a waiting move has seen nothing and may choose again.
    @Test func nothingIsSeenOfWhatWaits() throws {
        let table = try Table(Self.pig())
        try table.play("roll", 1)
        var seat = try table.next
        while try table.seats[seat - 1].table.legalMoves(in: table.id).count < 2 {
            if table.owes(seat) { try table.act(.answer, seat) } else { try table.play("roll", seat) }
            seat = try table.next
        }
        let mover = table.seats[seat - 1]
        _ = try mover.table.play("roll", in: table.id, token: mover.token)
        #expect(mover.table.movesSeen(inDraftOf: table.id).count == 0)
        mover.table.cancelDraft(of: table.id)
        _ = try mover.table.play("hold", in: table.id, token: mover.token)
    }

    @Test(arguments: ["true", "'quick'"]) func matchesArePlayedToTheirEnd(_ chance: String) throws {
        for names in [["Ann", "Bob"], ["Ann", "Bob", "Cai"]] {
            let table = try Table(Self.pig(chance), names)
            var turns = 0
            while try table.awaited != nil || table.status.outcome == nil, turns < 400 {
                let seat = try table.next
                let mover = table.seats[seat - 1]
                if table.owes(seat) {
                    try table.act(.answer, seat)
                } else {
                    let moves = try mover.table.legalMoves(in: table.id).map(\.text)
                    let move = try #require(moves.contains("hold") && turns % 4 > 0 ? "hold" : moves.last)
                    try table.play(move, seat)
                }
                #expect(try table.agree())
                turns += 1
            }
            #expect(try table.status.outcome != nil)
            let witnesses = table.plies.count { $0.action == .witness }
            #expect(chance == "true" || witnesses == names.count - 1)
        }
    }

    @Test(arguments: [false, true]) func roundsWaitForTheTwoLowestSeats(secret: Bool) throws {
        for names in [["Ann", "Bob"], ["Ann", "Bob", "Cai"]] {
            let table = try Table(Self.toss(secret: secret), names)
            while let seat = try table.awaited { try table.act(.answer, seat) }
            for round in 1...3 {
                for seat in (1...names.count).reversed() { try table.play("\(seat)", seat) }
                // first sealed moves are revealed, then the draw is witnessed
                while let seat = try (1...names.count).first(where: table.owes) ?? table.awaited {
                    try table.act(.answer, seat)
                }
                #expect(try table.agree() && table.status.ply == round * names.count)
                let last = table.plies.suffix(2)
                #expect(last.map(\.seat) == [1, 2] && last.allSatisfy { $0.action == .witness })
            }
            #expect(try table.status.outcome == .draw)
        }
    }

    @Test func whoResignsWitnessesFirst() throws {
        let table = try Table(Self.pig())
        try table.act(.resign, 1)
        #expect(table.plies.map(\.action).suffix(2) == [.witness, .resign])
        #expect(try table.status.outcome != nil || table.status.gone == [1])
        #expect(try table.agree())
    }

    @Test func aKeptLogIsReplayedFromAnyPlace() throws {
        let table = try Table(Self.pig(), ["Ann", "Bob", "Cai"])
        for _ in 0..<30 {
            guard try table.awaited != nil || table.status.outcome == nil else { break }
            let seat = try table.next
            if table.owes(seat) {
                try table.act(.answer, seat)
            } else {
                try table.play("roll", seat)
            }
        }
        if let seat = try table.awaited { try table.act(.answer, seat) }
        let log = try #require(table.seats[0].table.records[table.id]).signedLog
        let shelf = try ScriptVersions(Self.pig())
        for known in 0...log.log.plies.count {
            let rules = SessionRules(shelf)
            let refusal = try rules.receiver(for: nil).refusal(of: log, after: known)
            #expect(refusal == nil, "from \(known)")
            rules.moved(to: log)
            let session = MatchSession(log)
            #expect(
                try session.reader(using: rules).look(at: log) { match throws(GameError) in try match.digest() }
                    == table.seats[0].table.reader(of: log).look(at: log) {
                        match throws(GameError) in try match.digest()
                    })
        }
    }

    /// A match of a game with draws has anchors, and no other match has.
    @Test func anInviterCantLeaveTheAnchorsOut() throws {
        let game = try Self.pig()
        let key = SeatKey()
        for (script, isChained) in [(game, false), (try script("tic-tac-toe"), true)] {
            let id = MatchID.random()
            let identity = try MatchIdentity(
                of: script, options: [:], seats: 2,
                inviter: SeatedPlayer(token: .empty, key: key, in: id, isChained: isChained),
                id: id)
            let log = try SignedLog(inviting: identity, key: key)
            let url = try MessageURLCoder().url(
                of: Envelope(log, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8)))
            let bob = try SimulatedPerson("Bob", script)
            #expect(bob.read(url, from: nil).verdict.code == "illegal_transition")
        }
    }

    // MARK: Two hosts

    @Test func twoHostsPlayBlackjackToTheEnd() throws {
        for seed in UInt64(1)...4 {
            var random = SplitMix64(seed: seed)
            let game = try script("blackjack")
            let hosts = [try CorrespondenceMatch(of: game, seats: 2, options: ["rounds": 2])]
            let invitation = try hosts[0].message(from: 1).url
            let opened = try CorrespondenceMatch.open(
                MessageURLCoder().envelope(from: invitation), shelf: ScriptVersions(game))
            let both = hosts + [try #require(opened.match)]
            var url = try both[1].message(from: 2).url
            var seat = 1
            for _ in 0..<80 {
                let host = both[seat - 1]
                let receipt = try host.receive(MessageURLCoder().envelope(from: url))
                #expect(receipt.verdict.code == "adopt", "\(receipt.verdict)")
                while try host.match.status.turn == [seat],
                    let move = try host.match.legalMoves(for: seat).randomElement(using: &random)
                {
                    try host.play(move.text, seat: seat)
                }
                if try host.match.status.outcome != nil, receipt.verdict.code != "adopt" { break }
                guard let sent = try? host.message(from: seat).url else { break }
                url = sent
                seat = 3 - seat
            }
            #expect(try both[0].match.status.outcome != nil)
            #expect(try both[0].match.digest() == both[1].match.digest())
            #expect(both[0].signedLog?.head == both[1].signedLog?.head)
        }
    }

    @Test func whatWasDrawnByOneHostIsntTold() throws {
        // repeat until the match isn't over at once by a natural: keys, and therefore cards, differ
        // each time
        var match = try CorrespondenceMatch(of: script("blackjack"), seats: 2)
        for _ in 0..<50 where try match.match.status.turn != [1] {
            match = try CorrespondenceMatch(of: script("blackjack"), seats: 2)
        }
        try match.play("stand", seat: 1)
        #expect(throws: SessionError.self) { try match.message(from: 1) }
        let seeded = try CorrespondenceMatch(of: script("blackjack"), seats: 2, seed: 5)
        #expect(throws: SessionError.self) { try seeded.message(from: 1) }
    }
}

extension MatchTable {
    /// Returns the bubble of a message with all plies that are shown here.
    fileprivate func shownBubble(of id: MatchID, from seat: Int) throws -> Bubble {
        try bubble(of: id, at: #require(records[id]).shown, from: seat) { "seat \($0)" }
    }
}
