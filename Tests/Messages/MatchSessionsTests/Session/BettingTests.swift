import Conversations
import Effort
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Storage
import Testing
import Values

/// Bets of people without a seat: phones offer, accept, carry and report them.
@Suite struct BettingTests {
    /// Ann and Bob play tic-tac-toe; Cai and Dee watch.
    struct Table {
        let ann: SimulatedPerson
        let bob: SimulatedPerson
        let cai: SimulatedPerson
        let dee: SimulatedPerson
        let match: MatchID

        /// Creates a match in which Ann has moved and Bob has joined and answered. All phones have
        /// read these messages.
        init(
            _ game: String = "tic-tac-toe", moves: [String] = ["b2", "a1"], carrier: MessageURLCoder = MessageURLCoder()
        ) throws {
            try self.init(of: script(game), moves: moves, carrier: carrier)
        }

        init(of script: GameScript, moves: [String] = [], carrier: MessageURLCoder = MessageURLCoder()) throws {
            let seats = try ["Ann", "Bob", "Cai", "Dee"].enumerated().map { index, name in
                try SimulatedPerson(name, script, seed: UInt64(index + 1), carrier: carrier)
            }
            (ann, bob, cai, dee) = (seats[0], seats[1], seats[2], seats[3])
            match = try ann.table.begin(
                as: ann.token, chat: ann.chat, session: ann.session, key: ann.newKey(), now: .zero)
            var url = ""
            for (seat, move) in zip([ann, bob], moves) {
                url = try seat.play(move, in: match)
                tell(url, from: seat)
            }
        }

        var all: [SimulatedPerson] { [ann, bob, cai, dee] }

        func tell(_ url: String, from sender: SimulatedPerson) {
            for seat in all where seat !== sender { seat.read(url, from: sender) }
        }

        func book(_ seat: SimulatedPerson) -> BetBook? { seat.table.records[match]?.book }

        func offers(_ seat: SimulatedPerson) -> [Int] { seat.table.records[match]?.bets.map(\.bet.chips) ?? [] }

        /// Returns the error for a bet that a person makes on this phone.
        func refusal(_ seat: SimulatedPerson, _ pool: Int, _ chips: Int) -> String {
            do {
                _ = try seat.act(.bet(pool: pool, chips: chips), in: match)
                return "none"
            } catch {
                return "\(error)"
            }
        }
    }

    @Test func aBetCountsOnceAMoveCarriesIt() throws {
        let table = try Table()
        let (match, cai) = (table.match, table.cai)
        let url = try cai.act(.bet(pool: 1, chips: 20), in: match)
        #expect(table.offers(cai) == [20] && table.book(cai)?.entries.isEmpty == true)
        table.tell(url, from: cai)
        #expect(table.all.map { table.offers($0) } == [[20], [20], [20], [20]])
        // the same message again changes nothing
        let again = table.ann.read(url, from: cai)
        #expect(again.verdict.code == "bet" && again.betRefusal == nil && table.offers(table.ann) == [20])
        table.tell(try table.ann.play("a2", in: match), from: table.ann)
        for seat in table.all {
            #expect(table.book(seat)?.entries.map(\.bet.chips) == [20] && table.offers(seat) == [])
        }
        #expect(table.book(cai)?.entries.first?.ply == 4)
    }

    @Test func theSettlementComesWithTheResult() throws {
        let table = try Table()
        let match = table.match
        for (seat, pool, chips) in [(table.cai, 1, 20), (table.dee, 2, 15)] {
            table.tell(try seat.act(.bet(pool: pool, chips: chips), in: match), from: seat)
        }
        for (seat, move) in [(table.ann, "a2"), (table.bob, "a3"), (table.ann, "c2")] {
            #expect(try seat.table.reader(of: match).settlement() == nil)
            table.tell(try seat.play(move, in: match), from: seat)
        }
        for seat in table.all {
            let settled = try #require(try seat.table.reader(of: match).settlement())
            #expect(settled.accounts.map(\.balance) == [115, 85] && settled.payouts == [35, 0])
        }
    }

