import Conversations
import Foundation
import GameRules
import LuaRuntime
import MessageProtocol
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// Reading a message has one budget of processor time, however long its single moves take, and
/// whichever function reads the message.
@Suite(.serialized) struct MessageBudgetTests {
    /// Without a budget for the whole message, 205 typed moves of 10⁷ steps each took 11 s.
    @Test(arguments: [
        "for i = 1, steps * 1000 do end",
        // hundreds of thousands of objects, which are freed with the state
        "local all = {} for i = 1, steps * 1000 do all[i % 250000] = { i } end",
        "local all = {} for i = 1, steps * 1000 do all[i % 200000] = 'a text of its own ' .. i end",
        "for i = 1, steps * 1000 do local t = {} for j = 1, 60000 do t[j * 7.5] = j end end",
        "local text = ('x'):rep(500000) for i = 1, steps * 6000 do text:gsub('[a-w]', 'y') end",
        "state.rest = {} for i = 1, 100000 do state.rest[i] = { i, i } end for i = 1, steps * 200 do end",
    ])
    func aUrlOfSlowMovesEndsWithItsBudget(_ step: String) throws {
        let script = try ponderScript(step: step)
        let forged = try ForgedMatch(script)
        let url = try forged.url(of: forged.slowLog(plies: 205))
        #expect(url.utf8.count < 5000)
        let seat = try SimulatedPerson("Cai", script)
        #expect(seat.table.budget == .message)
        let (reading, seconds) = processorSeconds { seat.read(url, from: nil) }
        print("reading a slow url took \(seconds) s of processor time: \(step)")
        #expect(reading.verdict.code == "cannot_replay", "\(reading.verdict)")
        #expect(seconds < 2, "\(seconds) s of processor time")
        #expect(seat.table.records.isEmpty && seat.table.memoryUsed == 0)
    }

