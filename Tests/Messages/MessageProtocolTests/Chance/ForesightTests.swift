import Testing
import Values

@testable import MessageProtocol

/// Attempts to know or to choose a draw before the choice that it follows.
@Suite struct ForesightTests {
    private static let three = ["Ana", "Bob", "Cai"]

    /// Returns a ledger in which both seats have opened their first chain link.
    private func book(_ test: TestMatch) throws -> (book: RandomDrawLedger, links: [Chain]) {
        var book = RandomDrawLedger(test.match, isQuick: false)
        for ply in test.log.log.plies { book.reach(ply) }
        book.goOn()
        return (book, test.keys.map { Chain(of: $0, in: test.match.id) })
    }

    /// If a reveal divided a run, the chain link of its second half would be open before the key of
    /// the first half's draw is complete. The seat knows its own link, so it would foresee the
    /// draw.
    @Test func anOpeningDividesNoRun() throws {
        let test = try TestMatch.drawing()
        let key = CommitmentKey(of: test.keys[0])
        let place = test.place(of: 1, at: test.log.log.plies.count)
        let begun: (book: RandomDrawLedger, links: [Chain]) = try book(test)
        var whole = begun.book
        var divided = begun.book
        let first = Ply(seat: 1, action: .move(5), link: begun.links[0][2])
        for placement in [Ply.Place.alone, .beginsRound, .continuesRound] {
            (whole, divided) = (begun.book, begun.book)
            whole.reach(Ply(seat: 2, action: .move(3), link: begun.links[1][2]))
            divided.reach(Ply(seat: 2, action: .move(3), link: begun.links[1][2]))
            whole.reach(first)
            divided.reach(first)
            divided.reach(Ply(seat: 1, action: key.open(.index(3), at: place), place: placement))
            #expect(divided.place(of: 1) == whole.place(of: 1), "\(placement)")
            for index in [0, 1] { divided.reach(Ply(seat: 1, action: .move(.index(index + 1)))) }
            #expect(divided.place(of: 1) == whole.place(of: 1), "\(placement)")
            #expect(divided.key(at: divided.place(of: 1)) == whole.key(at: whole.place(of: 1)), "\(placement)")
        }
    }

    /// The content of a sealed entry, including its salt, doesn't affect a draw, so trying salts is
    /// useless.
    @Test func aSaltMovesNoDraw() throws {
        let test = try TestMatch.drawing("toss")
        let (begun, links) = try book(test)
        var keys: Set<[UInt8]> = []
        for salt in UInt8(0)..<20 {
            var book = begun
            let place = test.place(of: 1, at: test.log.log.plies.count)
            let seal = Commitment(to: .index(1), salt: try Salt([UInt8](repeating: salt, count: 16)), at: place)
            book.reach(Ply(seat: 1, action: .seal(seal), place: .beginsRound, link: links[0][2]))
            book.reach(Ply(seat: 2, action: .move(1), place: .continuesRound, link: links[1][2]))
            keys.insert(book.key(at: book.place(of: 1)))
        }
        #expect(keys.count == 1)
    }

    /// The documented limit: seat 2 rolls and seat 3 is its witness, so together they know the
    /// number before the choice. The two can't change the number: no ply that they insert gives
    /// another number.
    @Test func neighboursOfThreeForeseeAndChangeNothing() throws {
        let before = try TestMatch.drawing(names: Self.three).with(1, .move(1))
        let (_, chains) = try book(before)
        // the two can compute the number, because the last link of seat 1 is open
        let latest = before.log.log.latestLinks[0]
        let known = [latest, chains[1][2], chains[2][2]]
        var fields = HashFields("parlor-draw-1")
        fields.append(before.match.id.bytes)
        fields.append([2])
        fields.append([0, 2])
        fields.append([0, 0])
        for link in known { fields.append(link?.bytes ?? []) }
        let foreseen = fields.digest
        let fallen = try before.with(2, .move(1)).with(3, .witness)
        #expect(try fallen.refusal == nil && fallen.draws.last == foreseen)
        for filler in [[5], [5, 5], [2], [5, 2], [4]] {
            var other = before
            for move in filler { try other.add(2, .move(.index(move))) }
            if filler.last == 5 { try other.add(2, .move(1)) }
            let drawn = try other.with(3, .witness)
            #expect(try drawn.refusal == nil && drawn.draws.last == foreseen, "\(filler)")
        }
        let claimed = try before.with(3, .claim(against: 2)).with(2, .move(1)).with(3, .witness)
        #expect(try claimed.refusal == nil && claimed.draws.last == foreseen)
        // alone, seat 2 lacks the link of the witness, and seat 3 lacks the link of the seat that
        // rolls
        for lacking in [1, 2] {
            var fewer = HashFields("parlor-draw-1")
            fewer.append(before.match.id.bytes)
            fewer.append([2])
            fewer.append([0, 2])
            fewer.append([0, 0])
            for (index, link) in known.enumerated() {
                fewer.append((index == lacking ? before.log.log.latestLinks[index] : link)?.bytes ?? [])
            }
            #expect(fewer.digest != foreseen)
        }
    }

    /// A joiner may choose any chain, but must choose before the inviter has opened a link. No
    /// message that a joiner could try contains the inputs of the setup's draw.
    @Test func aJoinerCantGrindTheSetup() throws {
        let joined = try TestMatch.seated("dice", isChained: true)
        #expect(joined.log.log.latestLinks[0] == nil)
        #expect(try joined.draws.isEmpty && joined.standing == ReplayPosition(seats: [1], isWitness: true))
        // the only draw depends on the inviter's link, which nobody else can compute
        let witness = try joined.with(1, .witness)
        let chain = Chain(of: joined.keys[0], in: joined.match.id)
        #expect(witness.log.log.latestLinks[0] == chain[1] && chain[1] != nil)
        let (book, _) = try book(witness)
        var without = RandomDrawLedger(joined.match, isQuick: false)
        for ply in joined.log.log.plies { without.reach(ply) }
        #expect(without.key(at: .setup) != book.key(at: .setup))
    }

    /// An inviter who dislikes a draw can't change the chain: another anchor makes another match.
    @Test func anotherAnchorIsAnotherMatch() throws {
        let test = try TestMatch.drawing()
        let inviter = test.match.setup.inviter
        let anchor = Chain(of: test.keys[1], in: test.match.id).anchor
        let setup = try Setup(
            rulesVersion: 1, seats: 2,
            inviter: SeatedPlayer(token: inviter.token, key: inviter.key, anchor: anchor))
        let other = MatchIdentity(game: test.match.game, script: test.match.script, id: test.match.id, setup: setup)
        let log = try SignedLog(inviting: other, key: test.keys[0])
        let url = try MessageURLCoder().url(
            of: Envelope(log, sender: 1, standingDigest: [UInt8](repeating: 0, count: 8)))
        for seat in 0...2 { #expect(test.verdict(of: seat, on: url) == .otherMatch(test.match.id)) }
        // a player with a seat can't change the chain either, because the join is signed
        var plies = test.log.log.plies
        let bob = try test.entry(2, "Bob")
        let moved = SeatedPlayer(token: bob.token, key: bob.key, anchor: inviter.anchor)
        plies[0] = plies[0].acting(.join(moved))
        let changed = try SignedLog(
            match: test.match, log: Log(seats: 2, plies: plies), signatures: test.log.signatures)
        #expect(changed.forgery() != nil)
    }
}