    @Test func whatCannotBeBetIsRefusedInWords() throws {
        let table = try Table()
        #expect(table.refusal(table.ann, 1, 5) == "You play in this match: only who watches bets.")
        #expect(table.refusal(table.cai, 3, 5) == "There is no seat 3 to bet on: expected 1 to 2, or 0 for nobody.")
        #expect(table.refusal(table.cai, -1, 5).contains("no seat -1"))
        for chips in [0, -1, 101, .max] {
            #expect(table.refusal(table.cai, 1, chips) == "You have 100 of 100 chips left: bet 1 to 100.")
        }
        #expect(table.refusal(table.cai, 1, 60) == "none")
        #expect(table.refusal(table.cai, 1, 41) == "You have 40 of 100 chips left: bet 1 to 40.")
        #expect(table.refusal(table.cai, 2, 40) == "none")
        for move in ["a2", "a3"] {
            let seat = move == "a2" ? table.ann : table.bob
            table.tell(try seat.play(move, in: table.match), from: seat)
        }
        #expect(table.refusal(table.dee, 1, 5).contains("too late"))
        #expect(table.offers(table.cai) == [], "what no move carried in time is Cai's again")
        let early = try Table("tic-tac-toe", moves: ["b2"])
        #expect(early.refusal(early.cai, 1, 5).contains("too early"))
        let over = try Table()
        over.tell(try over.ann.act(.resign, in: over.match), from: over.ann)
        #expect(over.refusal(over.cai, 1, 5) == "The match is over.")
    }

    /// The move that closes the pools carries no bets. When that move is the next move, no bet is
    /// accepted.
    @Test func noBetIsTakenThatNoMoveCarries() throws {
        let table = try Table()
        let offered = try table.cai.act(.bet(pool: 1, chips: 20), in: table.match)
        let late = try table.dee.table.act(.bet(pool: 1, chips: 5), in: table.match, token: table.dee.token)
        table.tell(try table.ann.play("a2", in: table.match), from: table.ann)
        #expect(table.refusal(table.dee, 1, 5).contains("too late"))
        #expect(table.offers(table.cai) == [], "what no move carried in time is Cai's again")
        let reading = table.bob.read(offered, from: table.cai)
        #expect(reading.verdict.code == "bet_refused" && reading.betRefusal?.contains("too late") == true)
        #expect(table.offers(table.bob) == [])
        // a bet that was staged before and is sent now isn't accepted
        let own = table.dee.read(late.url, from: nil)
        #expect(own.verdict.code == "bet_refused" && own.betRefusal?.contains("too late") == true)
        #expect(table.offers(table.dee) == [] && table.dee.table.records[table.match]?.draft == nil)
    }

