import Parlor
import Testing

@testable import ParlorCommand

/// Bets in `parlor play`, and in `parlor decode`.
@Suite struct ChatBetsTests {
    private static let three = ["play", "tic-tac-toe", "--seats", "Ana,Bob,Cai"]

    @Test func whoWatchesBets() throws {
        let moves = ["b2", "a1", "as Cai", "bet 20 on Ana", "bets", "as Ana", "a2", "a3", "c2", "bets", "quit"]
        let run = try runProgram(Self.three, input: moves.joined(separator: "\n") + "\n")
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        for words in [
            "Cai offers 20 that Ana wins; it counts from the next move on.", "You offer 20 chips that Ana wins",
            "Cai bets 20 chips that Ana wins", "Cai bets 20 that Ana wins; it counts from ply 4 on.",
            "Bets: Cai 20 on Ana, counts with the next move.", "Bets: Cai 20 on Ana, would win 20.",
            "Bets: Cai won 20 for 20.",
            "Cai wins 20 chips (now 100)", "Cai won 20 for 20, and has 100 chips now.",
        ] {
            #expect(run.output.contains(words), "\(words): \(run.output)")
        }
    }

    /// Once the match is over, `bets` lists what was won.
    @Test func betsTellWhatWasWon() throws {
        let people = ["play", "tic-tac-toe", "--seats", "Ana,Bob,Cai,Dee"]
        let moves = [
            "b2", "a1", "as Cai", "bet 20 on Ana", "as Dee", "bet 30 on Bob", "as Ana", "a2", "a3", "c2", "as Cai",
            "bets",
            "quit",
        ]
        // each line is below the board, also on the phones of people who didn't bet
        let run = try runProgram(people, input: moves.joined(separator: "\n") + "\n")
        #expect(run.status == 0, "\(run.errors)")
        for words in [
            "Cai won 50 for 20, and has 130 chips now.", "Dee lost 30, and has 70 chips now.", "The bets are settled.",
            "Bets: Cai 20 on Ana, would win 50; Dee 30 on Bob, would win 50.", "Bets: Cai won 50 for 20, Dee lost 30.",
        ] {
            #expect(run.output.replacing("\n", with: " ").contains(words), "\(words): \(run.output)")
        }
        #expect(!run.output.contains("of 100 chips left"))
    }

    @Test func eachStepOfABetByHand() throws {
        let steps = [
            "open", "start", "b2", "send", "receive", "receive", "as Bob", "tap", "a1", "send", "receive", "receive",
            "as Cai", "tap", "bet 20 1", "compact", "send", "again", "send", "receive", "receive", "as Ana", "tap",
            "a2", "send",
            "receive", "receive", "as Cai", "tap", "bets", "quit",
        ]
        let run = try runProgram(Self.three + ["--slow"], input: steps.joined(separator: "\n") + "\n")
        #expect(run.output.contains("Cai has drafted a bet of 20 on seat 1"), "\(run.output) \(run.errors)")
        #expect(run.output.contains("Your bet of 20 doesn't count yet"))
        #expect(run.output.contains("Cai bets 20 that Ana wins; it counts from ply 4 on."))
    }

    @Test func saysWhatCannotBeBet() throws {
        let lines = [
            "b2", "a1", "bet 5 Bob", "as Cai", "bet 20", "bet x Ana", "bet 20 on Anna", "bet 200 Ana", "bet 5 7",
        ]
        let run = try runProgram(Self.three, input: lines.joined(separator: "\n") + "\n")
        #expect(run.status == 1)
        for words in [
            "only who watches bets", "This is written `bet CHIPS [on] PERSON|seat N|draw`",
            "There is no 'Anna' to bet on: expected Ana, Bob, a seat's number, draw. Did you mean 'Ana'?",
            "You have 100 of 100 chips left", "There is no seat 7 to bet on",
        ] {
            #expect(run.errors.replacing("\n", with: " ").contains(words), "\(words): \(run.errors)")
        }
    }

    @Test func betsAreRead() throws {
        for (text, wish) in [
            ("20 on Ana", BetWish(chips: 20, on: "Ana")), ("20 seat 1", BetWish(chips: 20, on: "1")),
            ("20 1", BetWish(chips: 20, on: "1")), ("3 on draw", BetWish(chips: 3, on: "draw")),
            ("3 on Ana Maria", BetWish(chips: 3, on: "Ana Maria")),
        ] {
            #expect(CommandArgument.bet.read(text) == wish)
        }
        #expect(CommandArgument.bet.read("Ana") == nil && CommandArgument.bet.read("20") == nil)
    }

    @Test func decodeListsBets() throws {
        let urls = ["b2", "a1", "as Cai", "bet 20 on Ana", "url", "as Ana", "a2", "url", "quit"]
        let run = try runProgram(Self.three, input: urls.joined(separator: "\n") + "\n")
        let found = run.output.split(separator: "\n").filter { $0.hasPrefix("https://") }.map(String.init)
        try #require(found.count == 2, "\(run.output)")
        let offer = try runProgram(["decode", found[0]])
        #expect(offer.output.contains("somebody without a seat"))
        #expect(offer.output.contains("20 chips that seat 1 wins, as \"Cai\""))
        let carried = try runProgram(["decode", found[1]])
        #expect(carried.output.contains("Bets: 1 count; chips on nobody 0, seat 1 20, seat 2 0"))
        #expect(carried.output.contains("ply 4") && carried.output.contains("counts"))
        let json = try Value(json: try runProgram(["decode", "--json", found[0]]).output)
        #expect(json["bet"]?["chips"] == 20 && json["bet"]?["fits"] == true && json["sender"] == 0)
        let log = try Value(json: try runProgram(["decode", "--json", found[1]]).output)
        #expect(log["plies"]?[3]?["bets"]?[0]?["counts"] == true && log["plies"]?[0]?["bets"] == nil)
        #expect(log["book"]?["pools"] == [0, 20, 0] && log["book"]?["open"] == true && log["bet"] == .null)
        #expect(log["book"]?["bettors"]?[0]?["left"] == 80)
    }
}
