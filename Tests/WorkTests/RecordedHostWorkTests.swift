import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import RecordedHosts
import Testing
import Values

/// Whole matches between two hosts that aren't phones: no event costs more than ``WorkBounds`` allows.
@Suite(.serialized) struct RecordedHostWorkTests {
    @Test(arguments: messageGames)
    func noEventDependsOnTheLengthOfTheMatch(_ game: String) throws {
        var play = try RecordedPlay(of: game, seed: 1)
        try play.toTheEnd()
        for host in play.ledgers { #expect(host.events > 5, "\(host.name) compared too little") }
    }
}

/// Two people with a recorded host each. A message of one host reaches the other at once.
private struct RecordedPlay {
    private let hosts: [RecordedHost]
    let ledgers: [WorkLedger]
    private var bubbles: [Message?] = [nil, nil]
    private var random: SplitMix64

    init(of game: String, seed: UInt64) throws {
        hosts = try ["Ann", "Bob"].enumerated().map { index, person in
            try RecordedHost(script(game), person: person, seed: seed &+ UInt64(index))
        }
        ledgers = ["Ann", "Bob"].map { WorkLedger("\(game), seed \(seed), \($0)'s host") }
        random = SplitMix64(seed: seed)
        // otherwise a slow machine replays a long log before it signs
        for host in hosts { host.app.table.budget = ProcessorBudget(.seconds(1000)) }
    }

    private func log(_ who: Int) -> SignedLog? {
        guard let record = hosts[who].app.match(in: hosts[who].place)?.record else { return nil }
        return record.match.reader(using: hosts[who].app.table.rules).shown()
    }

    /// Lets a host do something, reads its match, and checks that the work is within the bounds.
    private func event<R>(_ name: String, _ who: Int, messages: Int = 0, _ body: () throws -> R) throws -> R {
        let host = hosts[who]
        let before = ledgers[who].counter.count { log(who) }
        let (style, ledger) = (host.style, ledgers[who])
        ledger.begin()
        let result = try ledger.counter.count { try body() }
        ledger.counter.count {
            _ = host.app.legalMoves(in: host.place)
            _ = host.app.lastMove(in: host.place)
            _ = try? host.app.scene(in: host.place, style: host.style)
        }
        let after = ledger.counter.count { log(who) }
        var news = WorkBounds.News(of: host.app.script)
        news.plies = max(0, (after?.log.plies.count ?? 0) - (before?.log.plies.count ?? 0))
        news.messages = messages
        news.length = max(before?.log.plies.count ?? 0, after?.log.plies.count ?? 0)
        // a new position needs pictures for its view and its bubble; otherwise a new style needs one for the view
        news.pictures = after?.head != before?.head ? 3 : style != host.style ? 1 : 0
        let row = after.map { WorkBounds.event(in: $0.log, after: before?.log.plies ?? []) } ?? .ordinary
        ledger.end("\(name) at ply \(after?.log.plies.count ?? 0)", row, news)
        return result
    }

    mutating func toTheEnd() throws {
        try event("start", 0) {
            hosts[0].open()
            try hosts[0].touch("start")
        }
        try send(0)
        var quiet = 0, who = 1
        while quiet < 4 {
            quiet = try step(who) ? 0 : quiet + 1
            who = 1 - who
        }
        for who in 0...1 {
            #expect(
                hosts[who].app.match(in: hosts[who].place)?.status.outcome != nil, "\(ledgers[who].name) isn't over")
        }
    }

    private mutating func send(_ who: Int) throws {
        guard let sent = try event("send", who, { hosts[who].send() }) else { return }
        bubbles[who] = sent
        let other = 1 - who
        bubbles[other] = try event("receive", other, messages: 1) {
            hosts[other].receive(sent, from: hosts[other].remotes[0], following: true)
        }
    }

    /// Opens the last bubble, and makes a move if it is the person's turn. Returns whether anything was sent.
    private mutating func step(_ who: Int) throws -> Bool {
        let host = hosts[who], bubble = bubbles[who]
        try event("open", who) {
            if !host.isOpen {
                host.open(bubble)
            } else if host.style == .compact, let bubble {
                host.select(bubble)
            }
        }
        let moves = host.app.legalMoves(in: host.place).filter { $0.typed == nil }
        if let move = moves.randomElement(using: &random) {
            try event("touch", who) { try host.touch(move.text) }
        } else if host.app.match(in: host.place)?.record.draft == nil {
            return false
        }
        try send(who)
        return true
    }
}
