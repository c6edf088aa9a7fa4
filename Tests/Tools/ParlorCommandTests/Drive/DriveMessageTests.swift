import Crypto
import Effort
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// A person's process: a session, its match, and the seat that it plays.
private struct Player {
    let seat: Int
    let driver: Driver
    var match: Int

    func message() throws -> String {
        try #require(driver.ok(#"{"op":"message","match":\#(match),"seat":\#(seat)}"#)["url"]?.stringValue)
    }

    @discardableResult
    func receive(_ url: String) throws -> Value {
        try driver.ok(#"{"op":"receive","url":"\#(url)","match":\#(match)}"#)
    }

    /// Plays random moves while it is the seat's turn; returns whether there were any.
    func move(using random: inout SplitMix64) throws -> Bool {
        var hasMoved = false
        while true {
            let moves = try driver.ok(#"{"op":"moves","match":\#(match),"seat":\#(seat)}"#)["moves"]?.arrayValue ?? []
            guard let text = moves.randomElement(using: &random)?["text"]?.stringValue else { return hasMoved }
            _ = try driver.ok(#"{"op":"play","match":\#(match),"seat":\#(seat),"move":"\#(text)"}"#)
            hasMoved = true
        }
    }

    /// Returns the same match in another process, loaded from its bytes.
    func loaded() throws -> Player {
        let bytes = try #require(driver.ok(#"{"op":"save","match":\#(match)}"#)["bytes"]?.stringValue)
        let other = try Driver()
        let number = try #require(other.ok(#"{"op":"load","bytes":"\#(bytes)"}"#)["match"]?.intValue)
        return Player(seat: seat, driver: other, match: number)
    }

    func digest() throws -> Value { try driver.ok(#"{"op":"digest","match":\#(match)}"#) }

    func isOver() throws -> Bool {
        let played = try driver.ok(#"{"op":"random","match":\#(match),"plies":0,"seed":0}"#)
        return played["outcome"].map { $0 != .null } ?? false
    }
}

/// Returns two players of a match: Ann opens it and invites, Bob takes the other seat.
private func players(_ game: String, _ more: String = "") throws -> [Player] {
    let ann = Player(seat: 1, driver: try Driver(), match: 0)
    let opened = try ann.driver.open(game, more)
    let inviter = Player(seat: 1, driver: ann.driver, match: opened)
    let bob = try Driver()
    let received = try bob.ok(#"{"op":"receive","url":"\#(inviter.message())"}"#)
    #expect(received["verdict"] == "adopt")
    return [inviter, Player(seat: 2, driver: bob, match: try #require(received["match"]?.intValue))]
}

@Suite struct DriveMessageTests {
    private static let seeds: Range<UInt64> = TestEffort.extent(quick: 0..<1, full: 0..<4)
    private static let games = [
        "tic-tac-toe", "battleship", "rock-paper-scissors", "blackjack", "connect-four", "liars-dice", "pig",
    ]

    /// Returns the fields of an `open` request after the game: two seats, and options for a match
    /// of suitable length.
    private static func opening(_ game: String) -> String {
        switch game {
        case "blackjack": #","seats":2"#
        case "battleship": TestEffort.extent(quick: #","options":{"size":3}"#, full: "")
        default: ""
        }
    }

    @Test(arguments: games, seeds)
    func twoSessionsPlayByUrlsAlone(game: String, seed: UInt64) throws {
        try LuaThread.run {
            var random = SplitMix64(seed: seed)
            let players = try players(game, Self.opening(game))
            // in a game with random draws, nobody moves before both have joined
            if ["blackjack", "pig", "liars-dice"].contains(game) { try players[0].receive(players[1].message()) }
            // the seats that must send a message without a move: a reveal, or a contribution to a
            // draw
            var owing: Set<Int> = ["blackjack", "pig", "liars-dice"].contains(game) ? [1] : []
            var quiet = 0
            while quiet < 2 {
                for (player, other) in [(players[0], players[1]), (players[1], players[0])] {
                    let hasMoved = try player.move(using: &random)
                    guard owing.remove(player.seat) != nil || hasMoved else {
                        quiet += 1
                        continue
                    }
                    quiet = 0
                    let request = #"{"op":"message","match":\#(player.match),"seat":\#(player.seat)}"#
                    let message = try player.driver.ok(request)
                    let url = message["url"]?.stringValue ?? ""
                    // an entry of a round can't be sent before the other seat is taken, so the
                    // message is the invitation again
                    let expected: Value = message["held"] == nil ? "adopt" : "duplicate"
                    let received = try other.receive(url)
                    #expect(received["verdict"] == expected, "\(game), seed \(seed)")
                    if received["witnessed"] != nil || received["answers"] != nil { owing.insert(other.seat) }
                    let again: Value = received["witnessed"] == nil ? "duplicate" : "late"
                    #expect(try other.receive(url)["verdict"] == again, "\(game), seed \(seed)")
                    #expect(try player.receive(url)["verdict"] == "duplicate", "\(game), seed \(seed)")
                }
            }
            #expect(try players.map { try $0.isOver() } == [true, true], "\(game), seed \(seed)")
            #expect(try players[0].digest() == players[1].digest(), "\(game), seed \(seed)")
        }
    }

    /// Every third message is lost, the others arrive twice and in any order; a waiting player
    /// sends again.
    @Test(arguments: games, seeds)
    func lossesAreHealedBySendingAgain(game: String, seed: UInt64) throws {
        try LuaThread.run {
            var random = SplitMix64(seed: seed)
            let players = try players(game, Self.opening(game))
            // Ann certainly gets the message by which Bob takes his seat: before it, he has nothing
            // to send again
            var mail: [[String]] = [[try players[1].message()], []]
            var sent = 0
            for turn in 0..<400 {
                for index in 0...1 {
                    let (player, other) = (players[index], 1 - index)
                    for url in mail[index].shuffled(using: &random) {
                        let verdict = try player.receive(url)["verdict"]?.stringValue ?? ""
                        #expect(["adopt", "duplicate", "late", "kept"].contains(verdict), "\(game), seed \(seed)")
                    }
                    mail[index] = []
                    _ = try player.move(using: &random)
                    let asked = #"{"op":"message","match":\#(player.match),"seat":\#(player.seat)}"#
                    // a seat that didn't make the last move has nothing to send
                    guard let url = try player.driver.answer(asked)["ok"]?["url"]?.stringValue else { continue }
                    #expect(try player.message() == url, "sending again sends the same")
                    sent += 1
                    if !sent.isMultiple(of: 3) { mail[other] += [url, url] }
                    if turn % 5 < 2 { mail[other] += mail[other] }
                }
                // at the end both have revealed their sealed moves
                if try players.allSatisfy({ try $0.isOver() }), mail == [[], []],
                    try players[0].digest() == players[1].digest()
                {
                    break
                }
            }
            #expect(try players.map { try $0.isOver() } == [true, true], "\(game), seed \(seed)")
            #expect(try players[0].digest() == players[1].digest(), "\(game), seed \(seed)")
        }
    }

    @Test func oneSessionPlaysAllSeats() throws {
        let driver = try Driver()
        let match = try driver.open("battleship", #","options":{"size":8}"#)
        let played = try driver.ok(#"{"op":"random","match":\#(match),"seed":5}"#)
        let counter = WorkCounter()
        let messages = try counter.count {
            try (1...2).map { try driver.answer(#"{"op":"message","match":\#(match),"seat":\#($0)}"#) }
        }
        let plies = try #require(played["ply"]?.intValue)
        // each ply is signed, checked and opened, but none is the reason to play the whole match again
        #expect(counter.work[.pliesReplayed] <= 8 * plies, "\(counter.work[.pliesReplayed]) of \(plies)")
        let urls = messages.compactMap { $0["ok"]?["url"]?.stringValue }
        let url = try #require(urls.first)
        #expect(messages.allSatisfy { $0["error"] == nil }, "both open what they had sealed")
        let other = try Driver()
        let received = try other.ok(#"{"op":"receive","url":"\#(url)"}"#)
        #expect(received["outcome"] == played["outcome"] && received["turn"] == [])
        #expect(try other.ok(#"{"op":"digest","match":1}"#) == driver.ok(#"{"op":"digest","match":\#(match)}"#))
    }

    @Test func anotherHostsMovesAreNotSigned() throws {
        let players = try players("tic-tac-toe")
        _ = try players[1].message()
        for (player, seat, move) in [(0, 1, "b2"), (0, 2, "a1")] {
            let player = players[player]
            _ = try player.driver.ok(#"{"op":"play","match":\#(player.match),"seat":\#(seat),"move":"\#(move)"}"#)
        }
        try players[0].receive(players[1].message())
        // the unsigned moves are reported as lost and may be played again
        let first = try players[0].driver.ok(#"{"op":"play","match":1,"seat":1,"move":"b2"}"#)
        #expect(first["ply"] == 1)
        _ = try players[0].driver.ok(#"{"op":"play","match":1,"seat":2,"move":"a1"}"#)
        let error = try players[0].driver.error(#"{"op":"message","match":1,"seat":1}"#)
        #expect(error["kind"] == "request" && error["message"]?.stringValue?.contains("seat 2's message") == true)
        _ = try players[0].driver.ok(#"{"op":"undo","match":1,"ply":1}"#)
        #expect(try players[1].receive(players[0].message())["verdict"] == "adopt")
    }

    @Test func whatAnAdoptedLogLacksIsTold() throws {
        let players = try players("tic-tac-toe")
        _ = try players[0].driver.ok(#"{"op":"play","match":1,"seat":1,"move":"b2"}"#)
        let receipt = try players[0].receive(players[1].message())
        #expect(receipt["verdict"] == "adopt" && receipt["lost"] == [["seat": 1, "text": "b2"]])
        #expect(receipt["turn"] == [1] && receipt["ply"] == 0)
    }

    @Test func aRoundWaitsForTheOtherSeat() throws {
        let ann = try Driver()
        let match = try ann.open("rock-paper-scissors")
        _ = try ann.ok(#"{"op":"play","match":\#(match),"seat":1,"move":"rock"}"#)
        let invitation = try ann.ok(#"{"op":"message","match":\#(match),"seat":1}"#)
        #expect(invitation["held"] == 1)
        let bob = try Driver()
        let url = try #require(invitation["url"]?.stringValue)
        #expect(try bob.ok(#"{"op":"receive","url":"\#(url)"}"#)["turn"] == [1, 2])
        _ = try bob.ok(#"{"op":"play","match":1,"seat":2,"move":"paper"}"#)
        let answer = try #require(bob.ok(#"{"op":"message","match":1,"seat":2}"#)["url"]?.stringValue)
        let receipt = try ann.ok(#"{"op":"receive","url":"\#(answer)"}"#)
        #expect(receipt["answers"] == [1] && receipt["lost"] == nil, "the entry that was held is in the round")
        let second = try ann.ok(#"{"op":"message","match":\#(match),"seat":1}"#)
        #expect(second["held"] == nil)
        let entry = try #require(second["url"]?.stringValue)
        #expect(try bob.ok(#"{"op":"receive","url":"\#(entry)"}"#)["answers"] == [2], "his own was sealed")
        let opened = try #require(bob.ok(#"{"op":"message","match":1,"seat":2}"#)["url"]?.stringValue)
        #expect(try ann.ok(#"{"op":"receive","url":"\#(opened)"}"#)["ply"] == 2)
        #expect(try bob.ok(#"{"op":"digest","match":1}"#) == ann.ok(#"{"op":"digest","match":\#(match)}"#))
    }

    @Test func whatWasSignedStays() throws {
        let driver = try Driver()
        let match = try driver.open("tic-tac-toe")
        for (seat, move) in [(1, "b2"), (2, "a1")] {
            _ = try driver.ok(#"{"op":"play","match":\#(match),"seat":\#(seat),"move":"\#(move)"}"#)
        }
        _ = try driver.ok(#"{"op":"message","match":\#(match),"seat":2}"#)
        _ = try driver.ok(#"{"op":"play","match":\#(match),"seat":1,"move":"b1"}"#)
        #expect(try driver.error(#"{"op":"undo","match":\#(match),"ply":1}"#)["kind"] == "request")
        #expect(try driver.ok(#"{"op":"undo","match":\#(match),"ply":2}"#)["turn"] == [1])
        #expect(try driver.ok(#"{"op":"undo","match":\#(match),"ply":3}"#)["turn"] == [2])
    }

    @Test func aSignedEntryOfARoundStays() throws {
        let players = try players("rock-paper-scissors")
        try players[0].receive(players[1].message())
        let driver = players[0].driver
        _ = try driver.ok(#"{"op":"play","match":1,"seat":1,"move":"rock"}"#)
        _ = try driver.ok(#"{"op":"message","match":1,"seat":1}"#)
        _ = try driver.ok(#"{"op":"play","match":1,"seat":2,"move":"paper"}"#)
        for ply in [1, 0] {
            let undone = try driver.ok(#"{"op":"undo","match":1,"ply":\#(ply)}"#)
            #expect(undone["turn"] == [2], "seat 1 has entered, whatever seat 2 takes back")
        }
        _ = try driver.ok(#"{"op":"play","match":1,"seat":2,"move":"rock"}"#)
        #expect(try driver.ok(#"{"op":"view","match":1}"#)["view"]?["hands"] == ["rock", "rock"])
    }

    @Test func chanceNeedsDrawsThatMessagesTell() throws {
        let driver = try Driver()
        let match = try driver.open("blackjack", #","seats":2,"seed":5"#)
        let error = try driver.error(#"{"op":"message","match":\#(match),"seat":1}"#)
        #expect(error["kind"] == "request" && error["message"]?.stringValue?.contains("`seed`") == true)
        let group = try driver.open("blackjack", #","seats":3"#)
        let refused = try driver.error(#"{"op":"message","match":\#(group),"seat":1}"#)
        #expect(refused["message"]?.stringValue?.contains("two seats") == true)
    }

    @Test func verdictsThatAdoptNothingAreAnswers() throws {
        let players = try players("tic-tac-toe")
        let url = try players[1].message()
        try players[0].receive(url)
        let before = try players[0].digest()
        let hostile: [(String, String)] = [
            ("", "malformed"), ("https://parlor.games/", "malformed"),
            ("https://parlor.games/tic-tac-toe#AA", "unsupported_version"),
            ("https://parlor.games/tic-tac-toe#AQ", "unsupported_version"),
            (String(url.dropLast(9)), "malformed"), (url + String(repeating: "A", count: 6000), "too_large"),
            (url.replacing("tic-tac-toe", with: "chess"), "unknown_game"),
            (url.replacing("tic-tac-toe", with: "connect-four"), "needs_version"),
            (url.replacing("tic-tac-toe", with: "../sdk"), "malformed"),
        ]
        let driver = try Driver()
        for (hostile, verdict) in hostile {
            let answer = try driver.ok(#"{"op":"receive","url":"\#(hostile)"}"#)
            #expect(answer["verdict"]?.stringValue == verdict && answer["match"] == .null, "\(hostile): \(answer)")
            #expect(answer["line"]?.stringValue?.isEmpty == false)
        }
        #expect(try players[0].receive("nothing")["match"] == .int(Int64(players[0].match)))
        #expect(try players[0].digest() == before)
        #expect(driver.session.openMatches == 0)
    }

    /// A message with any one changed bit in a signature isn't adopted.
    @Test(arguments: TestEffort.extent(quick: 0..<1, full: 0..<6) as Range<UInt64>)
    func damagedMessagesAreNotAdopted(seed: UInt64) throws {
        try LuaThread.run {
            let players = try players("tic-tac-toe")
            let url = Array(try players[1].message().utf8)
            let begin = try #require(url.firstIndex(of: UInt8(ascii: "#"))) + 1
            var random = SplitMix64(seed: seed)
            for _ in 0..<60 {
                var damaged = url
                let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
                let place = Int.random(in: begin..<url.count, using: &random)
                damaged[place] = letters.randomElement(using: &random) ?? 65
                if damaged == url { continue }
                let text = String(decoding: damaged, as: UTF8.self)
                let answer = try players[0].driver.ok(#"{"op":"receive","url":"\#(text)"}"#)
                // a changed match id or name makes another match, which the signatures don't fit
                #expect(answer["verdict"] != "adopt", "seed \(seed), place \(place): \(answer)")
            }
            #expect(try players[0].receive(String(decoding: url, as: UTF8.self))["verdict"] == "adopt")
        }
    }

    @Test func requestsAreChecked() throws {
        let players = try players("tic-tac-toe")
        let driver = players[0].driver
        for request in [
            #"{"op":"message","match":1}"#, #"{"op":"message","match":1,"seat":3}"#,
            #"{"op":"message","match":9,"seat":1}"#,
            #"{"op":"receive"}"#, #"{"op":"receive","url":5}"#, #"{"op":"receive","url":"x","match":"y"}"#,
            #"{"op":"receive","url":"x","match":9}"#, #"{"op":"message","match":1,"seat":"a"}"#,
        ] {
            #expect(try driver.error(request)["kind"] == "request", "\(request)")
        }
        let other = try driver.open("tic-tac-toe")
        let error = try driver.error(#"{"op":"receive","url":"\#(players[1].message())","match":\#(other)}"#)
        #expect(error["kind"] == "request" && error["message"]?.stringValue?.contains("another match") == true)
    }

    @Test func aSavedMatchGoesOnByMessages() throws {
        let driver = try Driver()
        let match = try driver.open("connect-four")
        _ = try driver.ok(#"{"op":"random","match":\#(match),"seed":1,"plies":6}"#)
        let bytes = try #require(driver.ok(#"{"op":"save","match":\#(match)}"#)["bytes"]?.stringValue)
        let other = try Driver()
        _ = try other.ok(#"{"op":"load","bytes":"\#(bytes)"}"#)
        let url = try #require(other.ok(#"{"op":"message","match":1,"seat":2}"#)["url"]?.stringValue)
        let received = try driver.ok(#"{"op":"receive","url":"\#(url)"}"#)
        #expect(received["ply"] == 6 && received["match"] != .int(Int64(match)))
    }

    /// A match with messages continues from its save at any point, also with sealed moves, and with
    /// moves and claims that aren't signed yet.
    @Test(arguments: games, seeds)
    func aToldMatchGoesOnFromItsSave(game: String, seed: UInt64) throws {
        try LuaThread.run {
            var random = SplitMix64(seed: seed)
            var players = try players(game, Self.opening(game))
            let draws = ["blackjack", "pig", "liars-dice"].contains(game)
            if draws { try players[0].receive(players[1].message()) }
            var owing: Set<Int> = draws ? [1] : []
            var quiet = 0
            while quiet < 2 {
                for index in 0...1 {
                    let before = try players[index].digest()
                    players[index] = try players[index].loaded()
                    #expect(try players[index].digest() == before, "\(game), seed \(seed)")
                    let hasMoved = try players[index].move(using: &random)
                    guard owing.remove(index + 1) != nil || hasMoved else {
                        quiet += 1
                        continue
                    }
                    quiet = 0
                    let moved = try players[index].digest()
                    players[index] = try players[index].loaded()
                    #expect(try players[index].digest() == moved, "\(game), seed \(seed)")
                    let url = try players[index].message()
                    let other = 1 - index
                    players[other] = try players[other].loaded()
                    let received = try players[other].receive(url)
                    #expect(["adopt", "duplicate"].contains(received["verdict"]?.stringValue), "\(game): \(received)")
                    if received["witnessed"] != nil || received["answers"] != nil { owing.insert(other + 1) }
                }
            }
            #expect(try players.map { try $0.isOver() } == [true, true], "\(game), seed \(seed)")
            #expect(try players[0].digest() == players[1].digest(), "\(game), seed \(seed)")
        }
    }

    /// An unsigned claim is saved, and so is a resignation that was overruled by a move sent at the
    /// same time.
    @Test func aClaimThatIsNotSentIsKept() throws {
        let both = try players("tic-tac-toe")
        var (ann, bob) = (both[0], both[1])
        try ann.receive(try bob.message())
        _ = try play(ann, "c3")
        _ = try claim(ann, against: 2)
        ann = try ann.loaded()
        let read = try bob.receive(try ann.message())
        #expect(read["outcome"]?["standing"] == true && read["ply"] == 1)
        _ = try bob.driver.ok(#"{"op":"resign","match":\#(bob.match),"seat":2}"#)
        _ = try bob.message()
        bob = try bob.loaded()
        #expect(try ann.receive(bob.message())["outcome"] == ["win": [1]])
    }

    /// A player who claims and then resigns only resigns in the message, in any game. The message
    /// can be made and the save loaded.
    @Test(arguments: games) func aClaimBeforeAResignationIsNotInItsWay(_ game: String) throws {
        try LuaThread.run {
            // the keys of the players are random, so a match can end before anybody may claim
            for _ in 0..<12 where try claimsAndResigns(in: game) { return }
            Issue.record("\(game): in no match could anybody claim, so nothing was tried")
        }
    }

    /// Plays a match until the second seat may claim against the first, then claims and resigns.
    ///
    /// - Returns: False if the match ended before the second seat could claim.
    private func claimsAndResigns(in game: String) throws -> Bool {
        let both = try players(game, Self.opening(game))
        var (ann, bob) = (both[0], both[1])
        try ann.receive(try bob.message())
        for _ in 0..<40 {
            for (player, other) in [(ann, bob), (bob, ann)] {
                let asked = #"{"op":"message","match":\#(player.match),"seat":\#(player.seat)}"#
                var random = SplitMix64(seed: 1)
                if player.seat == 1 { _ = try player.move(using: &random) }
                if let url = try player.driver.answer(asked)["ok"]?["url"]?.stringValue { try other.receive(url) }
            }
            let turn = try bob.driver.ok(#"{"op":"random","match":\#(bob.match),"plies":0,"seed":0}"#)
            if turn["outcome"] != .null { return false }
            var random = SplitMix64(seed: 2)
            _ = try bob.move(using: &random)
            let asked = #"{"op":"claim","match":\#(bob.match),"seat":2,"against":1}"#
            guard try bob.driver.answer(asked)["ok"] != nil else { continue }
            _ = try bob.driver.ok(#"{"op":"resign","match":\#(bob.match),"seat":2}"#)
            bob = try bob.loaded()
            try ann.receive(bob.message())
            #expect(try ann.isOver() || game == "blackjack", "\(game)")
            return true
        }
        return false
    }

    /// Saves with correct checksums in which a key occurs twice, or a secret differs from the
    /// sealed secret.
    @Test func aSaveThatLiesIsRefused() throws {
        let both = try players("battleship", #","options":{"size":3}"#)
        var random = SplitMix64(seed: 3)
        _ = try both[0].move(using: &random)
        try both[1].receive(both[0].message())
        let saved = try #require(both[0].driver.ok(#"{"op":"save","match":1}"#)["bytes"]?.stringValue)
        let value = try Value(canonicalBytes: Array(#require(Data(base64Encoded: saved))))
        let session = try #require(value["session"]?.bytesValue)
        let inner = try Value(canonicalBytes: Array(session.dropFirst(4).dropLast(8)))
        func loads(_ change: (inout [ValueKey: Value]) -> Void) throws -> Value {
            var fields = try #require(inner.mapValue)
            change(&fields)
            let body = session.prefix(4) + (try Value.map(fields).canonicalBytes())
            var outer = try #require(value.mapValue)
            outer["session"] = .bytes(Array(body) + Array(SHA256.hash(data: Data(body)).prefix(8)))
            outer["check"] = nil
            outer["check"] = .bytes(
                Array(SHA256.hash(data: Data(try Value.map(outer).canonicalBytes())).prefix(16)))
            let text = Data(try Value.map(outer).canonicalBytes()).base64EncodedString()
            return try Driver().answer(#"{"op":"load","bytes":"\#(text)"}"#)
        }
        #expect(try loads { _ in }["ok"] != nil)
        let twice = try loads { $0["keys"] = .array(($0["keys"]?.arrayValue ?? []) + ($0["keys"]?.arrayValue ?? [])) }
        #expect(twice["error"]?["message"]?.stringValue?.contains("each key once") == true, "\(twice)")
        let secrets = try #require(inner["secrets"]?.arrayValue)
        #expect(secrets.count > 1)
        let lie = try loads {
            $0["secrets"] = .array([[secrets[0][0] ?? .null, secrets[1][1] ?? .null]] + secrets.dropFirst())
        }
        #expect(lie["error"]?["message"]?.stringValue?.contains("isn't what was sealed") == true, "\(lie)")
    }

    /// A save can come from anywhere, so nothing in it is trusted.
    @Test func aChangedSaveIsRefused() throws {
        let both = try players("tic-tac-toe")
        try both[0].receive(both[1].message())
        _ = try play(both[0], "b2")
        let saved = try #require(both[0].driver.ok(#"{"op":"save","match":1}"#)["bytes"]?.stringValue)
        let bytes = try #require(Data(base64Encoded: saved))
        // the same match is open here
        let twice = try both[0].driver.error(#"{"op":"load","bytes":"\#(saved)"}"#)
        #expect(twice["message"]?.stringValue?.contains("is open already") == true)
        var random = SplitMix64(seed: 1)
        for _ in 0..<200 {
            var changed = Array(bytes)
            let place = Int.random(in: 0..<changed.count, using: &random)
            changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            let text = Data(changed).base64EncodedString()
            #expect(try Driver().answer(#"{"op":"load","bytes":"\#(text)"}"#)["error"] != nil, "byte \(place)")
        }
    }

    @Test func aMatchThatIsTooLongIsRefusedWithItsSize() throws {
        let folder = GameFolder(
            id: "long",
            game: """
                local parlor = require "parlor"
                return parlor.game { title = "Long", seats = 2, setup = function() return { n = 0 } end,
                  moves = { go = { play = function(state) state.n = state.n + 1 end } },
                  outcome = function(state) if state.n >= 9000 then return parlor.draw() end end }
                """)
        let script = try GameScript(folder, library: ScriptSource(folder: home.sdk))
        for (count, isWire) in [(3900, true), (4200, false)] {
            let match = try CorrespondenceMatch(of: script)
            try LuaThread.run {
                for ply in 0..<count { try match.match.play("go", seat: ply % 2 + 1) }
            }
            let before = try match.match.digest()
            do {
                _ = try match.message(from: 2)
                Issue.record("\(count) plies fit")
            } catch {
                switch error {
                case .wire(.tooLarge(let excess)): #expect(isWire && excess.part == "url" && excess.limit < 5000)
                default: #expect(!isWire && "\(error)".contains("4096 plies"))
                }
            }
            #expect(try match.match.digest() == before && match.signedLog == nil)
        }
    }
}

// Claims of a match that two processes play by urls.
extension DriveMessageTests {
    private func claim(_ player: Player, against other: Int) throws -> Value {
        try player.driver.ok(
            #"{"op":"claim","match":\#(player.match),"seat":\#(player.seat),"against":\#(other)}"#)
    }

    private func play(_ player: Player, _ move: String) throws -> Value {
        try player.driver.ok(
            #"{"op":"play","match":\#(player.match),"seat":\#(player.seat),"move":"\#(move)"}"#)
    }

    /// The message with Ann's move was lost, so the message with her claim contains the move and
    /// the claim. Bob answers by moving.
    @Test func aClaimIsAnsweredByPlaying() throws {
        let both = try players("tic-tac-toe")
        let (ann, bob) = (both[0], both[1])
        try ann.receive(try bob.message())
        _ = try play(ann, "c3")
        let claimed = try claim(ann, against: 2)
        let award = try Value(json: #"{"win":[1],"by":"time","standing":true}"#)
        #expect(claimed["outcome"] == award && claimed["turn"] == [2])
        let again = try ann.driver.error(#"{"op":"claim","match":\#(ann.match),"seat":1,"against":2}"#)
        #expect(again["message"]?.stringValue?.contains("already") == true)
        let read = try bob.receive(try ann.message())
        #expect(read["verdict"] == "adopt" && read["outcome"] == award && read["turn"] == [2])
        #expect(try play(bob, "b1")["outcome"] == .null)
        let answered = try ann.receive(try bob.message())
        #expect(answered["outcome"] == .null && answered["turn"] == [1] && answered["ply"] == 2)
    }

    @Test func aResignationMakesItFinal() throws {
        let both = try players("tic-tac-toe")
        let (ann, bob) = (both[0], both[1])
        try ann.receive(try bob.message())
        _ = try play(ann, "c3")
        _ = try claim(ann, against: 2)
        try bob.receive(try ann.message())
        let resigned = try bob.driver.ok(#"{"op":"resign","match":\#(bob.match),"seat":2}"#)
        #expect(resigned["outcome"] == ["win": [1]] && resigned["turn"] == [])
        #expect(try ann.receive(try bob.message())["outcome"] == ["win": [1]])
    }

    /// A move that could never be sent is rejected. The error advises to resign again, and that
    /// works.
    @Test func anOverruledResignationIsSignedAgain() throws {
        let sides = try players("tic-tac-toe")
        let (ann, bob) = (sides[0], sides[1])
        _ = try play(ann, "a1")
        try bob.receive(ann.message())
        _ = try play(bob, "b2")
        try ann.receive(bob.message())
        _ = try bob.driver.ok(#"{"op":"resign","match":\#(bob.match),"seat":2}"#)
        _ = try bob.message()  // lost
        _ = try play(ann, "c3")
        let crossed = try bob.receive(ann.message())
        #expect(crossed["line"]?.stringValue?.contains("resign again") == true)
        for request in [#""op":"play","seat":2,"move":"c1""#, #""op":"random","seed":1"#] {
            let error = try bob.driver.error(#"{"match":\#(bob.match),\#(request)}"#)
            #expect(error["message"]?.stringValue?.contains("`resign` again") == true)
        }
        _ = try bob.driver.ok(#"{"op":"resign","match":\#(bob.match),"seat":2}"#)
        #expect(try ann.receive(bob.message())["outcome"] == ["win": [1]])
    }

    @Test func aRoundIsEnteredBehindAClaim() throws {
        let both = try players("rock-paper-scissors")
        let (ann, bob) = (both[0], both[1])
        try ann.receive(try bob.message())
        _ = try play(ann, "rock")
        #expect(try claim(ann, against: 2)["outcome"]?["standing"] == true)
        try bob.receive(try ann.message())
        _ = try play(bob, "paper")
        let read = try ann.receive(try bob.message())
        #expect(read["verdict"] == "adopt" && read["answers"] == [1])
        #expect(try bob.receive(ann.message())["ply"] == 2)
        #expect(try ann.digest() == bob.digest())
    }

    @Test func whoHasntJoinedCantBeClaimedAgainst() throws {
        let driver = try Driver()
        let match = try driver.open("tic-tac-toe")
        _ = try driver.ok(#"{"op":"play","match":\#(match),"seat":1,"move":"b2"}"#)
        _ = try driver.ok(#"{"op":"message","match":\#(match),"seat":1}"#)
        let error = try driver.error(#"{"op":"claim","match":\#(match),"seat":1,"against":2}"#)
        #expect(error["kind"] == "request")
        #expect(error["message"]?.stringValue == "Nobody has taken seat 2 yet, so there is nobody to claim against.")
    }

    /// A player whose own move is due must make it before a claim. Otherwise the other player's
    /// entry could overrule the claim, and the move would lose its place in the round.
    @Test func whoOwesAMoveClaimsNothing() throws {
        let both = try players("rock-paper-scissors")
        let (ann, bob) = (both[0], both[1])
        try ann.receive(try bob.message())
        let error = try ann.driver.error(#"{"op":"claim","match":\#(ann.match),"seat":1,"against":2}"#)
        #expect(error["message"]?.stringValue?.contains("owes a move itself") == true)
    }

    /// The next move carries a bet. If no move can carry the bet any more, the bet is rejected with
    /// a reason.
    @Test func betsAreCarried() throws {
        let both = try players("tic-tac-toe")
        let (ann, bob) = (both[0], both[1])
        let url = try bob.message()
        try ann.receive(url)
        func offering(_ url: String, _ chips: Int) throws -> String {
            let sent = try MessageURLCoder().envelope(from: url)
            let key = try SeatKey(secret: [UInt8](repeating: 9, count: 32))
            let number = BetBook(of: sent.signedLog).count(of: key.publicKey)
            let bet = try Bet(
                on: 1, chips: chips, number: number, token: DisplayName("Cai"), key: key, in: sent.signedLog.match)
            return try MessageURLCoder().url(
                of: Envelope(sent.signedLog, sender: 0, standingDigest: sent.stateCheck, bet: bet))
        }
        #expect(try ann.receive(offering(url, 20))["verdict"] == "bet")
        _ = try play(ann, "c3")
        let told = try ann.driver.ok(#"{"op":"message","match":\#(ann.match),"seat":1}"#)
        #expect(told["bets"] == 1)
        let carrying = try #require(told["url"]?.stringValue)
        #expect(BetBook(of: try MessageURLCoder().envelope(from: carrying).signedLog).entries.map(\.bet.chips) == [20])
        try bob.receive(carrying)
        _ = try play(bob, "a1")
        try ann.receive(bob.message())
        _ = try play(ann, "b2")
        let last = try ann.message()
        try bob.receive(last)
        // after Bob's next move both have moved twice, so that move carries no bets
        let refused = try bob.receive(offering(last, 5))
        #expect(refused["verdict"] == "bet_refused")
        #expect(refused["line"]?.stringValue?.contains("too late") == true)
    }

    /// In a match without messages, no other host has a clock, so a claim puts the seat out at
    /// once.
    @Test func aTimeoutEndsALocalMatch() throws {
        let driver = try Driver()
        let match = try driver.open("tic-tac-toe")
        let claimed = try driver.ok(#"{"op":"claim","match":\#(match),"seat":2,"against":1}"#)
        #expect(claimed["outcome"] == ["win": [2]] && claimed["turn"] == [])
    }
}
