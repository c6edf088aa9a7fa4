import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct ShowCommandTests {
    /// Returns the url of a match after these moves.
    private static func url(
        _ game: String, _ moves: [(seat: Int, text: String)], base: String = MessageURLCoder.defaultBase
    ) throws -> String {
        let match = try CorrespondenceMatch(
            of: GameCatalog(home: home).script(game), carrier: MessageURLCoder(base: base))
        for move in moves { try match.match.play(move.text, seat: move.seat) }
        return try match.message(from: moves.last?.seat ?? 1).url
    }

    @Test func drawsTheBoardOfAMessage() throws {
        let url = try Self.url("tic-tac-toe", [(1, "b2"), (2, "a1")])
        let text = try runProgram(["show", url])
        #expect(text.status == 0 && text.errors == "")
        #expect(text.output.contains("X") && text.output.contains("O"))
        let words = try runProgram(["show", url, "--as", "words"])
        #expect(words.output.contains("b2") && words.output.contains("a1"))
        let svg = try runProgram(["show", url, "--as", "svg", "--style", "transcript"]).output
        #expect(svg.hasPrefix("<") && svg.contains("<svg ") && svg.contains("</svg>"))
    }

    @Test func showsASeatWhatItMaySee() throws {
        let url = try Self.url("battleship", [(1, "a1-e1"), (1, "b5-b2")])
        let views = try [[], ["--seat", "1"], ["--seat", "2"]].map { try runProgram(["show", url] + $0) }
        #expect(views.allSatisfy { $0.status == 0 })
        // no message contains the ships, for any seat
        #expect(views.allSatisfy { !$0.output.contains(" S ") })
        #expect(try runProgram(["show", url, "--seat", "3"]).status == 2)
    }

    @Test func showsHowAGameBegins() throws {
        let run = try runProgram(["show", "connect-four"])
        #expect(run.status == 0 && run.output.contains("1"))
        #expect(try runProgram(["show", "conect-four"]).errors.contains("Did you mean 'connect-four'?"))
    }

    @Test func aMessageThatDoesntHoldIsOneLine() throws {
        let url = try Self.url("tic-tac-toe", [(1, "b2"), (2, "a1")])
        // the last letters are the state check, and the letters before these are signatures
        let begin = try #require(url.firstIndex(of: "#"))
        let signature = url.index(url.endIndex, offsetBy: -60)
        var forged = url
        forged.replaceSubrange(signature...signature, with: url[signature] == "A" ? "B" : "A")
        let cases: [(String, String)] = [
            (String(url[...begin]), "can't be read"), (String(url.dropLast(4)), "can't be read"),
            (forged, "tampered with"), (url.replacing("tic-tac-toe", with: "chess"), "don't have chess"),
            (url.replacing("tic-tac-toe", with: "connect-four"), "another version of connect-four"),
            (url.replacing("https://parlor.games/", with: "https://elsewhere.example/"), "begin with"),
        ]
        for (url, part) in cases {
            let run = try runProgram(["show", url])
            #expect(run.status == 1 && run.output == "", "\(url)")
            #expect(run.errors.contains(part) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
    }

    @Test func knowsOtherBases() throws {
        let base = "https://elsewhere.example/play/"
        let url = try Self.url("tic-tac-toe", [(1, "b2")], base: base)
        #expect(try runProgram(["show", url, "--base", base]).status == 0)
        let wrong = try runProgram(["show", url, "--base", "nowhere"])
        #expect(wrong.status == 2 && wrong.errors.contains("--base"))
    }

    @Test func readsAMessageFromStandardInput() throws {
        let url = try Self.url("tic-tac-toe", [(1, "b2")])
        let run = try runProgram(["show", "-"], input: "  \(url)\n")
        let direct = try runProgram(["show", url])
        #expect(run.status == 0 && run.output == direct.output, "\(run.errors)")
        let nothing = try runProgram(["show", "-"])
        #expect(nothing.status == 2 && nothing.errors.contains("expected a message on standard input"))
    }

    /// The game of a message may be in any folder.
    @Test func takesTheMessagesGameFromAFolder() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "show-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let folder = place.appending(path: "count")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = """
            local parlor, scene = require "parlor", require "parlor.scene"
            return parlor.game {
              title = "Count", summary = "Count.", seats = 2, setup = function() return { n = 0 } end,
              moves = { up = { choices = { 1, 2 }, play = function(state, _, by) state.n = state.n + by end } },
              outcome = function(state) if state.n > 9 then return parlor.draw() end end,
              scene = function(view) return scene.text("It is " .. view.n) end,
            }
            """
        try Data(source.utf8).write(to: folder.appending(path: "game.lua"))
        let script = try GameCatalog(home: home).script(folder.path)
        let match = try CorrespondenceMatch(of: script, carrier: MessageURLCoder())
        try match.match.play("2", seat: 1)
        let url = try match.message(from: 1).url
        let run = try runProgram(["show", url, "--game", folder.path])
        #expect(run.status == 0 && run.output.contains("It is 2"), "\(run.errors)")
        #expect(try runProgram(["show", url]).errors.contains("don't have count"))
        let other = try runProgram(["show", url, "--game", "tic-tac-toe"])
        #expect(
            other.status == 2 && other.errors.contains("The message belongs to count, but this folder has tic-tac-toe.")
        )
        #expect(try runProgram(["show", "tic-tac-toe", "--game", folder.path]).status == 2)
    }

    @Test(arguments: [["show"], ["show", "nowhere"], ["show", "tic-tac-toe", "--as", "png"]])
    func wrongUsageIsTwo(arguments: [String]) throws {
        #expect(try runProgram(arguments).status == 2)
    }
}
