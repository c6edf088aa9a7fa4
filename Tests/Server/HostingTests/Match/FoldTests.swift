import GameRules
import Scenes
import Testing
import Values

@testable import Hosting

/// A match that is read from its log is the match that was played, whichever way it is read.
@Suite struct FoldTests {
    /// Returns a match of a game, played at random by all of its seats on one service.
    private static func played(
        _ game: String, plies: Int, seed: UInt64, on house: MatchService
    ) async throws -> (id: HostedMatchID, seats: [SeatGrant]) {
        let script = try #require(house.games.first { $0.id == game })
        var generator = SplitMix64(seed: seed)
        var request = MatchRequest(game: game, name: "Ann")
        request.seats = min(3, script.seats.upperBound)
        if game == "battleship" { request.options = ["size": 3] }
        let first = try await house.open(request, nonce: .random())
        var seats = [first]
        for _ in 1..<max(1, request.seats ?? 1) {
            seats.append(try await house.join(first.match, name: nil, nonce: .random()))
        }
        for ply in 0..<plies {
            let status = try await house.view(of: first.match, token: nil)
            guard let seat = status.turn.randomElement(using: &generator) else { break }
            if ply == plies * 3 / 4, seats.count > 2 {
                try await house.leave(first.match, token: seats[2].token, nonce: .random())
                continue
            }
            let view = try await house.view(of: first.match, token: seats[seat - 1].token)
            let move = view.moves.randomElement(using: &generator)?.text ?? view.typed.first?.name
            try await house.play(#require(move), in: first.match, token: seats[seat - 1].token, nonce: .random())
        }
        return (first.match, seats)
    }

    private static func bytes(_ house: MatchService, _ id: HostedMatchID, _ seats: [SeatGrant]) async throws
        -> [[UInt8]]
    {
        var all: [[UInt8]] = []
        for token in [nil] + seats.map(\.token) {
            for theme in [Theme.light, .dark] {
                all.append(try await house.viewJSON(of: id, token: token, theme: theme))
            }
        }
        return all
    }

    /// Another service that reads the log shows each seat the same bytes, also after it has read a snapshot or an archive.
    @Test(arguments: [
        "tic-tac-toe", "connect-four", "battleship", "pig", "blackjack", "liars-dice", "rock-paper-scissors",
        "crazy-eights",
    ]) func everyReaderShowsTheSame(_ game: String) async throws {
        let log = MemoryMatchLog()
        let house = try await Houses.one(log: log)
        let (id, seats) = try await Self.played(game, plies: 48, seed: 5, on: house)
        let shown = try await Self.bytes(house, id, seats)
        let digest = try await house.digest(of: id).digest
        let reader = try await Houses.one(log: log)
        #expect(try await Self.bytes(reader, id, seats) == shown, "from its log")
        #expect(try await reader.digest(of: id).digest == digest)
        await house.putAway(house.table(id))
        #expect(house.load.tables == 0)
        #expect(try await Self.bytes(house, id, seats) == shown, "put away and read again")
    }

    /// A snapshot is used. A snapshot that doesn't fit its log isn't used.
    @Test func snapshots() async throws {
        let log = MemoryMatchLog()
        let house = try await Houses.one(log: log)
        let (id, seats) = try await Self.played("battleship", plies: 45, seed: 1, on: house)
        let entries = try log.read(id, from: 1)
        let view = try await house.view(of: id, token: seats[0].token)
        guard view.phase == "playing", entries.count >= ActiveMatch.leastEntries else { return }
        await house.putAway(house.table(id))
        let kept = try #require(try log.note(.snapshot, on: id))
        let stand = try #require(MatchCheckpoint(kept))
        let script = try #require(house.games.first { $0.id == "battleship" })
        let resumed = try HostedMatch(id, entries, at: stand, script: script, pool: nil)
        let whole = try HostedMatch(id, entries, script: script)
        #expect(try resumed.match.digest() == whole.match.digest() && resumed.digest == whole.digest)
        #expect(try resumed.lines(after: 0, for: 1) == whole.lines(after: 0, for: 1))
        var other = entries
        other[5].bytes[other[5].bytes.count - 1] ^= 1
        #expect(throws: HostingError.self) { try HostedMatch(id, other, at: stand, script: script, pool: nil) }
    }

    /// A match with slow moves gets a checkpoint while it is played, so that it can be loaded again in time.
    @Test func aSlowMatchHasACheckpoint() async throws {
        let game = try Houses.game(
            "slow",
            """
            local parlor, scene = require 'parlor', require 'parlor.scene'
            return parlor.game {
              title = 'Slow', seats = 2, setup = function() return { n = 0 } end,
              moves = { go = { play = function(state) state.n = state.n + 1 end } },
              outcome = function(state) if state.n == 99 then return parlor.draw() end end,
              scene = function() return scene.text 'slow' end,
            }
            """)
        let log = MemoryMatchLog()
        var settings = Houses.quick
        settings.unsavedTime = .zero  // every move counts as slow
        let house = try await Houses.one(log: log, settings: settings, games: [game])
        let (id, _) = try await Self.played("slow", plies: 10, seed: 1, on: house)
        let bytes = try #require(try log.note(.snapshot, on: id))
        let stand = try #require(MatchCheckpoint(bytes))
        let entries = try log.read(id, from: 1)
        #expect(entries.count < ActiveMatch.leastEntries && stand.number == entries.count)
        let resumed = try HostedMatch(id, entries, at: stand, script: game, pool: nil)
        #expect(try resumed.match.digest() == HostedMatch(id, entries, script: game).match.digest())
    }

    /// If a script fails in a ply that can't be taken back, the match ends, and everybody is told why. This is also so
    /// after the match was read from its log or from a checkpoint.
    @Test func aFailedScriptIsTold() async throws {
        let game = try Houses.game(
            "failing",
            """
            local parlor, scene = require 'parlor', require 'parlor.scene'
            return parlor.game {
              title = 'Failing', seats = 2, setup = function() return {} end,
              turn = function() return { 1, 2 } end,
              moves = { say = { choices = { 1 }, play = function(state) state.n = (state.n or 0) + 1 end } },
              resolve = function() error 'no' end,
              outcome = function(state) if state.n == 9 then return parlor.draw() end end,
              scene = function() return scene.text 'failing' end,
            }
            """)
        let log = MemoryMatchLog()
        let house = try await Houses.one(log: log, games: [game])
        let (id, seats) = try await Self.played("failing", plies: 2, seed: 1, on: house)
        let told = "The game's script failed. The game is drawn."
        let view = try await house.view(of: id, token: seats[0].token)
        #expect(view.status == told && view.outcome?.text == told && view.outcome?.draw == true)
        let entries = try log.read(id, from: 1)
        let read = try HostedMatch(id, entries, script: game)
        let bytes = try #require(try log.note(.snapshot, on: id), "the end has a checkpoint")
        let stand = try #require(MatchCheckpoint(bytes))
        for match in [read, try HostedMatch(id, entries, at: stand, script: game, pool: nil)] {
            #expect(match.hasFailed)
        }
    }

    /// A log with an entry removed, doubled or swapped can't be read as a match.
    @Test func damagedLogs() async throws {
        let log = MemoryMatchLog()
        let house = try await Houses.one(log: log)
        let (id, _) = try await Self.played("connect-four", plies: 12, seed: 3, on: house)
        let entries = try log.read(id, from: 1)
        let script = try #require(house.games.first { $0.id == "connect-four" })
        func fold(_ entries: [LoggedEntry]) throws -> HostedMatch {
            let numbered = entries.enumerated().map { LoggedEntry(number: $0 + 1, nonce: $1.nonce, bytes: $1.bytes) }
            return try HostedMatch(id, numbered, script: script)
        }
        _ = try fold(entries)
        #expect(throws: HostingError.self) {
            try HostedMatch(id, entries.dropLast(2) + entries.suffix(1), script: script)
        }
        for place in 0..<entries.count - 1 {
            var (removed, doubled, swapped) = (entries, entries, entries)
            removed.remove(at: place)
            doubled.insert(entries[place], at: place)
            swapped.swapAt(place, place + 1)
            #expect(throws: HostingError.self, "removed \(place)") { try fold(removed) }
            #expect(throws: HostingError.self, "doubled \(place)") { try fold(doubled) }
            // two joins that are swapped give the same seats
            if place == 1 { continue }
            #expect(throws: HostingError.self, "swapped \(place)") { try fold(swapped) }
        }
    }

