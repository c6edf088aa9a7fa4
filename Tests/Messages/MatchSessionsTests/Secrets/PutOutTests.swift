import Conversations
import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

@testable import GameApps
@testable import MatchSessions

/// Seats that two other seats put out, devices that lost their sealed moves, and the texts about
/// both.
@Suite struct PutOutTests {
    /// A game in which everybody hides a number, and then says in each turn whether the number is
    /// odd.
    private static let hoard = """
        local parlor, scene = require 'parlor', require 'parlor.scene'
        return parlor.game {
          title = 'Hoard', seats = { 2, 3 },
          setup = function() return { seat = 1, told = 0 } end,
          turn = function(state, match) return state.seat, match.sealed[state.seat] == 0 and 'hide' or 'tell' end,
          moves = {
            hide = {
              secret = 'match', choices = { 1, 2, 3, 4 },
              play = function(state, seat, number) state.secret[seat].number = number end,
            },
            tell = {
              choices = { 'odd', 'even' },
              forced = function(state, seat) return state.secret[seat].number % 2 == 1 and 'odd' or 'even' end,
              play = function(state, seat, _, match)
                state.told, state.seat = state.told + 1, match.next(seat)
              end,
            },
          },
          leave = function(state, seat, _, match)
            if state.seat == seat then state.seat = match.next(seat) end
          end,
          scene = function(view)
            local told = {}
            for seat = 1, 3 do told[seat] = tostring((view.secret[seat] or {}).number) end
            return scene.text(table.concat(told, ' '))
          end,
          outcome = function(state) if state.told >= 9 then return parlor.draw() end end,
        }
        """

    private static let names = ["Ann", "Bob", "Cai"]

    private static func game() throws -> GameScript {
        try GameScript(GameFolder(id: "hoard", game: hoard), library: ScriptSource(folder: home.sdk))
    }

    private static func table(_ names: [String] = names) throws -> DrawnMatchTests.Table {
        try DrawnMatchTests.Table(game(), names)
    }

    /// Plays a seat's whole turn: the seat hides a number if it hasn't hidden one yet, and answers.
    private static func turn(_ table: DrawnMatchTests.Table, _ seat: Int, _ number: Int = 2) throws {
        let moves = try table.seats[seat - 1].table.legalMoves(in: table.id).map(\.text)
        if moves.contains("\(number)") { try table.play("\(number)", seat) }
        if table.owes(seat) { return try table.act(.answer, seat) }
        let telling = try table.seats[seat - 1].table.legalMoves(in: table.id).map(\.text)
        if let move = telling.first { try table.play(move, seat) }
    }

    /// A script keeps a sealed number in a local variable. It tries to show the number when the
    /// seat leaves, or with a ply that the seat owes without a choice. The variable has no number
    /// then, and other devices adopt each message.
    @Test(arguments: [
        "", "state.told + 1, match.next(seat)", "if state.seat == seat then state.seat = match.next(seat) end",
    ])
    func anObligationTellsNothing(leakingAfter place: String) throws {
        let keeping = Self.hoard.replacing(".number = number", with: ".number, kept = number, number")
        let source = place.isEmpty ? keeping : keeping.replacing(place, with: place + " state.leak = kept")
        let game = try GameScript(
            GameFolder(id: "hoard", game: "local kept\n" + source), library: ScriptSource(folder: home.sdk))
        let table = try DrawnMatchTests.Table(game, Self.names)
        let (ann, bob, match) = (table.seats[0], table.seats[1], table.id)
        func read(_ url: String) throws {
            ann.read(url, from: nil)
            #expect(bob.read(url, from: ann).verdict.code == "adopt")
        }
        let begun = try #require(ann.table.records[match]).signedLog.log.plies.count
        let drafted = try ann.table.play("3", in: match, token: ann.token)
        let plies = drafted.signedLog.log.plies
        #expect(plies.count == begun + 2, "the answer goes along: \(plies)")
        try read(drafted.url)
        try read(ann.act(.resign, in: match))
    }

    private static func keys(in log: SignedLog) -> [Int] {
        log.log.plies.compactMap { ply in
            if case .close(.some) = ply.action { ply.seat } else { nil }
        }
    }

