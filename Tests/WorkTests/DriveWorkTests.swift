import GameRules
import LuaRuntime
import MessageProtocol
import Parlor
import Testing

@testable import ParlorCommand

/// Whole matches between two `drive` sessions that pass each other urls: no request costs more than ``WorkBounds`` allows.
@Suite(.serialized) struct DriveWorkTests {
    @Test(arguments: messageGames)
    func noRequestDependsOnTheLengthOfTheMatch(_ game: String) throws {
        try LuaThread.run {
            var play = try DrivePlay(of: game, seed: 1)
            try play.toTheEnd()
            for session in play.ledgers { #expect(session.events > 5, "\(session.name) compared too little") }
        }
    }
}

/// Two sessions of `drive`, one for each seat.
private struct DrivePlay {
    private final class Session {
        let game: String
        let drive: DriveProcessor
        let ledger: WorkLedger
        var match = 0, plies = 0
        /// The number of plies that the session has played but not yet sent.
        var untold = 0

        init(_ name: String, of game: String) throws {
            self.game = game
            drive = DriveProcessor(catalog: try GameCatalog(home: home))
            drive.budget = ProcessorBudget(.seconds(1000))  // else a slow machine replays a long log before it signs
            drive.requestBudget = drive.budget
            ledger = WorkLedger(name)
        }

        /// Sends a request, and checks that its work is within the bounds. Returns the `ok` of the answer; nil if the seat has
        /// nothing to send.
        func ask(_ operation: String, _ fields: String = "", messages: Int = 0) throws -> Value? {
            let before = log?.plies ?? []
            ledger.begin()
            let line = #"{"op":"\#(operation)"\#(fields)}"#
            let answer = try Value(json: ledger.counter.count { drive.handle(line) })
            let hasNothing = answer["error"]?["message"]?.stringValue?.contains("has nothing to send") == true
            try #require(answer["ok"] != nil || hasNothing, "\(ledger.name), \(line): \(answer)")
            let ok = answer["ok"] ?? .map([:])
            let plies = ok["ply"]?.intValue.map { Int($0) } ?? self.plies
            var news = WorkBounds.News(of: try script(game))
            news.plies =
                max(0, plies - self.plies, (log?.plies.count ?? 0) - before.count)
                + (operation == "message" ? untold : 0)
            news.messages = messages
            news.length = max(before.count, log?.plies.count ?? 0)
            news.pictures = operation == "scene" ? 1 : 0
            let row = log.map { WorkBounds.event(in: $0, after: before) } ?? .ordinary
            ledger.end("\(operation) at ply \(plies)", row, news)
            if operation == "message" { untold = 0 }
            if operation == "play" { untold += max(0, plies - self.plies) }
            self.plies = plies
            return hasNothing ? nil : ok
        }

        func request(_ operation: String, _ fields: String = "", messages: Int = 0) throws -> Value {
            try #require(
                try ask(operation, fields, messages: messages), "\(ledger.name), \(operation): nothing to send")
        }

        /// The log of the match, according to its messages.
        private var log: Log? { drive.matches[match]?.signedLog?.log }
    }

    private let sessions: [Session]
    private var random: SplitMix64
    private let game: String
    var ledgers: [WorkLedger] { sessions.map(\.ledger) }

    init(of game: String, seed: UInt64) throws {
        self.game = game
        random = SplitMix64(seed: seed)
        sessions = try (1...2).map { try Session("\(game), seed \(seed), the session of seat \($0)", of: game) }
    }

    /// Plays random moves and passes the urls on, until neither seat has anything to send.
    mutating func toTheEnd() throws {
        let seats = game == "blackjack" ? #","seats":2"# : ""
        sessions[0].match = try Int(
            #require(sessions[0].request("open", #","game":"\#(game)"\#(seats)"#)["match"]?.intValue))
        let invitation = try #require(try message(of: 0))
        let received = try sessions[1].request("receive", #","url":"\#(invitation)""#, messages: 1)
        sessions[1].match = try Int(#require(received["match"]?.intValue))
        try pass(from: 1)
        var quiet = 0, who = 0
        while quiet < 4 {
            let hasMoved = try play(who)
            let owes = try pass(from: who)
            quiet = hasMoved || owes ? 0 : quiet + 1
            who = 1 - who
        }
        for session in sessions {
            let played = try session.request("random", #","match":\#(session.match),"plies":0,"seed":0"#)
            #expect(played["outcome"].map { $0 != .null } == true, "\(session.ledger.name) isn't over")
        }
    }

    /// Plays moves as long as it is the seat's turn. Returns whether it was the seat's turn at all.
    private mutating func play(_ who: Int) throws -> Bool {
        let session = sessions[who]
        var hasMoved = false
        while true {
            let place = #","match":\#(session.match),"seat":\#(who + 1)"#
            _ = try session.request("scene", place)
            let moves = try session.request("moves", place)["moves"]?.arrayValue ?? []
            guard let text = moves.randomElement(using: &random)?["text"]?.stringValue else { return hasMoved }
            _ = try session.request("play", place + #","move":"\#(text)""#)
            hasMoved = true
        }
    }

    /// Returns the url that a seat sends; nil if the seat has nothing to send.
    private func message(of who: Int) throws -> String? {
        let place = #","match":\#(sessions[who].match),"seat":\#(who + 1)"#
        return try sessions[who].ask("message", place)?["url"]?.stringValue
    }

    /// Passes a seat's message to the other session. Returns whether the other session then has something to send without making
    /// a move.
    @discardableResult
    private func pass(from who: Int) throws -> Bool {
        let other = sessions[1 - who]
        guard let url = try message(of: who) else { return false }
        let received = try other.request("receive", #","url":"\#(url)","match":\#(other.match)"#, messages: 1)
        return received["witnessed"] != nil || received["answers"] != nil
    }
}
