import Conversations
import GameRules
import LuaRuntime
import MessageProtocol
import Storage
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// The events that need more work than others. Each has a case in ``WorkBounds/Event``, and a test with a match in which it
/// happens.
@Suite(.serialized) struct SpecialEventTests {
    /// Returns two phones with a match of battleship that was played for some turns.
    private func playedWorld(turns: Int) throws -> PhonePlay {
        var play = try PhonePlay(of: "battleship", seed: 2)
        _ = try play.toTheEnd(mostTurns: turns)
        try #require(play.shownPlies > 20)
        return play
    }

    /// Reads, by turns, the position that a person sees and the position that others see. For both positions everything that a
    /// screen shows is requested.
    @Test func looksAtBothPositionsReplayNothing() throws {
        var play = try playedWorld(turns: 26)
        for device in play.world.devices {
            try play.open(device)
            let table = try #require(device.games["battleship"]).app.table
            let record = try #require(table.records.values.first)
            let (own, others) = (record.match.reader(using: table.rules).shown(), record.signedLog)
            func look(at log: SignedLog) throws {
                _ = try table.reader(of: log).look(at: log) { match throws(GameError) in
                    try match.status
                }
                _ = try table.preview(of: log)
                let reader = record.match.reader(using: table.rules)
                _ = try reader.event(at: record.shown, from: reader.sender())
                _ = try table.scene(of: record.id, seat: record.seat, style: .expanded)
                _ = try table.legalMoves(in: record.id)
            }
            for log in [own, others] { try look(at: log) }
            let counter = WorkCounter()
            try counter.count { for redraw in 0..<100 { try look(at: redraw % 2 == 0 ? own : others) } }
            let asked: Set<Work.Kind> = [.luaCalls, .bytesCrossed, .pliesCompared, .rulesLookedUp]
            for kind in Work.Kind.allCases where !asked.contains(kind) {
                #expect(counter.work[kind] == 0, "\(device.person): \(kind)")
            }
            #expect(counter.work[.luaCalls] <= 100 * 8, "\(device.person)")
            #expect(counter.work[.rulesLookedUp] > 100, "\(device.person)")
        }
        // if both positions were the same, the test would prove nothing
        let differ = try play.world.devices.contains { device in
            let table = try #require(device.games["battleship"]).app.table
            let record = try #require(table.records.values.first)
            return record.match.reader(using: table.rules).shown().head != record.signedLog.head
        }
        #expect(differ, "nobody owes anything here: choose another number of turns")
    }

    /// A conversation in a store. Each step writes only the changes, and their size doesn't grow with the conversation.
    @Test func whatAStepWritesDoesNotGrow() throws {
        var play = try PhonePlay(of: "battleship", seed: 1, store: SimulationStore())
        var written: [Int] = []
        for turn in 0..<60 where turn < 2 || !play.isOver {
            let counter = WorkCounter()
            try counter.count { try play.playTurn(of: play.world.people[turn % 2], isFirst: turn == 0) }
            written.append(counter.work[.bytesStored])
        }
        // leave out the first steps, which store the script; a turn consists of about nine steps
        let late = written.dropFirst(6)
        #expect(late.count > 50 && (late.max() ?? 0) < 300_000, "\(written)")
    }

    @Test func anOpenMatchHasFewRulesStates() throws {
        let play = try playedWorld(turns: 26)
        for device in play.world.devices {
            let table = try #require(device.games["battleship"]).app.table
            #expect(try table.rules.count <= WorkBounds.rulesStates(.init(of: script("battleship"))))
        }
    }

    @Test func aColdMatchIsPlayedOnce() throws {
        let play = try playedWorld(turns: 26)
        for (device, ledger) in zip(play.world.devices, play.ledgers) {
            let table = try #require(device.games["battleship"]).app.table
            let id = try #require(table.records.keys.first)
            table.forgetRules()
            ledger.begin()
            try ledger.counter.count {
                _ = try table.scene(of: id, seat: table.records[id]?.seat, style: .expanded)
                _ = try table.legalMoves(in: id)
                _ = device.app(of: "battleship")?.lastMove(in: play.world.chat)
            }
            var news = WorkBounds.News(of: try script("battleship"))
            (news.pictures, news.length) = (1, play.shownPlies)
            ledger.end("cold", .cold(plies: play.shownPlies), news)
            #expect(ledger.counter.work.since(ledger.before)[.pliesReplayed] >= play.shownPlies - 2)
        }
    }

