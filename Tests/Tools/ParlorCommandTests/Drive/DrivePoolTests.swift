import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// However many invitations strangers send, there is memory left for players.
@Suite struct DrivePoolTests {
    private static func ok(_ session: DriveProcessor, _ line: String) throws -> Value {
        let answer = try Value(json: session.handle(line))
        return try #require(answer["ok"], "\(line): \(answer)")
    }

    private static func catalog() throws -> GameCatalog { try GameCatalog(home: home) }

    /// Returns urls of matches by one host.
    private static func invitations(_ count: Int) throws -> [String] {
        let session = DriveProcessor(catalog: try catalog())
        return try (0..<count).map { _ in
            let match = try ok(session, #"{"op":"open","game":"tic-tac-toe"}"#)["match"]?.intValue ?? 0
            let url = try ok(session, #"{"op":"message","match":\#(match),"seat":1}"#)["url"]?.stringValue
            _ = try ok(session, #"{"op":"close","match":\#(match)}"#)
            return try #require(url)
        }
    }

    @Test func invitationsOfStrangersFillNothing() throws {
        let session = DriveProcessor(catalog: try Self.catalog(), memory: 4 << 20)
        let mine = try Self.ok(session, #"{"op":"open","game":"tic-tac-toe"}"#)["match"]?.intValue ?? 0
        _ = try Self.ok(session, #"{"op":"play","match":\#(mine),"seat":1,"move":"b2"}"#)
        let url = try #require(
            try Self.ok(session, #"{"op":"message","match":\#(mine),"seat":1}"#)["url"]?.stringValue)
        for invitation in try Self.invitations(40) {
            let received = try Self.ok(session, #"{"op":"receive","url":"\#(invitation)"}"#)
            #expect(received["verdict"] == "adopt" && received["turn"] == [1])
            #expect(session.memoryLeased <= 4 << 20)
        }
        #expect(session.openMatches == 41)
        // an honest answer
        let bob = DriveProcessor(catalog: try Self.catalog())
        let his = try Self.ok(bob, #"{"op":"receive","url":"\#(url)"}"#)["match"]?.intValue ?? 0
        _ = try Self.ok(bob, #"{"op":"play","match":\#(his),"seat":2,"move":"a1"}"#)
        let answer = try #require(
            try Self.ok(bob, #"{"op":"message","match":\#(his),"seat":2}"#)["url"]?.stringValue)
        #expect(try Self.ok(session, #"{"op":"receive","url":"\#(answer)"}"#)["verdict"] == "adopt")
        _ = try Self.ok(session, #"{"op":"play","match":\#(mine),"seat":1,"move":"a2"}"#)
        // each of the invitations can be opened
        for match in 2...41 {
            #expect(try Self.ok(session, #"{"op":"moves","match":\#(match),"seat":1,"count":true}"#)["moves"] == 9)
            #expect(try Self.ok(session, #"{"op":"meters","match":\#(match)}"#)["memory"] != nil)
            #expect(session.memoryLeased <= 4 << 20)
        }
    }

    /// A game whose moves keep 16 MB each in locals.
    static func withHoard<R>(_ body: (URL) throws -> R) throws -> R {
        try withTemporaryFolder { folder in
            let source = """
                local parlor = require "parlor"
                local hoard = {}
                return parlor.game {
                  title = "Hoard", seats = 1, setup = function() return { n = 0 } end, outcome = function() end,
                  moves = {
                    go = { play = function(state)
                      state.n = state.n + 1
                      for i = 1, 20 do hoard[i] = ("x"):rep(500000) .. i .. state.n end
                    end },
                    say = {
                      args = { type = "text", max = 4000, examples = { "x" } },
                      play = function(state) state.n = state.n + 1 end,
                    },
                  },
                }
                """
            let place = folder.appendingPathComponent("hoard")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            return try body(place)
        }
    }

    @Test func allOpenMatchesShareOneBound() throws {
        try Self.withHoard { folder in
            let session = DriveProcessor(catalog: try Self.catalog())
            for _ in 1...12 {
                let match = try Self.ok(session, #"{"op":"open","game":"\#(folder.path)"}"#)["match"]?.intValue ?? 0
                _ = try Self.ok(session, #"{"op":"play","match":\#(match),"seat":1,"move":"go"}"#)
                #expect(session.memoryLeased <= MemoryPool.standardLimit)
            }
            // all matches exist in their last state
            for match in 1...12 {
                let played = try Self.ok(session, #"{"op":"play","match":\#(match),"seat":1,"move":"go"}"#)
                #expect(played["ply"] == 2)
                #expect(session.memoryLeased <= MemoryPool.standardLimit)
            }
        }
    }

    @Test func soManyMatchesMayBeOpen() throws {
        let session = DriveProcessor(catalog: try Self.catalog(), mostMatches: 2)
        let url = try #require(try Self.invitations(1).first)
        for _ in 1...2 { _ = try Self.ok(session, #"{"op":"open","game":"tic-tac-toe"}"#) }
        let saved = try #require(try Self.ok(session, #"{"op":"save","match":1}"#)["bytes"]?.stringValue)
        for line in [
            #"{"op":"open","game":"tic-tac-toe"}"#, #"{"op":"load","bytes":"\#(saved)"}"#,
            #"{"op":"receive","url":"\#(url)"}"#,
        ] {
            let error = try #require(try Value(json: session.handle(line))["error"], "\(line)")
            #expect(error["kind"] == "limit" && error["limit"] == "matches", "\(error)")
            #expect(
                error["message"]?.stringValue?.contains("2 matches are open, which is the limit.") == true, "\(error)")
            #expect(error["message"]?.stringValue?.contains("Close") == true)
        }
        #expect(session.openMatches == 2)
        _ = try Self.ok(session, #"{"op":"close","match":1}"#)
        #expect(try Self.ok(session, #"{"op":"receive","url":"\#(url)"}"#)["match"] == 3)
        #expect(DriveMatches.most == 4096 && DriveMatches.memory == MemoryPool.standardLimit)
    }

    /// A typed argument is in the log, and a log can't be unloaded.
    @Test func logsHaveABoundTogether() throws {
        try Self.withHoard { folder in
            let session = DriveProcessor(catalog: try Self.catalog(), logs: 1 << 14)
            let open = #"{"op":"open","game":"\#(folder.path)"}"#
            let long = String(repeating: "x", count: 2000)
            for _ in 1...2 { _ = try Self.ok(session, open) }
            func say(_ match: Int) throws -> Value {
                try Value(
                    json: session.handle(
                        #"{"op":"play","match":\#(match),"seat":1,"move":{"name":"say","argument":"\#(long)"}}"#))
            }
            var refused = 0
            for number in 0..<8 { refused += try say(number % 2 + 1)["error"]?["limit"] == "logs" ? 1 : 0 }
            #expect((3...6).contains(refused), "\(refused)")
            // undone moves still take memory
            for match in 1...2 { _ = try Self.ok(session, #"{"op":"undo","match":\#(match),"ply":0}"#) }
            let error = try #require(try say(1)["error"])
            #expect(
                error["message"]?.stringValue?.hasSuffix("Close a match that you no longer need.") == true, "\(error)")
            #expect(try Value(json: session.handle(open))["error"]?["limit"] == "logs")
            _ = try Self.ok(session, #"{"op":"close","match":2}"#)
            #expect(try say(1)["ok"]?["ply"] == 1)
        }
    }

    /// Each name of a folder is a separate game.
    @Test func gamesAreForgotten() throws {
        try Self.withHoard { folder in
            let session = DriveProcessor(catalog: try Self.catalog())
            for number in 0..<DriveProcessor.mostGames + 6 {
                let path = folder.path + String(repeating: "/.", count: number)
                let match = try Self.ok(session, #"{"op":"open","game":"\#(path)"}"#)["match"]?.intValue ?? 0
                _ = try Self.ok(session, #"{"op":"close","match":\#(match)}"#)
            }
            #expect(session.scripts.count == DriveProcessor.mostGames)
        }
    }
}
