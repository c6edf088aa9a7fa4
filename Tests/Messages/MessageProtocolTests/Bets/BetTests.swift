import Effort
import Testing
import Values

@testable import MessageProtocol

/// Bets in messages: their bytes, their signatures, and the messages that offer them.
@Suite struct BetTests {
    private static func seated() throws -> TestMatch { try TestMatch.seated(options: ["sticks": 30]) }

    /// The format is `00 0d count bet… <ply>`, after the seat prefix.
    @Test func betsStandInFrontOfTheirMove() throws {
        let test = try Self.seated()
        let bet = try test.bet("Cai", on: 2, 30)
        let bytes = "03436169" + hex(bet.bettor.key.bytes) + "02" + "1e" + hex(bet.signature.bytes)
        let alone = try Log(seats: 2, plies: [Ply(seat: 1, action: .move(5), bets: [bet])])
        #expect(hex(alone.bytes) == "000d01" + bytes + "05")
        let other = try Log(seats: 2, plies: [Ply(seat: 2, action: .move(5), bets: [bet, bet])])
        #expect(hex(other.bytes) == "0001" + "000d02" + bytes + bytes + "05")
        let round = try Log(
            seats: 2,
            plies: [
                Ply(seat: 1, action: .move(5), place: .beginsRound),
                Ply(seat: 2, action: .move(.typed(name: "a", argument: 1)), place: .continuesRound, bets: [bet]),
            ])
        #expect(hex(round.bytes) == "00030305" + "000d01" + bytes + "000401610101")
        for log in [alone, other, round] { #expect(try Log(bytes: log.bytes, seats: 2) == log) }
    }

    @Test(arguments: ["000d01", "0007", "000802", "0009", "000105", "00030105", "000a", "000e"])
    func onlyAMoveCarriesBets(_ ply: String) throws {
        let bet = try Self.seated().bet(on: 1, 1)
        let start = hex(try Log(seats: 2, plies: [Ply(seat: 1, action: .move(1), bets: [bet])]).bytes.dropLast())
        let rest = ply == "000d01" ? start + "01" : ply
        #expect(["malformed", "unsupported"].contains(code { try Log(bytes: bytes(start + rest), seats: 2) }))
        #expect(code { try Log(bytes: bytes(start + "01"), seats: 2) } == "none")
        #expect(
            code { try Log(seats: 2, plies: [Ply(seat: 1, action: .resign, bets: [bet])]) } == "malformed")
    }

    @Test(arguments: [0, 17, 127])
    func theNumberOfBetsIsCheckedBeforeTheyAreRead(_ count: Int) {
        let expected = WireError.malformed(part: "log", problem: "byte 3: expected 1 to 16 bets, found \(count)")
        #expect(throws: expected) { try Log(bytes: [0, 13, UInt8(count), 5], seats: 2) }
    }

    @Test func seventeenBetsInAPlyAreRefused() throws {
        let bet = try Self.seated().bet(on: 1, 1)
        for (count, expected) in [(16, "none"), (17, "malformed")] {
            let ply = Ply(seat: 1, action: .move(1), bets: Array(repeating: bet, count: count))
            #expect(code { try Log(seats: 2, plies: [ply]) } == expected)
        }
    }

