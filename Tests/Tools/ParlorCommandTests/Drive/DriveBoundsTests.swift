import Foundation
import Measuring
import Parlor
import Testing

@testable import ParlorCommand

/// The bounds on what a stranger's folder or a request can make the line protocol do.
@Suite struct DriveBoundsTests {
    /// Opens a folder with this game in a new session.
    private func withGame(
        _ more: String, before: String = "", _ body: (Driver, String) throws -> Void
    ) throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("strange")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let source = """
                local parlor = require "parlor"
                \(before)
                return parlor.game { title = "Strange", outcome = function() end, \(more) }
                """
            try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            try body(Driver(), place.path)
        }
    }

    /// Each move is within its limits, but the number of moves is unlimited.
    @Test func aRequestHasOneBudget() throws {
        try withGame(
            """
            setup = function() return { n = 0 } end,
            moves = { go = { play = function(state) for _ = 1, 20000 do end state.n = state.n + 1 end } }
            """
        ) { driver, path in
            driver.session.requestBudget = ProcessorBudget(.milliseconds(300))
            let match = try driver.open(path)
            let seconds = try LuaThread.run {
                let watch = Stopwatch()
                let error = try driver.error(#"{"op":"random","match":\#(match),"seed":1}"#)
                #expect(error["kind"] == "limit" && error["limit"] == "time", "\(error)")
                return watch.seconds
            }
            #expect(seconds < 2, "\(seconds) s")
            driver.session.requestBudget = ProcessorBudget(.seconds(10))
            // the moves up to the limit count
            let ply = try driver.ok(#"{"op":"random","match":\#(match),"plies":0,"seed":1}"#)["ply"]?.intValue ?? 0
            #expect(ply > 0)
        }
    }

    @Test func theLimitsOfOpenBindLoading() throws {
        try withGame(
            "setup = function() return {} end, moves = { go = { play = function() end } }", before: "while true do end"
        ) { driver, path in
            let seconds = try LuaThread.run {
                let watch = Stopwatch()
                let error = try driver.error(#"{"op":"open","game":"\#(path)","limits":{"time":0.2}}"#)
                #expect(error["limit"] == "time" && error["hook"] == "load", "\(error)")
                return watch.seconds
            }
            #expect(seconds < 2, "\(seconds) s")
        }
    }

    /// `open` may only set limits below those of this process. A higher limit would have no effect,
    /// so it is rejected with the allowed range.
    @Test(arguments: ["1e300", "9223372036854775807", "-1", "0", "\"1\"", "null", "{}"])
    func whatIsNoTighterLimitIsRefused(number: String) throws {
        let driver = try Driver()
        for (name, range) in [
            ("time", "of seconds above 0 and at most 5,"), ("memory", "of bytes above 0 and at most 33554432,"),
            ("granted", "of bytes above 0 and at most 1073741824,"),
        ] {
            let error = try driver.error(#"{"op":"open","game":"tic-tac-toe","limits":{"\#(name)":\#(number)}}"#)
            let message = error["message"]?.stringValue ?? ""
            #expect(
                error["kind"] == "request" && message.contains("'\(name)'") && message.contains(range), "\(message)")
            #expect(message.contains("; found "), "\(message)")
        }
    }

    @Test(arguments: ["1e-300", "0.5", "5"]) func aTighterLimitHolds(number: String) throws {
        let driver = try Driver()
        for name in ["time", "memory", "granted"] {
            let answer = try driver.answer(#"{"op":"open","game":"tic-tac-toe","limits":{"\#(name)":\#(number)}}"#)
            #expect(answer["ok"] != nil || answer["error"]?["kind"] == "limit", "\(name) \(number): \(answer)")
        }
        for (name, most) in [("time", 5), ("memory", 33_554_432), ("granted", 1_073_741_824)] {
            _ = try driver.ok(#"{"op":"open","game":"tic-tac-toe","limits":{"\#(name)":\#(most)}}"#)
            _ = try driver.error(#"{"op":"open","game":"tic-tac-toe","limits":{"\#(name)":\#(most).5}}"#)
        }
    }

    /// A match whose state has nearly the largest size can be saved and loaded.
    @Test func whatIsSavedCanBeLoaded() throws {
        try withGame(
            "setup = function() return { text = ('x'):rep(500000), more = ('y'):rep(500000), n = 0 } end, "
                + "moves = { go = { play = function(s) s.n = s.n + 1 end } }"
        ) { driver, path in
            let match = try driver.open(path)
            _ = try driver.ok(#"{"op":"play","match":\#(match),"seat":1,"move":"go"}"#)
            let answer = try Value(
                json: driver.session.handle(#"{"op":"save","match":\#(match)}"#), limits: ValueLimits(bytes: 1 << 23))
            let bytes = try #require(answer["ok"]?["bytes"]?.stringValue)
            #expect(bytes.utf8.count > 1 << 20)
            let loaded = try driver.ok(#"{"op":"load","bytes":"\#(bytes)"}"#)
            #expect(loaded["ply"] == 1)
        }
    }

    @Test func aLineThatIsTooLongIsOneError() throws {
        let driver = try Driver()
        let answer = try Value(json: driver.session.handle(LineReader.Line.tooLong))
        #expect(answer["error"]?["message"]?.stringValue?.contains("\(DriveProcessor.longestLine) bytes") == true)
    }

    @Test func aWritingListLeavesTheDigest() throws {
        try withGame(
            "setup = function() return { n = 0 } end, moves = { go = { play = function() end, "
                + "choices = function(s) s.n = s.n + 1 return { 'a' } end } }, "
                + "view = function(s) return s end, scene = function() end"
        ) { driver, path in
            let match = try driver.open(path)
            let before = try driver.ok(#"{"op":"digest","match":\#(match)}"#)
            let error = try driver.error(#"{"op":"moves","match":\#(match),"seat":1}"#)
            #expect(error["message"]?.stringValue?.contains("`moves.go.choices` changed the state") == true, "\(error)")
            #expect(try driver.ok(#"{"op":"digest","match":\#(match)}"#) == before)
        }
    }

    @Test func aStateThatCannotBeSavedOpensNoMatch() throws {
        try withGame(
            #"setup = function() return { a = "\xff" } end, moves = { go = { play = function() end } }"#
        ) { driver, path in
            let error = try driver.error("{\"op\":\"open\",\"game\":\"\(path)\",\"seed\":1}")
            #expect(
                error["message"]?.stringValue?.contains("state.a: a text that is not UTF-8") == true, "\(error)")
            _ = try driver.error(#"{"op":"meters","match":1}"#)
        }
    }

    @Test func longTextsAreNotKept() throws {
        try withGame(
            "setup = function() return {} end, moves = { go = { play = function() end, format = function() return 'x' end, "
                + "choices = function() return { ('x'):rep(500000) } end } }"
        ) { driver, path in
            let match = try driver.open(path)
            let error = try driver.error(#"{"op":"play","match":\#(match),"seat":1,"move":"x"}"#)
            #expect(error["message"]?.stringValue?.contains("a move's text has at most 256") == true, "\(error)")
        }
    }

    /// JSON has no infinities. In views and states, infinities are the texts "inf" and "-inf". A
    /// score is never infinite.
    @Test func infinitiesAreTexts() throws {
        try withGame(
            "setup = function() return { least = -math.huge, most = math.huge } end, "
                + "moves = { go = { play = function() end } }"
        ) { driver, path in
            let match = try driver.open(path)
            let view = try driver.ok(#"{"op":"view","match":\#(match),"seat":1}"#)["view"]
            #expect(view?["least"] == "-inf" && view?["most"] == "inf", "\(String(describing: view))")
        }
    }
}