    @Test func aDeletedDraftReplaysNothing() throws {
        var play = try playedWorld(turns: 26)
        let chat = play.world.chat
        for device in play.world.devices {
            try play.open(device)
            guard let move = device.legalMoves(of: "battleship", in: chat).first(where: { $0.typed == nil }) else {
                continue
            }
            for _ in 0..<3 {
                try play.event("touch", device.person) { device throws(DeviceError) in
                    try device.touch(move.text, of: "battleship", in: chat)
                }
                try play.event("delete", device.person, as: .draftDeleted) { device throws(DeviceError) in
                    try device.perform(.userDeleteDraft, of: "battleship", in: chat)
                }
            }
            return
        }
        Issue.record("nobody could move")
    }

    /// Both persons resign while their messages don't reach each other, so that two logs of the match exist.
    @Test func aForkReplaysWhatFollowsIt() throws {
        var play = try playedWorld(turns: 26)
        let chat = play.world.chat, plies = play.shownPlies
        play.world.network.partition([["Ann"], ["Bob"]])
        for device in play.world.devices {
            try play.open(device)
            try play.event("resign", device.person) { device throws(DeviceError) in
                try device.act(.draft(.resign), of: "battleship", in: chat)
            }
            try play.event("send", device.person) { device throws(DeviceError) in
                if device.style(of: "battleship") == .expanded {
                    try device.perform(.collapse, of: "battleship", in: chat)
                }
                try device.perform(.userSend, of: "battleship", in: chat)
            }
        }
        play.world.network.heal()
        let after = play.shownPlies - plies
        try play.event("meet", "Ann", as: .fork(plies: after + 2)) { _ throws(DeviceError) in }
        let heads = Set(play.world.devices.compactMap { $0.match(of: "battleship", in: chat)?.record.signedLog.head })
        #expect(heads.count == 1 && after >= 1)
    }

    /// Both persons enter a round while their messages don't reach each other. Later their entries are united.
    @Test func aUnionReplaysTheRound() throws {
        let game = "rock-paper-scissors"
        var play = try PhonePlay(of: game, seed: 2)
        _ = try play.toTheEnd(mostTurns: 3)
        let chat = play.world.chat
        play.world.network.partition([["Ann"], ["Bob"]])
        for device in play.world.devices {
            try play.open(device)
            if let move = device.legalMoves(of: game, in: chat).first {
                try play.event("touch", device.person, as: .inRound(plies: 2)) { device throws(DeviceError) in
                    try device.touch(move.text, of: game, in: chat)
                }
            }
            guard device.chats[chat]?.draft.isEmpty == false else { continue }
            try play.event("send", device.person, as: .inRound(plies: 2)) { device throws(DeviceError) in
                if device.style(of: game) == .expanded { try device.perform(.collapse, of: game, in: chat) }
                try device.perform(.userSend, of: game, in: chat)
            }
        }
        play.world.network.heal()
        try play.event("meet", "Ann", as: .union(plies: 4)) { _ throws(DeviceError) in }
        let heads = Set(play.world.devices.compactMap { $0.match(of: game, in: chat)?.record.signedLog.head })
        #expect(heads.count == 1)
    }

    /// The rules estimate that reading the log takes nearly the allowed time, so the log is replayed once more before a move is
    /// signed.
    @Test func signingCloseToTheLimitReplaysTheLogOnce() throws {
        var play = try playedWorld(turns: 26)
        for device in play.world.devices {
            try play.open(device)
            let table = try #require(device.games["battleship"]).app.table
            let record = try #require(table.records.values.first)
            guard let move = try table.legalMoves(in: record.id).first(where: { $0.typed == nil }) else { continue }
            try table.rules.rules(at: record.signedLog, of: record.match).took(table.budget.forSigning.seconds * 0.9)
            try table.rules.rules(at: record.match.reader(using: table.rules).shown(), of: record.match, for: .play)
                .took(
                    table.budget.forSigning.seconds * 0.9)
            let counter = WorkCounter()
            _ = try counter.count { try table.play(move.text, in: record.id, token: device.token) }
            let news = WorkBounds.News(plies: 1, of: try script("battleship"))
            let most = WorkBounds.pliesReplayed(.signingCloseToLimit(plies: play.shownPlies + 1), news)
            #expect(counter.work[.pliesReplayed] <= most)
            #expect(
                counter.work[.pliesReplayed] >= play.shownPlies,
                "the log wasn't played again: the guard compared nothing")
            return
        }
        Issue.record("nobody could move")
    }
}