    /// Invented bettors with long names can't fill the url: all bets of a match share 640 bytes of
    /// the url. Entries of a round are made independently, so they share the bytes that are left.
    @Test(arguments: [("sticks", 5), ("pick", 2)]) func betsHaveAShareOfTheUrl(game: String, most: Int) throws {
        let test = try TestMatch.seated(game, options: game == "sticks" ? ["sticks": 30] : [:])
        let bets = try (0...most).map {
            try test.bet(String(repeating: "x", count: 24), on: 1, 1, key: UInt8(100 + $0))
        }
        #expect(bets.allSatisfy { $0.size == 123 })
        func carrying(_ count: Int) throws -> TestMatch {
            var copy = test
            copy.log = try test.log.adding(
                [.move(1)], bets: Array(bets.prefix(count)), seat: 1, placement: game == "pick" ? .newRound : .end,
                key: test.keys[0])
            return copy
        }
        #expect(try test.verdict(of: 2, on: carrying(most)).adopted != nil)
        #expect(try test.verdict(of: 2, on: carrying(most + 1)).code == "illegal_transition")
        // the limit includes the bets in the log, as the refusal says
        let full = try carrying(most)
        #expect(
            BetBook(of: full.log).refusal(
                of: Ply(
                    seat: 2, action: .move(1), place: game == "pick" ? .continuesRound : .alone,
                    bets: Array(bets.suffix(1)))) == (game == "pick" ? nil : .tooMany))
    }

    @Test(arguments: [(0, 0), (0, -1), (0, 1 << 28), (-1, 1), (17, 1)])
    func poolsAndChipsThatCannotBe(_ pool: Int, _ chips: Int) throws {
        let test = try Self.seated()
        #expect(code { try test.bet(on: pool, chips) } == "malformed")
    }

    @Test func aBetIsSignedForItsMatchAndItsNumber() throws {
        let test = try Self.seated()
        let other = try TestMatch("sticks", options: ["sticks": 31])
        let bet = try test.bet(on: 1, 20, number: 2)
        #expect(bet.isSigned(for: test.log.heads[0], number: 2))
        #expect(bet.number(signedFor: test.log.heads[0]) == 2)
        #expect(!bet.isSigned(for: test.log.heads[0], number: 1))
        #expect(!bet.isSigned(for: other.log.heads[0], number: 2))
        #expect(bet.number(signedFor: other.log.heads[0]) == nil)
        #expect(code { try test.bet(on: 1, 20, number: 16) } == "malformed")
    }

    /// Every field of a bet is signed.
    @Test func everyFieldOfABetIsSigned() throws {
        let test = try Self.seated()
        let head = test.log.heads[0]
        let bet = try test.bet("Cai", on: 1, 20)
        let other = try test.bet("Dee", on: 1, 20, key: 91)
        let changed = [
            try Bet(bettor: bet.bettor, pool: 2, chips: 20, signature: bet.signature),
            try Bet(bettor: bet.bettor, pool: 1, chips: 21, signature: bet.signature),
            try Bet(bettor: bet.bettor, pool: 1, chips: 20, signature: other.signature),
            try Bet(
                bettor: SeatedPlayer(token: DisplayName("Cay"), key: bet.bettor.key), pool: 1, chips: 20,
                signature: bet.signature),
            try Bet(
                bettor: SeatedPlayer(token: bet.bettor.token, key: other.bettor.key), pool: 1, chips: 20,
                signature: bet.signature),
        ]
        #expect(bet.number(signedFor: head) == 0)
        for wrong in changed {
            #expect(wrong.number(signedFor: head) == nil)
            let carried = try test.carrying(wrong, seat: 1)
            #expect(try test.verdict(on: carried) == .forged(.bet(ply: 2)))
            #expect(test.verdict(on: try test.url(offering: wrong)) == .forged(.bet(ply: nil)))
        }
        #expect(try test.verdict(on: test.carrying(bet, seat: 1)).code == "adopt")
    }

    /// A bet is signed for the place of its ply. In a later ply the same bytes would be another bet
    /// of the key, so they are forged.
    @Test func aBetCannotBeCarriedTwice() throws {
        let test = try Self.seated()
        let bet = try test.bet(on: 1, 20)
        let once = try test.carrying(bet, seat: 1)
        #expect(try once.verdict(on: once.carrying(bet, seat: 2)) == .forged(.bet(ply: 3)))
        #expect(try test.verdict(on: test.carrying(bet, bet, seat: 1)) == .forged(.bet(ply: 2)))
        let second = try once.bet(on: 2, 5, number: 1)
        #expect(try once.verdict(on: once.carrying(second, seat: 2)).code == "adopt")
    }

    @Test func aBetOfAnotherMatchIsForged() throws {
        let test = try Self.seated()
        let other = try TestMatch("sticks", options: ["sticks": 30], id: 8)
        let bet = try other.bet(on: 1, 20)
        #expect(try test.verdict(on: test.carrying(bet, seat: 1)) == .forged(.bet(ply: 2)))
        #expect(test.verdict(on: try test.url(offering: bet)) == .forged(.bet(ply: nil)))
    }

    /// A ply with other bets is another ply, so its seat signed two versions.
    @Test func aPlyWithOtherBetsIsAnotherPly() throws {
        let test = try Self.seated()
        let bare = try test.carrying(seat: 1)
        let carrying = try test.carrying(test.bet(on: 1, 20), seat: 1)
        #expect(bare.log.head != carrying.log.head)
        #expect(try bare.verdict(of: 2, on: carrying) == .kept(.undecided))
        let answered = try carrying.with(2, .move(1))
        #expect(try bare.verdict(of: 1, on: answered).adoption?.cause == .fork(.builtOn))
        #expect(
            try bare.verdict(of: 1, on: answered).adoption?.superseded == [Ply(seat: 1, action: .move(1))],
            "a move without the bets is another one")
        let start = try TestMatch.seated("pick")
        let first = try start.entering(1, 1, new: true)
        let second = try start.carrying(start.bet(on: 1, 20), seat: 1, placement: .newRound)
        #expect(try first.verdict(of: 2, on: second) == .kept(.undecided))
    }

    // MARK: Offering

    @Test func anOfferIsABetUnlessItsLogIsNews() throws {
        let test = try Self.seated()
        let bet = try test.bet(on: 1, 20)
        let later = try test.with(1, .move(1))
        #expect(test.verdict(on: try test.url(offering: bet)) == .bet(bet))
        #expect(later.verdict(on: try test.url(offering: bet)) == .bet(bet))
        #expect(test.verdict(on: try later.url(offering: bet)).adopted == later.log)
        let unknown = Receiver(library: ToyLibrary()).verdict(on: try test.url(offering: bet)) { _ in nil }
        #expect(unknown.adoption?.cause == .new)
    }

    /// A bet that can't count is rejected immediately, with a sentence.
    @Test func anOfferThatCannotCountIsRefused() throws {
        let test = try Self.seated()
        func verdict(_ bet: Bet, on known: TestMatch? = nil) throws -> Verdict {
            (known ?? test).verdict(of: 1, on: try test.url(offering: bet))
        }
        #expect(try verdict(test.bet(on: 1, 100)).code == "bet")
        for (bet, refusal) in [
            (try test.bet(on: 1, 101), BetRefusal.overBalance(chips: 101, left: 100)),
            (try test.bet(on: 3, 20), .unknownPool(3, seats: 2)),
            (try test.bet(on: 1, 20, key: 2), .seated(2)),
        ] {
            let verdict = try verdict(bet)
            #expect(verdict == .betRefused(bet, refusal) && verdict.code == "bet_refused")
            #expect(verdict.line == "The bet of Cai wasn't accepted: \(refusal).")
        }
        let first = try test.bet(on: 1, 60)
        let carried = try test.carrying(first, seat: 1)
        #expect(try verdict(first, on: carried) == .duplicate)
        let second = try test.bet(on: 1, 60, number: 1)
        #expect(try verdict(second, on: carried) == .betRefused(second, .overBalance(chips: 60, left: 40)))
        let open = try TestMatch()
        let early = try open.bet(on: 1, 20)
        #expect(open.verdict(on: try open.url(offering: early)) == .betRefused(early, .tooEarly))
    }

    @Test func anOfferIsNoSeats() throws {
        let test = try Self.seated()
        let bet = try test.bet(on: 1, 20)
        let digest = try test.stateDigest
        #expect(code { try Envelope(test.log, sender: 1, standingDigest: digest, bet: bet) } == "malformed")
        #expect(code { try Envelope(test.log, sender: -1, standingDigest: digest, bet: bet) } == "malformed")
        let group = try TestMatch(names: ["Ana", "Bob", "Cat"])
        let join = try group.joins(["Ana", "Bob", "Cat"])[0]
        let offer = try group.bet(on: 1, 20)
        for sender in [0, 2] {
            #expect(
                code {
                    try Envelope(
                        group.log, sender: sender, standingDigest: [UInt8](repeating: 0, count: 8), join: join,
                        bet: offer)
                } == "malformed")
        }
        let envelope = try MessageURLCoder().envelope(from: try test.url(offering: bet))
        #expect(envelope.bet == bet && envelope.sender == 0 && envelope.forgery() == nil)
        var who = ParticipantDirectory<String>()
        #expect(who.note(envelope, from: "cai") == .confirmed)
        #expect(who.participants == [bet.bettor.key: "cai"])
        #expect(who.note(envelope, from: "dee") == .forwarded)
    }

    /// A changed offer never gives a bet that its key didn't sign.
    @Test func changedOffersOfferNothingElse() throws {
        let test = try Self.seated()
        let bet = try test.bet(on: 1, 20)
        let url = try test.url(offering: bet)
        let payload = try MessageURLCoder().envelope(from: url).bytes()
        var offered = 0
        let changes = TestEffort.extent(quick: 1, full: 3)
        for place in payload.indices {
            for change in [UInt8(place % 254 + 1), 1, 0x80].prefix(changes) {
                var changed = payload
                changed[place] ^= change
                let payload = Base64URL.encode([UInt8(MessageURLCoder.version)] + changed)
                let verdict = test.verdict(on: "https://parlor.games/sticks#" + payload)
                #expect(verdict.adopted == nil, "byte \(place) ^ \(change)")
                if case .bet(let found) = verdict {
                    offered += 1
                    #expect(found == bet, "byte \(place) ^ \(change)")
                }
            }
        }
        // only the state check isn't verified, because the log is known already
        #expect(offered == Envelope.stateCheckSize * changes)
    }
}
