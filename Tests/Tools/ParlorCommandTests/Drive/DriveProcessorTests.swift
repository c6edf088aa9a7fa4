import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// A session with the bundled games, for tests.
struct Driver {
    let session: DriveProcessor

    init() throws { session = DriveProcessor(catalog: try GameCatalog(home: home)) }

    /// Returns the whole answer.
    func answer(_ request: String) throws -> Value { try Value(json: session.handle(request)) }

    /// Returns the `ok` of the answer.
    func ok(_ request: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Value {
        let answer = try answer(request)
        return try #require(answer["ok"], "\(answer)", sourceLocation: sourceLocation)
    }

    func error(_ request: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Value {
        let answer = try answer(request)
        return try #require(answer["error"], "\(answer)", sourceLocation: sourceLocation)
    }

    /// Opens a match and returns its number.
    func open(_ game: String, _ more: String = "") throws -> Int {
        try #require(ok(#"{"op":"open","game":"\#(game)"\#(more)}"#)["match"]?.intValue)
    }
}

@Suite struct DriveProcessorTests {
    @Test func aMoveWithTooMuchIsRefusedWithItsKey() throws {
        let driver = try Driver()
        let match = try driver.open("tic-tac-toe")
        let error = try driver.error(
            #"{"op":"play","match":\#(match),"seat":1,"move":{"name":"mark","argument":"b2","extra":1}}"#)
        #expect(error["message"]?.stringValue?.hasSuffix("without 'extra'.") == true, "\(error)")
    }

    @Test func listsTheGames() throws {
        let games = try #require(Driver().ok(#"{"id":1,"op":"games"}"#)["games"]?.arrayValue)
        let battleship = try #require(games.first { $0["id"] == "battleship" })
        #expect(
            Set(battleship.mapValue.map { $0.keys.map(\.description) } ?? []) == [
                "\"id\"", "\"title\"", "\"seats\"", "\"version\"", "\"options\"",
            ])
        #expect(battleship["seats"] == ["min": 2, "max": 2])
        #expect(battleship["options"]?["size"]?["values"] == [10, 8, 3])
    }

    @Test(arguments: ["1", "-7", "1.5", "\"a\"", "true", "null"])
    func repeatsIds(id: String) throws {
        let driver = try Driver()
        let expected = try Value(json: id)
        for request in [#""op":"games""#, #""op":"nothing""#, #""op":"open","game":"none""#, #""op":"play","match":9"#]
        {
            #expect(try driver.answer("{\"id\":\(id),\(request)}")["id"] == expected)
        }
    }

    @Test func playsAMatch() throws {
        let driver = try Driver()
        #expect(try driver.ok(#"{"op":"open","game":"tic-tac-toe","seed":7}"#) == ["match": 1, "turn": [1], "ply": 0])
        let moves = try driver.ok(#"{"op":"moves","match":1,"seat":1}"#)["moves"]?.arrayValue ?? []
        #expect(moves.count == 9)
        #expect(moves.first == ["text": "a3", "name": "mark", "argument": "a3"])
        #expect(try driver.ok(#"{"op":"moves","match":1,"seat":1,"count":true}"#) == ["count": 9, "moves": 9])
        #expect(try driver.ok(#"{"op":"moves","match":1,"seat":2,"count":true}"#) == ["count": 0, "moves": 0])
        let played = try driver.ok(#"{"op":"play","match":1,"seat":1,"move":"b2"}"#)
        #expect(played.mapValue == ["turn": [2], "ply": 1, "outcome": .null])
        let refused = try driver.answer(#"{"id":3,"op":"play","match":1,"seat":2,"move":"b2"}"#)
        #expect(refused["rejected"]?["code"] == "illegal_move")
        #expect(refused["id"] == 3)
        _ = try driver.ok(#"{"op":"play","match":1,"seat":2,"move":{"name":"mark","argument":"a1"}}"#)
        #expect(
            try driver.ok(#"{"op":"view","match":1,"seat":2}"#)["view"]?["board"]
                == ["columns": 3, "rows": 3, "b2": 1, "a1": 2])
        for (seat, move) in [(1, "b1"), (2, "a2"), (1, "b3")] {
            _ = try driver.ok(#"{"op":"play","match":1,"seat":\#(seat),"move":"\#(move)"}"#)
        }
        let over = try driver.answer(#"{"op":"play","match":1,"seat":2,"move":"c3"}"#)
        #expect(over["rejected"]?["code"] == "game_over")
        #expect(try driver.ok(#"{"op":"undo","match":1,"ply":1}"#) == ["turn": [2], "ply": 1])
        #expect(try driver.error(#"{"op":"undo","match":1,"ply":99}"#)["kind"] == "request")
        #expect(try driver.ok(#"{"op":"close","match":1}"#) == .map([:]))
        #expect(try driver.error(#"{"op":"view","match":1}"#)["kind"] == "request")
    }

    @Test func endsARoundForAll() throws {
        let driver = try Driver()
        let match = try driver.open("rock-paper-scissors")
        let first = try driver.ok(#"{"op":"play","match":\#(match),"seat":2,"move":"rock"}"#)
        #expect(first == ["turn": [1], "ply": 0, "outcome": .null])
        let second = try driver.ok(#"{"op":"play","match":\#(match),"seat":1,"move":"paper"}"#)
        #expect(second == ["turn": [1, 2], "ply": 2, "outcome": .null])
    }

    @Test func keepsSecretsFromOthers() throws {
        let driver = try Driver()
        let match = try driver.open(hideout)
        for cell in ["a1", "b2"] { _ = try driver.ok(#"{"op":"play","match":\#(match),"seat":1,"move":"\#(cell)"}"#) }
        let public1 = try driver.ok(#"{"op":"state","match":\#(match),"seat":1}"#)
        #expect(public1["state"]?["secret"] == nil)
        #expect(try driver.ok(#"{"op":"state","match":\#(match)}"#)["state"]?["secret"] != nil)
        let whole = try driver.ok(#"{"op":"digest","match":\#(match)}"#)["digest"]?.stringValue ?? ""
        let seen = try driver.ok(#"{"op":"digest","match":\#(match),"seat":2}"#)["digest"]?.stringValue ?? ""
        #expect(whole.count == 64 && seen.count == 64 && whole != seen)
        let hunter = try driver.ok(#"{"op":"scene","match":\#(match),"seat":2}"#)["scene"]?.stringValue ?? ""
        #expect(!hunter.contains("S") || !hunter.contains("‹"), "the last move, a secret one, is marked")
        let owner = try driver.ok(#"{"op":"scene","match":\#(match),"seat":1}"#)["scene"]?.stringValue ?? ""
        #expect(owner.contains("‹S›"))
    }

    @Test func savesAndLoads() throws {
        let driver = try Driver()
        let match = try driver.open("blackjack", #","seed":5,"seats":3,"options":{"rounds":2}"#)
        _ = try driver.ok(#"{"op":"random","match":\#(match),"seed":1,"plies":4}"#)
        let bytes = try #require(driver.ok(#"{"op":"save","match":\#(match)}"#)["bytes"]?.stringValue)
        let other = try Driver().ok(#"{"op":"load","bytes":"\#(bytes)"}"#)
        let loaded = try #require(driver.ok(#"{"op":"load","bytes":"\#(bytes)"}"#)["match"]?.intValue)
        #expect(other["ply"] == 4)
        let digests = try [match, loaded].map { match in
            _ = try driver.ok(#"{"op":"random","match":\#(match),"seed":2}"#)
            return try driver.ok(#"{"op":"digest","match":\#(match)}"#)
        }
        #expect(digests[0] == digests[1])
        for damaged in ["", "????", String(bytes.dropLast(8)), "AAAA" + bytes] {
            #expect(try driver.error(#"{"op":"load","bytes":"\#(damaged)"}"#)["kind"] == "request")
        }
    }

    @Test func drawsInEveryForm() throws {
        let driver = try Driver()
        let match = try driver.open("connect-four")
        _ = try driver.ok(#"{"op":"play","match":\#(match),"seat":1,"move":"4"}"#)
        func scene(_ more: String) throws -> Value? {
            try driver.ok(#"{"op":"scene","match":\#(match)\#(more)}"#)["scene"]
        }
        #expect(try scene("")?.stringValue?.contains("●") == true)
        #expect(try scene(#","as":"svg""#)?.stringValue?.contains("<svg ") == true)
        #expect(try scene(#","as":"words""#)?.stringValue?.contains("d1") == true)
        #expect(try scene(#","as":"tree""#)?["kind"] == "stack")
        #expect(try scene(#","style":"compact""#)?.stringValue?.contains("Start") == true)
        let widths = try scene(#","columns":10"#)?.stringValue?.split(separator: "\n").map(\.count) ?? []
        #expect((widths.max() ?? .max) <= 10)
        #expect(try driver.error(#"{"op":"scene","match":\#(match),"columns":1}"#)["kind"] == "request")
        #expect(try driver.error(#"{"op":"scene","match":\#(match),"as":"png"}"#)["kind"] == "request")
    }

    @Test func metersCountWhatWasAskedFor() throws {
        let driver = try Driver()
        let match = try driver.open("tic-tac-toe", #","limits":{"memory":2000000,"granted":5000000,"time":1}"#)
        let before = try driver.ok(#"{"op":"meters","match":\#(match),"count":true}"#)
        #expect(before["memory"]?["limit"] == 2_000_000)
        _ = try driver.ok(#"{"op":"random","match":\#(match),"seed":1,"plies":3}"#)
        let after = try driver.ok(#"{"op":"meters","match":\#(match)}"#)
        let instructions = [before, after].map { $0["instructions"]?.intValue ?? -1 }
        #expect(instructions[0] >= 0 && instructions[1] > instructions[0] + 100)
        #expect((after["calls"]?.intValue ?? 0) >= (before["calls"]?.intValue ?? 0) + 3)
        #expect((after["memory"]?["peak"]?.intValue ?? 0) >= (after["memory"]?["used"]?.intValue ?? .max))
    }

    @Test(arguments: [
        ("{\"op\":\"oppen\"}", "Did you mean 'open'?"),
        ("{\"op\":\"open\",\"gmae\":\"x\"}", "Did you mean 'game'?"),
        ("{\"op\":\"open\",\"game\":\"tictactoe\"}", "Did you mean 'tic-tac-toe'?"),
        ("{\"op\":\"open\",\"game\":\"battleship\",\"options\":{\"sise\":3}}", "Did you mean 'size'?"),
        ("{\"op\":\"open\",\"game\":\"battleship\",\"limits\":{\"tiem\":3}}", "Did you mean 'time'?"),
        (
            "{\"op\":\"open\",\"game\":\"battleship\",\"options\":{\"size\":\"big\"}}",
            "Option size is one of the whole numbers 10, 8, 3, not the text 'big'."
        ),
        (
            "{\"op\":\"open\",\"game\":\"battleship\",\"options\":{\"size\":8.5}}",
            "10, 8, 3, not the number 8.5."
        ),
        ("{\"op\":\"open\",\"game\":\"battleship\",\"options\":{\"size\":[8]}}", "10, 8, 3, not a table."),
        ("{\"op\":\"open\",\"game\":\"battleship\",\"options\":{\"size\":null}}", "10, 8, 3, not nothing."),
        ("{\"op\":\"open\",\"game\":\"battleship\",\"options\":{\"salvo\":1}}", "is true or false, not 1."),
        ("{\"op\":\"open\",\"game\":\"battleship\",\"seats\":3}", "2 seats"),
        ("{\"op\":\"open\",\"game\":\"battleship\",\"seed\":-1}", "'seed'"),
        ("{\"op\":\"open\"}", "'game'"), ("{}", "'op'"), ("[]", "object"), ("1", "object"), ("", "JSON"),
        ("{\"op\":\"message\",\"match\":1}", "no open match 1"), ("{\"op\":\"receive\"}", "'url'"),
        ("{\"op\":\"games\",\"op\":\"games\"}", "JSON"), ("{\"id\":[],\"op\":\"games\"}", "id"),
    ])
    func saysWhatIsWrong(request: String, part: String) throws {
        let error = try Driver().error(request)
        #expect(error["kind"] == "request")
        #expect(error["message"]?.stringValue?.contains(part) == true, "\(error)")
    }

    @Test func refusesWhatIsTooLargeOrTooDeep() throws {
        let driver = try Driver()
        #expect(try Value(json: driver.session.handle(.tooLong))["error"]?["kind"] == "request")
        let deep = String(repeating: "[", count: 100_000)
        #expect(try driver.error(deep)["kind"] == "request")
        let argument = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        let match = try driver.open("tic-tac-toe")
        let answer = try driver.answer(
            #"{"op":"play","match":\#(match),"seat":1,"move":{"name":"mark","argument":\#(argument)}}"#)
        #expect(answer["rejected"]?["code"] == "bad_argument")
        let long = String(repeating: " ", count: 1_000_000)
        let move = try driver.answer(#"{"op":"play","match":\#(match),"seat":1,"move":"mark \#(long)x"}"#)
        #expect(move["rejected"]?["code"] == "unknown_move")
    }

    @Test func tellsScriptErrorsFromLimits() throws {
        try withTemporaryFolder { folder in
            func game(_ id: String, play: String) throws -> String {
                let place = folder.appendingPathComponent(id)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let source = """
                    local parlor = require "parlor"
                    return parlor.game { title = "T", setup = function() return {} end,
                      moves = { go = { play = function(state) state.x = 1
                        \(play)
                      end } },
                      outcome = function(state) end }
                    """
                try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
                return place.path
            }
            let driver = try Driver()
            func error(_ play: String, id: String, limits: String) throws -> Value {
                let match = try driver.open(game(id, play: play), #","limits":\#(limits)"#)
                let before = try driver.ok(#"{"op":"digest","match":\#(match)}"#)
                let error = try driver.error(#"{"op":"play","match":\#(match),"seat":1,"move":"go"}"#)
                #expect(try driver.ok(#"{"op":"digest","match":\#(match)}"#) == before)
                return error
            }
            let raised = try error(#"error "boom""#, id: "raises", limits: "{}")
            #expect(raised["kind"] == "script" && raised["hook"] == "moves.go.play")
            #expect(raised["file"] == "game.lua" && raised["line"] == 4)
            let slow = try error("while true do end", id: "slow", limits: #"{"time":0.05}"#)
            #expect(slow["kind"] == "limit" && slow["limit"] == "time")
            let greedy = try error(
                "local t = {} for i = 1, 1e9 do t[i] = i end", id: "greedy", limits: #"{"memory":2000000}"#)
            #expect(greedy["kind"] == "limit" && greedy["limit"] == "memory")
            let wasteful = try error(
                "for i = 1, 1e9 do local t = { i } end", id: "wasteful", limits: #"{"granted":2000000}"#)
            #expect(wasteful["kind"] == "limit" && wasteful["limit"] == "granted")
            let broken = try error("this is no Lua", id: "broken", limits: "{}", opening: driver, folder: folder)
            #expect(broken["kind"] == "script" && broken["hook"] == "load" && broken["line"] == 4)
            func error(_ play: String, id: String, limits: String, opening: Driver, folder: URL) throws -> Value {
                try driver.error(#"{"op":"open","game":"\#(game(id, play: play))","limits":\#(limits)}"#)
            }
        }
    }

    @Test func whatScriptsPrintGoesToTheLog() throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("chatty")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let source = """
                local parlor = require "parlor"
                return parlor.game { title = "T", setup = function() return {} end, outcome = function() end,
                  moves = { go = { play = function() print "went\\27[2J" end },
                    fail = { play = function() print "failing" error "no" end } } }
                """
            try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            var lines: [String] = []
            let session = DriveProcessor(catalog: try GameCatalog(home: home), log: { lines.append($0) })
            _ = session.handle(#"{"op":"open","game":"\#(place.path)"}"#)
            let played = session.handle(#"{"op":"play","match":1,"seat":1,"move":"go"}"#)
            #expect(played.contains("\"ok\"") && !played.contains("went"))
            #expect(lines.count == 1 && lines[0].hasPrefix("chatty: went") && !lines[0].contains("\u{1b}"))
            #expect(session.handle(#"{"op":"play","match":1,"seat":2,"move":"fail"}"#).contains("\"script\""))
            #expect(lines.last == "chatty: failing")
        }
    }

    @Test func readsAGameAgainThatHasChanged() throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("nim")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            func write(version: Int) throws {
                let source = """
                    local parlor = require "parlor"
                    return parlor.game { title = "T", version = \(version), setup = function() return { v = \(version) } end,
                      moves = { go = { play = function() end } }, outcome = function() end }
                    """
                try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            }
            let driver = try Driver()
            for version in 1...2 {
                try write(version: version)
                let match = try driver.open(place.path)
                #expect(try driver.ok(#"{"op":"state","match":\#(match)}"#)["state"] == ["v": .int(Int64(version))])
            }
        }
    }

    @Test func keepsManyMatches() throws {
        let driver = try Driver()
        try LuaThread.run {
            let matches = try (0..<200).map { try driver.open("tic-tac-toe", #","seed":\#($0)"#) }
            #expect(Set(matches).count == 200)
            for match in matches { _ = try driver.ok(#"{"op":"random","match":\#(match),"seed":\#(match),"plies":3}"#) }
            for match in matches { #expect(try driver.ok(#"{"op":"undo","match":\#(match),"ply":3}"#)["ply"] == 3) }
            for match in matches { _ = try driver.ok(#"{"op":"close","match":\#(match)}"#) }
            #expect(driver.session.openMatches == 0)
            #expect(driver.session.memoryLeased < 16 << 20)
        }
    }
}

/// The help of `drive` lists the operations that the program accepts, with their fields.
@Suite struct DriveHelpTests {
    @Test(arguments: DriveOperation.allCases) func namesEachOperationAndField(_ operation: DriveOperation) throws {
        // an entry starts with a name, and its further lines are indented
        let entries = DriveCommand.operations.replacing("\n                     ", with: " ").split(separator: "\n")
        let entry = try #require(
            entries.first {
                $0.split(separator: " ", omittingEmptySubsequences: true).contains(Substring(operation.rawValue))
            })
        for field in operation.fields {
            #expect(entry.split { !$0.isLetter }.contains(Substring(field)), "\(operation): \(field)")
        }
    }
}
