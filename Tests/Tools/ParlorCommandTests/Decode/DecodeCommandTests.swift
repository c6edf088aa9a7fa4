import Foundation
import MessageProtocol
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct DecodeCommandTests {
    @Test func readsAnArgumentOrALine() throws {
        let url = try MessageSamples.url(try MessageSamples.duel(), sender: 2)
        let run = try runProgram(["decode", url])
        #expect(run.status == 0 && run.errors == "" && run.output.hasPrefix("sticks, rules version 3\n"))
        #expect(try runProgram(["decode"], input: url).output == run.output)
        #expect(try runProgram(["decode", "-"], input: "  \(url) \r\nmore\n").output == run.output)
        let json = try runProgram(["decode", "--json", "-"], input: url + "\n")
        #expect(json.status == 0 && json.errors == "")
        #expect(try Value(json: json.output)["sender"] == 2)
    }

    @Test func movesReadAsTheirGameWritesThem() throws {
        let match = try CorrespondenceMatch(
            of: GameCatalog(home: home).script("rock-paper-scissors"), carrier: MessageURLCoder())
        for (seat, move) in [(2, "paper"), (1, "rock"), (1, "scissors")] { try match.match.play(move, seat: seat) }
        let url = try match.message(from: 1).url
        let run = try runProgram(["decode", url, "--game", "rock-paper-scissors"])
        #expect(run.status == 0 && run.output.contains(": paper") && run.output.contains(": rock"), "\(run)")
        #expect(!run.output.contains("A move is a number"))
        let json = try Value(json: runProgram(["decode", url, "--json", "--game", "rock-paper-scissors"]).output)
        let texts = json["plies"]?.arrayValue?.map { $0["text"]?.stringValue ?? "" }
        #expect(Set(texts ?? []).isSuperset(of: ["paper", "rock"]), "\(texts ?? [])")
        #expect(try runProgram(["decode", url]).output.contains("A move is a number"))
        let other = try runProgram(["decode", url, "--game", "tic-tac-toe"])
        #expect(other.status == 2 && other.errors.contains("The message belongs to rock-paper-scissors"))
    }

    @Test func aForgedMessageIsShownAsWell() throws {
        let run = try runProgram(["decode", try MessageSamples.url(try MessageSamples.forged(), sender: 2)])
        #expect(run.status == 0 && run.output.contains("FORGED"))
    }

    @Test func knowsOtherBases() throws {
        let base = "https://example.org/play/"
        let url = try MessageSamples.url(try MessageSamples.duel(), sender: 2, base: base)
        #expect(try runProgram(["decode", url, "--base", base]).status == 0)
        let run = try runProgram(["decode", url])
        #expect(run.status == 2 && run.output == "")
        #expect(
            run.errors == "parlor: url: expected it to begin with https://parlor.games/. --base accepts another start\n"
        )
        let wrong = try runProgram(["decode", url, "--base", "ftp://x"])
        #expect(wrong.status == 2 && wrong.errors.hasPrefix("parlor: base: expected"))
    }

    @Test(arguments: [
        "", "-", "x", "https://parlor.games/", "https://parlor.games/sticks", "https://parlor.games/sticks#",
        "https://parlor.games/sticks#A", "https://parlor.games/sticks#AQ", "https://parlor.games/sticks#AaA=",
        "https://parlor.games/sticks#Ag", "https://parlor.games/../x#AaA", "https://parlor.games/\u{1B}[2J#AaA",
        "https://parlor.games/sticks#ArgbAP_____", "https://parlor.games/sticks#AqFiGwo\u{202E}",
        "https://parlor.games/sticks#" + String(repeating: "A", count: 4999),
    ])
    func aBadURLIsOneSentence(_ url: String) throws {
        let run = try runProgram(["decode", url])
        #expect(run.status == 2 && run.output == "")
        #expect(run.errors.hasPrefix("parlor: ") && run.errors.hasSuffix("\n"))
        #expect(run.errors.split(separator: "\n", omittingEmptySubsequences: false).count == 2, "\(run.errors)")
        #expect(!run.errors.unicodeScalars.dropLast().contains { $0.properties.generalCategory == .control })
    }

    /// The sentence quotes a key of the envelope that is text.
    @Test func whatTheSentenceQuotesIsSafe() throws {
        let bytes = try Value.map([.string("\u{1B}[31m\u{9B}\n"): 1]).canonicalBytes()
        let payload = Data([UInt8(MessageURLCoder.version)] + bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        let run = try runProgram(["decode", "https://parlor.games/sticks#" + payload])
        #expect(run.status == 2 && run.errors.hasPrefix("parlor: envelope: expected the keys"))
        #expect(!run.errors.unicodeScalars.dropLast().contains { $0.properties.generalCategory == .control })
    }

    @Test func nothingAndTooMuchAreRefused() throws {
        #expect(
            try runProgram(["decode"]).errors == "parlor: url: expected a message on standard input, found nothing\n")
        let run = try runProgram(["decode"], input: String(repeating: "x", count: (1 << 16) + 9))
        #expect(run.status == 2 && run.errors.contains("expected at most 5000 characters"))
        // a line that never ends isn't read to its end
        let program = try #require(parlorProgram)
        let endless = try runProgram(
            at: URL(fileURLWithPath: "/bin/sh"), ["-c", "exec '\(program.path)' decode - </dev/zero"])
        #expect(endless.status == 2 && endless.errors.contains("found more than 65536"), "\(endless)")
    }
}