    /// A match continues with the rules with which it began, even after the game was replaced.
    @Test func aMatchKeepsItsRules() async throws {
        func game(_ winner: Int, version: Int) -> String {
            """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Count', version = \(version), seats = 2,
              setup = function() return { count = 0 } end,
              turn = function(state) return state.count % 2 + 1 end,
              moves = { up = { play = function(state) state.count = state.count + 1 end } },
              outcome = function(state) if state.count == 3 then return parlor.win(\(winner)) end end,
            }
            """
        }
        func script(_ winner: Int, version: Int) throws -> GameScript {
            try Houses.game("count", game(winner, version: version))
        }
        let log = MemoryMatchLog()
        let old = try await Houses.one(log: log, games: [script(1, version: 1)])
        let ann = try await old.open(MatchRequest(game: "count"), nonce: .random())
        let bob = try await old.join(ann.match, name: nil, nonce: .random())
        try await old.play("up", in: ann.match, token: ann.token, nonce: .random())
        let new = try await Houses.one(log: log, games: [script(2, version: 2)])
        try await new.play("up", in: ann.match, token: bob.token, nonce: .random())
        try await new.play("up", in: ann.match, token: ann.token, nonce: .random())
        #expect(try await new.view(of: ann.match, token: nil).outcome?.winners == [1])
        let again = try await new.rematch(ann.match, token: ann.token, nonce: .random())
        let next = try await new.rematch(ann.match, token: bob.token, nonce: .random())
        for turn in [next, again, next] {
            try await new.play("up", in: again.match, token: turn.token, nonce: .random())
        }
        #expect(try await new.view(of: again.match, token: nil).outcome?.winners == [2])
        try log.note(.rules, nil, on: HostedMatchID(digest: script(1, version: 1).digest))
        let poor = try await Houses.one(log: log)
        #expect(await Houses.refusal { try await poor.view(of: ann.match, token: nil) }?.code == "needs_version")
    }
}