    @Test func whoHasNoChipsIsToldSo() throws {
        let table = try Table()
        #expect(table.refusal(table.cai, 1, 100) == "none")
        for chips in [0, 1, 5] {
            #expect(
                table.refusal(table.cai, 1, chips)
                    == "You have bet all of your 100 chips in this match: none are left.")
        }
        #expect(table.refusal(table.dee, 1, 99) == "none")
        #expect(table.refusal(table.dee, 1, 2) == "You have 1 of 100 chips left: bet 1.")
        table.tell(try table.ann.act(.resign, in: table.match), from: table.ann)
        #expect(table.refusal(table.cai, 1, 1) == "The match is over.")
    }

    /// Only as many bets are accepted as fit, including the bets that wait to be carried.
    @Test func asManyWaitAsHaveRoom() throws {
        let table = try Table()
        for _ in 1...6 { table.tell(try table.cai.act(.bet(pool: 1, chips: 1), in: table.match), from: table.cai) }
        #expect(table.refusal(table.cai, 1, 1).contains("as many bets as it has room for"))
        #expect(table.refusal(table.dee, 1, 1).contains("as many bets as it has room for"))
        #expect(table.offers(table.ann).count == 6)
    }

    /// Each participant has one key, and each key one participant.
    @Test func whoSendsABetIsItsBettor() throws {
        let table = try Table()
        let (match, ann) = (table.match, table.ann)
        let url = try table.cai.act(.bet(pool: 1, chips: 20), in: match)
        // Bob plays: Ann has seen him move
        let fromBob = ann.read(url, from: table.bob)
        #expect(fromBob.betRefusal?.contains("the sender plays") == true && table.offers(ann) == [])
        #expect(ann.read(url, from: nil).betRefusal != nil && table.offers(ann) == [])
        #expect(ann.read(url, from: table.cai).betRefusal == nil && table.offers(ann) == [20])
        // Cai bets with another key
        let other = try SimulatedPerson("Cai 2", script("tic-tac-toe"), seed: 9)
        other.read(try ann.table.urlToSendAgain(match), from: ann)
        let second = try other.act(.bet(pool: 1, chips: 90), in: match)
        #expect(ann.read(second, from: table.cai).betRefusal?.contains("another key") == true)
        // another person sends Cai's bet
        let third = try table.cai.act(.bet(pool: 2, chips: 5), in: match)
        #expect(ann.read(third, from: table.dee).betRefusal != nil)
        #expect(table.offers(ann) == [20])
        #expect(ann.read(third, from: table.cai).betRefusal == nil && table.offers(ann) == [20, 5])
    }

    /// Bets don't fill a message: a quarter of the message stays free for the rest of the match.
    @Test func betsLeaveRoom() throws {
        let table = try Table(carrier: MessageURLCoder(limits: WireLimits(url: 1300)))
        var taken = 0
        let refusal = #expect(throws: SessionError.self) {
            while taken < 16 {
                table.tell(try table.cai.act(.bet(pool: 1, chips: 5), in: table.match), from: table.cai)
                taken += 1
            }
        }
        #expect((1...4).contains(taken) && refusal.map { "\($0)".contains("no room") } == true)
        let url = try table.ann.play("a2", in: table.match)
        #expect(url.utf8.count <= 975)
        table.tell(url, from: table.ann)
        for seat in table.all {
            #expect(table.book(seat)?.entries.count == taken && table.offers(seat).isEmpty)
        }
        table.tell(try table.bob.play("a3", in: table.match), from: table.bob)
        #expect(table.all.allSatisfy { table.offers($0).isEmpty })
    }

    /// A bet whose message overtook an earlier bet of the same key waits for the earlier bet.
    @Test func betsAreCarriedInTheirOrder() throws {
        let table = try Table()
        let (match, cai) = (table.match, table.cai)
        let first = try cai.act(.bet(pool: 1, chips: 20), in: match)
        let second = try cai.act(.bet(pool: 2, chips: 10), in: match)
        table.ann.read(second, from: cai)
        table.tell(try table.ann.play("a2", in: match), from: table.ann)
        #expect(table.book(cai)?.entries.isEmpty == true)
        // the next move closes the pools: waiting bets can't be carried any more, and their chips
        // are free again
        #expect(table.offers(cai) == [] && table.offers(table.ann) == [])
        let other = try Table()
        let urls = [
            try other.cai.act(.bet(pool: 1, chips: 20), in: other.match),
            try other.cai.act(.bet(pool: 2, chips: 10), in: other.match),
        ]
        for url in urls.reversed() { other.ann.read(url, from: other.cai) }
        other.tell(try other.ann.play("a2", in: other.match), from: other.ann)
        #expect(other.book(other.cai)?.entries.map(\.bet.chips) == [20, 10])
        #expect(first != second)
    }

    /// A bet that isn't carried can be sent again, with the current match.
    @Test func againOffersTheBetAgain() throws {
        let table = try Table(of: openRounds())
        let match = table.match
        let invitation = try table.ann.act(.invite, in: match)
        table.tell(invitation, from: table.ann)
        table.tell(try table.bob.act(.join, in: match), from: table.bob)
        let url = try table.cai.act(.bet(pool: 1, chips: 20), in: match)
        for seat in [table.ann, table.bob] { table.tell(try seat.play("rock", in: match), from: seat) }
        let again = try table.cai.table.urlToSendAgain(match)
        #expect(again != url)
        let envelope = try MessageURLCoder().envelope(from: again)
        #expect(envelope.bet?.chips == 20 && envelope.signedLog.log.plies.count == 3 && envelope.sender == 0)
        #expect(table.ann.read(again, from: table.cai).betRefusal == nil)
        table.tell(try table.ann.play("paper", in: match), from: table.ann)
        #expect(table.book(table.cai)?.entries.map(\.bet.chips) == [20])
        #expect(try MessageURLCoder().envelope(from: table.cai.table.urlToSendAgain(match)).bet == nil)
    }

    /// A longer log in a bet's message is adopted, and the bet is taken.
    @Test func aBetsMessageBringsTheMatchAlong() throws {
        let table = try Table(moves: ["b2"])
        let move = try table.bob.play("a1", in: table.match)
        table.cai.read(move, from: table.bob)
        let url = try table.cai.act(.bet(pool: 0, chips: 7), in: table.match)
        #expect(table.ann.read(url, from: table.cai).verdict.code == "adopt")
        #expect(table.ann.head(table.match) == table.bob.head(table.match) && table.offers(table.ann) == [7])
        let new = try SimulatedPerson("Eva", script("tic-tac-toe"), seed: 5)
        #expect(new.read(url, from: table.cai).verdict.code == "adopt")
        #expect(new.table.records[table.match]?.bets.map(\.bet.chips) == [7])
    }

    /// A lost entry is entered again with the same bets, whatever bets were offered since.
    @Test func anEntryIsSignedAgainWithTheSameBets() throws {
        let table = try Table(of: openRounds())
        let (match, ann, bob) = (table.match, table.ann, table.bob)
        table.tell(try ann.act(.invite, in: match), from: ann)
        table.tell(try bob.act(.join, in: match), from: bob)
        bob.read(try table.cai.act(.bet(pool: 1, chips: 20), in: match), from: table.cai)
        // Bob enters and carries the bet. Ann has entered and claimed, so his entry is lost to
        // hers.
        _ = try ann.play("rock", in: match)
        let hers = try ann.act(.claim(2), in: match)
        let entry = try bob.play("paper", in: match)
        #expect(table.book(bob)?.entries.map(\.bet.chips) == [20])
        #expect(bob.read(hers, from: ann).isNews)
        #expect(table.book(bob)?.entries == [] && table.offers(bob) == [20])
        bob.read(try table.dee.act(.bet(pool: 2, chips: 5), in: match), from: table.dee)
        #expect(table.offers(bob) == [20, 5])
        let again = try bob.play("paper", in: match)
        #expect(table.book(bob)?.entries.map(\.bet.chips) == [20] && table.offers(bob) == [5])
        #expect(ann.read(entry, from: bob).isNews)
        #expect(["late", "duplicate"].contains(ann.read(again, from: bob).verdict.code))
        bob.read(try ann.table.urlToSendAgain(match), from: ann)
        #expect(ann.head(match) == bob.head(match))
    }

    /// A bet that was lost with its ply is offered again, and the next move carries it.
    @Test func aLostBetIsCarriedAgain() throws {
        let game = try script("tic-tac-toe")
        let (bob, cai) = (try SimulatedPerson("Bob", game, seed: 2), try SimulatedPerson("Cai", game, seed: 3))
        // Ann's phone and her earlier phone have the same key
        let phones = [try SimulatedPerson("Ann", game, seed: 1), try SimulatedPerson("Ann", game, seed: 1)]
        let id = MatchID.random()
        for phone in phones {
            _ = try phone.table.begin(
                as: phone.token, chat: phone.chat, session: phone.session, id: id, key: phone.newKey(), now: .zero)
        }
        let (ann, other) = (phones[0], phones[1])
        bob.read(try ann.act(.invite, in: id), from: ann)
        let join = try bob.act(.join, in: id)
        for seat in [ann, other, cai] { seat.read(join, from: bob) }
        ann.read(try cai.act(.bet(pool: 1, chips: 20), in: id), from: cai)
        _ = try ann.play("a2", in: id)
        #expect(ann.table.records[id]?.book.entries.count == 1 && ann.table.records[id]?.bets == [])
        bob.read(try other.play("c1", in: id), from: other)
        #expect(ann.read(try bob.play("b1", in: id), from: bob).isNews)
        #expect(ann.table.records[id]?.book.entries == [])
        #expect(ann.table.records[id]?.bets.map(\.bet.chips) == [20])
        bob.read(try ann.play("b2", in: id), from: ann)
        #expect(bob.table.records[id]?.book.entries.map(\.bet.chips) == [20])
        #expect(bob.table.records[id]?.book.entries.first?.ply == 4)
    }

    /// Entries cross after claims: bets are lost with their plies, and carried again or returned.
    /// In the end both seats have the same book, and no chip is created or lost.
    @Test func crossingPliesLoseNoChips() throws {
        var (lost, again, returned) = (0, 0, 0)
        let runs = TestEffort.extent(quick: 40, full: 120)
        for seed in 1...UInt64(runs) {
            var random = SplitMix64(seed: seed)
            let table = try Table("rock-paper-scissors", moves: [])
            let (match, seats) = (table.match, [table.ann, table.bob])
            table.tell(try table.ann.act(.invite, in: match), from: table.ann)
            table.tell(try table.bob.act(.join, in: match), from: table.bob)
            for bettor in [table.cai, table.dee] {
                let pool = Int.random(in: 0...2, using: &random)
                let url = try bettor.act(.bet(pool: pool, chips: Int.random(in: 1...60, using: &random)), in: match)
                for seat in seats where Bool.random(using: &random) { seat.read(url, from: bettor) }
            }
            var dropped: Set<Bet> = []
            for _ in 0..<6 {
                var sent: [(url: String, from: SimulatedPerson)] = []
                for seat in seats {
                    if let move = try seat.table.legalMoves(in: match).randomElement(using: &random) {
                        sent.append((try seat.play(move.text, in: match), seat))
                    }
                    let acts = [MatchTable.Act.claim(seat === table.ann ? 2 : 1), .claim(1), .claim(2), .resign]
                    let lot = Int.random(in: 0..<9, using: &random)
                    if acts.indices.contains(lot), let url = try? seat.act(acts[lot], in: match) {
                        sent.append((url, seat))
                    }
                }
                for (url, sender) in sent.shuffled(using: &random) {
                    for seat in seats where seat !== sender {
                        let before = table.book(seat)?.entries.map(\.bet) ?? []
                        seat.read(url, from: sender)
                        dropped.formUnion(before.filter { table.book(seat)?.counts($0) == false })
                    }
                }
                // no person's last message is lost
                for seat in seats {
                    guard let url = try? seat.table.urlToSendAgain(match) else { continue }
                    for other in table.all where other !== seat { other.read(url, from: seat) }
                }
            }
            let book = try #require(table.book(table.ann))
            #expect(table.ann.head(match) == table.bob.head(match), "seed \(seed)")
            #expect(table.book(table.bob) == book, "seed \(seed)")
            lost += dropped.count
            again += dropped.count { book.counts($0) }
            returned += dropped.count { !book.counts($0) }
            let settled = book.settlement(winners: [1])
            #expect(
                settled.accounts.reduce(0) { $0 + $1.balance } == 100 * settled.accounts.count, "seed \(seed)")
            for seat in seats {
                #expect(
                    seat.table.records[match]?.bets.contains { book.counts($0.bet) } == false, "seed \(seed)")
            }
        }
        let fewest = TestEffort.extent(quick: 1, full: 4)
        #expect(
            lost > runs / 12 && again >= fewest && returned >= fewest,
            "\(lost) lost: \(again) again, \(returned) returned")
    }

    // MARK: Phones

    /// The whole way on phones: a spectator's bet is drafted, sent, carried by a move, reported and
    /// settled.
    @Test func phonesTellOfBets() throws {
        let room = try Room(["Ann", "Bob", "Cai"], games: [script("tic-tac-toe")])
        let (ann, bob, cai) = (try room["Ann"], try room["Bob"], try room["Cai"])
        let game = "tic-tac-toe"
        try room.open(game, on: ann)
        try ann.touch("start", of: game, in: room.chat)
        try room.play("b2", game, by: ann)
        try room.open(game, on: cai)
        try room.play("a1", game, by: bob)
        try room.open(game, on: cai)
        try cai.act(.draft(.bet(pool: 1, chips: 20)), of: game, in: room.chat)
        #expect(cai.match(of: game, in: room.chat)?.record.draft?.text == "a bet of 20 on seat 1")
        let staged = try #require(cai.chats[room.chat]?.draft.staged?.message)
        let caption = cai.names(of: game).substituted(in: staged).layout?.template.caption
        #expect(caption == "Cai bets 20 chips that Ann wins")
        try cai.perform(.collapse, of: game, in: room.chat)
        try cai.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        #expect(cai.news.last == "You offer 20 chips that Ann wins; it counts from the next move on.")
        try room.open(game, on: ann)
        #expect(ann.news.last == "Cai offers 20 chips that you win; it counts from the next move on.")
        try room.play("a2", game, by: ann)
        #expect(ann.news.last == "Cai bets 20 chips that you win.")
        try room.play("a3", game, by: bob)
        try room.play("c2", game, by: ann)
        try room.open(game, on: cai)
        #expect(cai.news.suffix(2) == ["You bet 20 chips that Ann wins.", "You win 20 chips (now 100)."])
        #expect(ann.news.last == "Cai wins 20 chips (now 100).")
    }

    /// A script stages a bet like any other act.
    @Test func scriptsBet() throws {
        let catalog = try GameCatalog(home: home)
        let folder = try catalog.folder("tic-tac-toe")
        let source = """
            local game = (function() \(folder.files["game.lua"] ?? "")
            end)()
            game.on = { did_touch = function(app, conversation, deed)
              if not app.match.id then return app.match:begin() end
              if deed == "bet" then app.match:bet(0, 15)
              elseif deed == "wrong" then app.match:bet("Ann", 15)
              else app.match:play(deed) end
              conversation:insert(app.match:message())
              app:request_presentation_style "compact"
            end }
            return game
            """
        let game = try GameScript(
            GameFolder(
                id: "tic-tac-toe", game: source, files: folder.files.filter { $0.key != "game.lua" }),
            library: catalog.library)
        let room = try Room(["Ann", "Bob", "Cai"], games: [game])
        let (ann, cai) = (try room["Ann"], try room["Cai"])
        try room.open(game.id, on: ann)
        try ann.touch("start", of: game.id, in: room.chat)
        try room.play("b2", game.id, by: ann)
        try room.play("a1", game.id, by: try room["Bob"])
        try room.open(game.id, on: cai)
        try cai.touch("wrong", of: game.id, in: room.chat)
        #expect(cai.news.last?.contains("match:bet: expected a seat, or 0 for nobody") == true)
        try cai.touch("bet", of: game.id, in: room.chat)
        #expect(cai.match(of: game.id, in: room.chat)?.record.draft?.text == "a bet of 15 that nobody wins")
        #expect(cai.chats[room.chat]?.draft.staged != nil)
        // after an undo, the bet isn't offered, and the chips are free again
        try cai.perform(.userDeleteDraft, of: game.id, in: room.chat)
        #expect(cai.match(of: game.id, in: room.chat)?.record.draft == nil)
        try cai.act(.draft(.bet(pool: 2, chips: 100)), of: game.id, in: room.chat)
        #expect(cai.match(of: game.id, in: room.chat)?.record.ownOffers == [])
    }

    /// The store keeps a spectator's offer and the bets of an entry.
    @Test func betsSurviveARestart() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("bets-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let games = [try script("rock-paper-scissors")]
        let game = "rock-paper-scissors"
        func open() throws -> Simulation {
            try Simulation.open(
                SimulationStore(path: path), people: ["Ann", "Bob", "Cai"], games: games, seed: 3)
        }
        func act(_ world: Simulation, _ person: String, _ body: (SimulatedDevice) throws(DeviceError) -> Void) throws {
            try world.perform(as: person) { phone throws(DeviceError) in
                let bubble = phone.chats[world.chat]?.transcript.items.last { $0.bubble != nil }
                try phone.perform(bubble.map { .tapBubble($0.id) } ?? .openFromDrawer(), of: game, in: world.chat)
                try body(phone)
                if phone.style(of: game) == .expanded { try phone.perform(.collapse, of: game, in: world.chat) }
                if phone.chats[world.chat]?.draft.isEmpty == false {
                    try phone.perform(.userSend, of: game, in: world.chat)
                }
                try phone.perform(.close, of: game, in: world.chat)
            }
            try world.settle()
        }
        do {
            let world = try open()
            try act(world, "Ann") { phone throws(DeviceError) in try phone.touch("start", of: game, in: world.chat) }
            try act(world, "Bob") { phone throws(DeviceError) in try phone.act(.draft(.join), of: game, in: world.chat)
            }
            try act(world, "Cai") { phone throws(DeviceError) in
                try phone.act(.draft(.bet(pool: 2, chips: 30)), of: game, in: world.chat)
            }
        }
        do {
            let world = try open()
            let cai = try #require(try world.device("Cai").match(of: game, in: world.chat)?.record)
            #expect(cai.ownOffers.map(\.bet.chips) == [30])
            try act(world, "Bob") { phone throws(DeviceError) in try phone.touch("rock", of: game, in: world.chat) }
            #expect(try world.device("Bob").match(of: game, in: world.chat)?.record.book.entries.count == 1)
        }
        let world = try open()
        try act(world, "Ann") { phone throws(DeviceError) in try phone.touch("paper", of: game, in: world.chat) }
        try act(world, "Cai") { _ throws(DeviceError) in }
        for phone in world.devices {
            #expect(phone.match(of: game, in: world.chat)?.record.book.entries.map(\.bet.chips) == [30])
        }
        #expect(try world.device("Cai").match(of: game, in: world.chat)?.record.ownOffers == [])
    }
}