    @Test func everyReaderHasIt() throws {
        let script = try ponderScript()
        let forged = try ForgedMatch(script)
        let log = try forged.slowLog(plies: 205)
        let url = try forged.url(of: log)
        let budget = ProcessorBudget(.milliseconds(150))
        let envelope = try MessageURLCoder().envelope(from: url)
        let (opened, opening) = try processorSeconds {
            try CorrespondenceMatch.open(envelope, shelf: ScriptVersions(script), budget: budget)
        }
        #expect(opened.verdict.code == "cannot_replay" && opened.match == nil && opening < 1)
        // a known match
        let short = try forged.slowLog(plies: 4)
        let first = try MessageURLCoder().envelope(from: forged.url(of: short, script))
        let known = try CorrespondenceMatch.open(first, shelf: ScriptVersions(script), budget: .init(.seconds(60)))
        let match = try #require(known.match, "\(known.verdict)")
        let (receipt, receiving) = try processorSeconds { try match.receive(envelope, budget: budget) }
        #expect(receipt.verdict.code == "cannot_replay" && receiving < 1)
        #expect(match.signedLog?.head == short.head)
        // a picture of a message that nobody accepted
        let seat = try SimulatedPerson("Cai", script)
        seat.table.budget = budget
        let (_, drawing) = processorSeconds { #expect(throws: SessionError.self) { try seat.table.preview(of: log) } }
        #expect(drawing < 1)
    }

    @Test func whatDidNotFitIsReadLater() throws {
        let script = try ponderScript()
        let forged = try ForgedMatch(script)
        let url = try forged.url(of: forged.slowLog(plies: 12), script)
        let seat = try SimulatedPerson("Cai", script)
        seat.table.budget = ProcessorBudget(.milliseconds(60))
        #expect(seat.read(url, from: nil).verdict.code == "cannot_replay")
        seat.table.budget = ProcessorBudget(.seconds(60))
        #expect(seat.read(url, from: nil).isNews)
    }

    @Test func aDeviceKeepsTheUrl() throws {
        let script = try ponderScript()
        let forged = try ForgedMatch(script)
        let url = try forged.url(of: forged.slowLog(plies: 205))
        let room = try Room(["Ann", "Bob"], games: [script])
        let ann = try room["Ann"]
        let app = try #require(ann.games["ponder"]?.app)
        app.table.budget = ProcessorBudget(.milliseconds(100))
        let conversation = try #require(ann.chats[room.chat]?.conversations["ponder"])
        let (verdict, seconds) = processorSeconds {
            app.reader.read(url, at: HostContext(conversation, in: room.chat, style: .compact))
        }
        #expect(verdict?["code"] == "cannot_replay" && seconds < 1)
        #expect(ann.games.unread.map(\.url) == [url])
    }

    // MARK: Signing

    @Test func aLogThatOthersCouldNotReadIsNotSigned() throws {
        let script = try ponderScript()
        let ann = try SimulatedPerson("Ann", script)
        let bob = try SimulatedPerson("Bob", script)
        let budget = ProcessorBudget(.milliseconds(1200))  // logs of up to 400 ms may be signed
        (ann.table.budget, bob.table.budget) = (budget, budget)
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        let seats = [ann, bob]
        var refusal = ""
        for number in 0..<60 where refusal.isEmpty {
            let (mover, other) = (seats[number % 2], seats[(number + 1) % 2])
            let (head, draft) = (mover.head(match), mover.table.records[match]?.draft?.url)
            do {
                let url = try mover.play("ponder 10000", in: match)
                #expect(other.read(url, from: mover).isNews)
            } catch {
                refusal = "\(error)"
                #expect(mover.head(match) == head && mover.table.records[match]?.draft?.url == draft)
                #expect(try mover.table.status(of: match).ply == number)
            }
        }
        #expect(refusal.contains("too slow to be sent") && refusal.contains("0.4 s"), "\(refusal)")
    }

    /// A player who makes the log slow gains nothing by it. The other player can continue with
    /// quick moves, and can always resign.
    @Test func aSlowLogCanBeAnswered() throws {
        let script = try ponderScript()
        let (ann, bob) = (try SimulatedPerson("Ann", script), try SimulatedPerson("Bob", script))
        // Ann may sign logs of 0.2 s, or of 0.4 s if her own moves are quick. Bob's device signs
        // logs of any length.
        ann.table.budget = ProcessorBudget(.milliseconds(600))
        bob.table.budget = ProcessorBudget(.seconds(600))
        let match = try ann.begin()
        bob.read(try ann.play("pass", in: match), from: ann)
        var (quick, refused) = (0, false)
        for _ in 0..<60 where !refused {
            let url = try bob.play("ponder 15000", in: match)
            guard ann.read(url, from: bob).isNews else { break }  // the log is too slow for Ann to read
            let stranger = try SimulatedPerson("Eve", script)
            stranger.table.budget = ProcessorBudget(.seconds(600))
            let (_, spent) = processorSeconds { stranger.read(url, from: nil) }
            if spent > 0.25 { #expect(throws: SessionError.self) { try ann.play("ponder 40000", in: match) } }
            do {
                bob.read(try ann.play("pass", in: match), from: ann)
                if spent > 0.25 { quick += 1 }
            } catch {
                #expect("\(error)".contains("You can still resign") && spent > 0.25, "\(error)")
                refused = true
            }
        }
        #expect(quick > 0 && refused)
        bob.read(try ann.act(.resign, in: match), from: ann)
        #expect(try bob.table.status(of: match).outcome == .win([2]))
    }

    @Test func aHostOfTwoSeatsSignsNoneEither() throws {
        let script = try ponderScript()
        let ann = try CorrespondenceMatch(of: script)
        for ply in 0..<12 { try ann.match.play(name: "ponder", argument: 10_000, seat: ply % 2 + 1) }
        let error = #expect(throws: SessionError.self) {
            try ann.message(from: 2, budget: ProcessorBudget(.milliseconds(400)))
        }
        #expect(error.map { "\($0)".contains("too slow to be sent") } == true)
        #expect(ann.signedLog == nil)
        #expect(try ann.message(from: 2, budget: ProcessorBudget(.seconds(100))).url.utf8.count < 5000)
    }

    /// A log of many quick moves is signed, although it is long.
    @Test func aLongMatchOfQuickMovesIsSigned() throws {
        let ann = try CorrespondenceMatch(of: ponderScript())
        for ply in 0..<300 { try ann.match.play("pass", seat: ply % 2 + 1) }
        #expect(try ann.message(from: 2).url.utf8.count < 1000)
    }
}