    /// Two seats put the third out and end the match. They want the third seat to disclose its
    /// sealed number. A move of that seat is still on its way, and the match could continue from
    /// that move after the number is known. But the third seat discloses nothing, and no message
    /// has its sealing key.
    @Test func whoIsPutOutByClaimsOpensNothing() throws {
        let table = try Self.table()
        for (seat, number) in [(1, 1), (2, 2), (3, 3), (1, 1), (2, 2)] { try Self.turn(table, seat, number) }
        // Cai's message with a move is on its way
        let cai = table.seats[2]
        let crossing = try cai.table.act(.answer, in: table.id, token: cai.token).url
        for seat in [1, 2] {
            let url = try table.seats[seat - 1].act(.claim(3), in: table.id)
            table.seats[2 - seat].read(url, from: table.seats[seat - 1])
        }
        #expect(try table.seats[0].table.status(of: table.id).gone == [3])
        var seat = 1
        while try table.seats[0].table.status(of: table.id).outcome == nil {
            let mover = table.seats[seat - 1]
            let url =
                table.owes(seat)
                ? try mover.act(.answer, in: table.id)
                : try mover.play(#require(mover.table.legalMoves(in: table.id).first).text, in: table.id)
            table.seats[2 - seat].read(url, from: mover)
            seat = 3 - seat
        }
        // Cai reads the messages of the other two, and owes no ply
        let log = try #require(table.seats[0].table.records[table.id]).signedLog
        let sent = try #require(
            table.seats[0].table.records[table.id]?.url ?? table.seats[1].table.records[table.id]?.url)
        cai.read(sent, from: table.seats[0])
        for (seat, device) in zip(1..., table.seats) {
            #expect(try device.table.reader(of: table.id).audit().code != "cheated")
            let ahead = try device.table.reader(of: table.id).shown()
            #expect(Self.keys(in: ahead).isEmpty, "\(seat) \(ahead.log.plies.suffix(3))")
            if let url = try? device.act(.close, in: table.id) {
                let closed = try MessageURLCoder().envelope(from: url).signedLog
                #expect(Self.keys(in: closed).isEmpty, "\(seat)")
                for other in table.seats where other !== device { other.read(url, from: device) }
            }
        }
        #expect(Self.keys(in: log).isEmpty)
        // the message with Cai's move arrives after all: whether or not the move counts, nobody
        // knows Cai's number
        table.seats[0].read(crossing, from: cai)
        for device in table.seats {
            let record = try #require(device.table.records[table.id])
            #expect(Self.keys(in: record.signedLog).isEmpty)
            // the pictures of the match's messages don't show the number either
            let bubble = try device.table.bubble(of: table.id, at: record.shown, from: 3) { "seat \($0)" }
            #expect("\(bubble)".contains("nil nil nil"), "\(bubble)")
            // no audit accuses a seat
            guard case .cheated(let fault) = try device.table.reader(of: table.id).audit().verdict
            else { continue }
            #expect(Bool(false), "\(fault)")
        }
    }

    /// An honest seat is put out while a draw waits for its witness ply. The next seats witness the
    /// draw, and no audit accuses a seat.
    @Test func whoOwesAWitnessAndIsPutOutIsNotAccused() throws {
        let table = try DrawnMatchTests.Table(DrawnMatchTests.toss(secret: true), Self.names)
        while let seat = try table.awaited { try table.act(.answer, seat) }
        for seat in [3, 2, 1] { try table.play("\(seat)", seat) }
        while let seat = (1...3).first(where: table.owes), try table.awaited == nil { try table.act(.answer, seat) }
        #expect(try table.awaited == 1)
        let ann = table.seats[0]
        let crossing = try ann.table.act(.answer, in: table.id, token: ann.token).url
        for seat in [2, 3] { try table.act(.claim(1), seat) }
        // the entries become void because a seat of their round leaves; the remaining two play to
        // the end
        for _ in 0..<40 {
            let device = table.seats[1].table
            let match = try device.match(table.id)
            let standing = try match.reader(using: device.rules).standing(at: match.signedLog)
            if standing.isOver { break }
            let seat = try #require(standing.seats.first { $0 > 1 })
            if table.owes(seat) || standing.isWitness {
                try table.act(.answer, seat)
            } else {
                try table.play("2", seat)
            }
        }
        for seat in [2, 3] {
            let device = table.seats[seat - 1].table
            #expect(try device.status(of: table.id).gone == [1] && device.status(of: table.id).outcome == .draw)
            let audit = try device.reader(of: table.id).audit()
            #expect(audit.verdict == .final)
            // the remaining two have gained another draw, and a remark says so
            #expect(audit.putOut.map(\.seat) == [1] && audit.putOut.first?.by == [2, 3], "\(audit.putOut)")
            #expect(audit.remarks { "seat \($0)" }.first?.hasPrefix("seat 2 and seat 3 put seat 1 out") == true)
            table.seats[seat - 1].read(crossing, from: ann)
            #expect(try device.reader(of: table.id).audit().verdict == .final)
        }
        #expect(try ann.table.reader(of: table.id).audit().code != "cheated")
    }

    // MARK: Two devices of one seat

    /// Returns another device with the key of a seat, and with its match as it was stored.
    private static func copy(of seat: SimulatedPerson, _ record: MatchRecord) throws -> SimulatedPerson {
        let copy = try SimulatedPerson(seat.name, game())
        copy.table.records[record.id] = record
        return copy
    }

    /// A device with the seat's key but without its sealed moves, for example from a backup, only
    /// watches, and says so.
    @Test func aDeviceThatLostItsSecretsWatches() throws {
        let table = try Self.table(["Ann", "Bob"])
        try Self.turn(table, 1, 3)
        try Self.turn(table, 2, 2)
        var lost = try #require(table.seats[0].table.records[table.id])
        #expect(!lost.secrets.isEmpty && table.owes(1))
        lost.secrets = [:]
        let other = try Self.copy(of: table.seats[0], lost)
        #expect(!other.table.hasOnlyToAnswer(in: table.id), "it has nothing to answer by itself")
        let said = "What seat 1 has sealed was chosen on another device: the match is played on there."
        for move in ["odd", "even"] {
            let error = #expect(throws: SessionError.self) {
                try other.table.play(move, in: table.id, token: other.token)
            }
            #expect("\(try #require(error))".contains(said))
        }
        #expect(throws: SessionError.self) { try other.table.act(.answer, in: table.id, token: other.token) }
        #expect(
            try other.table.status(of: table.id).ply == 4
                && other.table.reader(of: table.id).view(for: 1) != .null)
        // the first device continues, and the second device reads the message
        let sent = try table.seats[0].act(.answer, in: table.id)
        table.seats[1].read(sent, from: table.seats[0])
        #expect(try table.agree())
        #expect(other.read(sent, from: nil).isNews && other.head(table.id) == table.seats[0].head(table.id))
    }

    /// Both devices of a seat hide a number at the same head: the device whose ply was answered
    /// continues, and the other device can only watch.
    @Test func whatTheSecondDeviceSealsDoesntCount() throws {
        let table = try Self.table(["Ann", "Bob"])
        let (ann, bob) = (table.seats[0], table.seats[1])
        let other = try Self.copy(of: ann, #require(ann.table.records[table.id]))
        let first = try ann.play("3", in: table.id)
        let second = try other.play("2", in: table.id)
        #expect(first != second)
        bob.read(first, from: ann)
        let head = bob.head(table.id)
        #expect(!bob.read(second, from: other).isNews && bob.head(table.id) == head)
        // the first device continues, and the other device reads Bob's moves
        if ann.table.hasOnlyToAnswer(in: table.id) { bob.read(try ann.act(.answer, in: table.id), from: ann) }
        let answered = try bob.play("4", in: table.id)
        other.read(answered, from: bob)
        #expect(other.head(table.id) == bob.head(table.id))
        #expect(throws: SessionError.self) { try other.table.play("even", in: table.id, token: other.token) }
        #expect(try other.table.reader(of: table.id).audit().code == "provisional")
    }
}
