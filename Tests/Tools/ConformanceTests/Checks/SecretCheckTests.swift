import GameRules
import LuaRuntime
import Testing

@testable import Conformance

/// P1 finds everything that reveals something of a seat's hand, and nothing else.
@Suite struct SecretCheckTests {
    /// Returns the report on a game with four hands of three cards. Each seat lays one card at a
    /// time.
    private func report(
        setup: String = "", play: String = "", turn: String = "", leave: String = "state.laid = 12", seed: UInt64 = 1,
        games: Int = 1
    ) throws -> GameReport {
        let source = """
            local parlor = require "parlor"
            local deck = {}
            for card = 1, 20 do deck[card] = card end
            local function place(hand, wanted)
              for i, card in ipairs(hand) do if card == wanted then return i end end
            end
            return parlor.game {
              title = "Hands", summary = "Three cards each.", seats = 4, chance = true, deal = "host", information = "hidden",
              setup = function(match)
                local cards, hands = match.shuffle { table.unpack(deck) }, { {}, {}, {}, {} }
                for i = 1, 12 do table.insert(hands[i % 4 + 1], cards[i]) end
                local state = { secret = hands, laid = 0 }
                \(setup)
                return state
              end,
              \(turn)
              moves = { lay = { choices = deck,
                legal = function(state, seat, card) return place(state.secret[seat], card) ~= nil end,
                play = function(state, seat, card)
                  table.remove(state.secret[seat], place(state.secret[seat], card))
                  state.card, state.laid = card, state.laid + 1
                  \(play)
                end } },
              leave = function(state, seat) \(leave) end,
              outcome = function(state) if state.laid == 12 then return parlor.draw() end end,
            }
            """
        let script = try GameScript(
            GameFolder(id: "hands", game: source), library: try ScriptSource(folder: home.sdk))
        return LuaThread.run {
            GameChecker(GameUnderTest(script), CheckOptions(seed: seed, games: games, workers: 1)).report()
        }
    }

    @Test func handsThatStayHiddenAreFine() throws {
        let report = try report()
        #expect(report.findings.isEmpty, "\(report.findings)")
        guard case .holds(let times) = report[.p1] else { Issue.record("\(report[.p1])"); return }
        #expect(times > 5)
    }

    /// One game is enough to find a hand that shows, whichever seat it belongs to.
    @Test(arguments: 1...4) func theHandOfOneSeatThatShowsIsFound(_ owner: Int) throws {
        let report = try report(play: "state.shown = state.secret[\(owner)][1]")
        #expect(report.findings.map(\.property) == [.p1], "\(report.findings)")
        #expect(report.findings.first?.sentence.contains("seat \(owner) shows") == true, "\(report.findings)")
    }

    @Test(arguments: 1...4) func aHandThatSetupCopiesIsFound(_ owner: Int) throws {
        let report = try report(setup: "state.open = { hand = { table.unpack(hands[\(owner)]) } }")
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1 && finding.property == .p1, "\(report.findings)")
        #expect(finding.sentence.contains("seat \(owner) shows. `setup` also writes its whole hand"), "\(finding)")
    }

    /// A seat that leaves may reveal its own cards, but no other seat's.
    @Test func whatLeavingShowsOfAnotherHandIsFound() throws {
        func report(showing card: String) throws -> GameReport {
            try self.report(
                setup: "state.left = { false, false, false, false }", play: "state.mover = seat % 4 + 1",
                turn: """
                    turn = function(state)
                      local seat = state.mover or 1
                      for _ = 1, 4 do
                        if not state.left[seat] and #state.secret[seat] > 0 then return seat end
                        seat = seat % 4 + 1
                      end
                    end,
                    """,
                leave: "state.left[seat], state.laid = true, state.laid + #state.secret[seat] state.shown = \(card)")
        }
        let found = try report(showing: "state.secret[seat % 4 + 1][1]").findings
        #expect(found.map(\.property) == [.p1], "\(found)")
        #expect(found.first?.sentence.contains("leaves, the public state differs") == true, "\(found)")
        let own = try report(showing: "state.secret[seat][1]").findings
        #expect(own.isEmpty, "\(own)")
    }

    /// Returns the report on a game with three unplayed cards for each seat. The seats say 1 or 2,
    /// eight times in all.
    private func talk(seats: Int = 2, play: String = "", _ more: String = "", games: Int = 4) throws -> GameReport {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Talk", summary = "Three cards each, and talk.", seats = \(seats), chance = true, deal = "host",
              information = "hidden",
              setup = function(match)
                local deck, hands = {}, {}
                for card = 1, 50 do deck[card] = card end
                deck = match.shuffle(deck)
                for seat = 1, match.seats do
                  hands[seat] = { deck[3 * seat], deck[3 * seat + 1], deck[3 * seat + 2] }
                end
                return { secret = hands, said = 0 }
              end,
              moves = { say = { choices = { 1, 2 }, play = function(state, seat)
                state.said = state.said + 1
                \(play)
              end } },
              outcome = function(state) if state.said >= 8 then return parlor.draw() end end,
              \(more)
            }
            """
        let script = try GameScript(
            GameFolder(id: "talk", game: source), library: try ScriptSource(folder: home.sdk))
        return LuaThread.run {
            GameChecker(GameUnderTest(script), CheckOptions(seed: 1, games: games, workers: 1)).report()
        }
    }

    /// A card that shows at only one ply is found, whichever ply it is. In one of two games, a twin
    /// with other cards of the seat is compared at that ply.
    @Test(arguments: 1...7) func aCardThatShowsAtOnePlyIsFound(_ ply: Int) throws {
        let findings = try talk(play: "if state.said == \(ply) then state.first = state.secret[2][1] end").findings
        #expect(findings.map(\.property) == [.p1], "\(findings)")
    }

    /// A round of three seats is complete at every third ply.
    @Test func whatResolveShowsIsFound() throws {
        let findings = try talk(
            seats: 3,
            """
            turn = function() return { 1, 2, 3 } end,
            resolve = function(state) state.first = state.secret[2][1] end,
            """
        ).findings
        #expect(findings.map(\.property) == [.p1], "\(findings)")
    }

    /// The hands determine which seat leads a trick of three cards.
    @Test func aHandThatDecidesWhoLeadsATrickIsFound() throws {
        let findings = try talk(
            """
            turn = function(state)
              if state.said > 0 and state.said % 3 == 0 then return state.secret[2][1] % 2 + 1 end
              return state.said % 2 + 1
            end,
            """
        ).findings
        #expect(findings.map(\.property) == [.p1], "\(findings)")
    }

    /// If no other deal has the same public beginning, nothing could be compared with the facts
    /// that `setup` shows, and the report says so.
    @Test func whatSetupShowsInAnotherFormIsNotCalledCompared() throws {
        let hidden = try report().results.first { $0.property == .p1 }
        #expect(hidden?.extents == [])
        let shown = try report(setup: "state.peek = table.concat(hands[1], ' ') .. table.concat(hands[2])")
        let extent = try #require(shown.results.first { $0.property == .p1 }?.extents.first)
        #expect(extent.tried == 0 && extent.all == 1, "\(extent.sentence)")
    }

    /// A card that lies face up before its owner may be both in the public state and in the hand.
    @Test func oneCardThatSetupShowsIsFine() throws {
        let report = try report(setup: "state.up = { hands[1][1], hands[2][1], hands[3][1], hands[4][1] }")
        #expect(report.findings.isEmpty, "\(report.findings)")
    }

    /// The seat with the lowest card leads, so everybody learns which seat has that card.
    @Test(arguments: 1...6) func whoLeadsMayFollowFromTheHands(_ seed: UInt64) throws {
        let report = try report(
            turn: """
                turn = function(state)
                  if state.laid > 0 then return state.laid % 4 + 1 end
                  local leader, lowest = 1, 99
                  for seat = 1, 4 do
                    for _, card in ipairs(state.secret[seat]) do
                      if card < lowest then leader, lowest = seat, card end
                    end
                  end
                  return leader
                end,
                """, seed: seed, games: 2)
        #expect(!report.findings.contains { $0.property == .p1 }, "\(report.findings)")
    }

    /// No check can know whether the author wants the turn to follow from the deal, so the report
    /// states this.
    @Test func aTurnThatFollowsFromTheDealIsSaid() throws {
        func extents(_ turn: String) throws -> [TrialCoverage] {
            let report = try report(turn: turn, games: 4)
            #expect(!report.findings.contains { $0.property == .p1 }, "\(report.findings)")
            return report.results.first { $0.property == .p1 }?.extents ?? []
        }
        let said = try extents(
            """
            turn = function(state)
              if state.laid > 0 then return state.laid % 4 + 1 end
              local sum = 0
              for seat = 1, 4 do sum = sum + state.secret[seat][1] end
              return sum % 4 + 1
            end,
            """)
        #expect(said.contains { $0.sentence.contains("the turn depends on the deal") }, "\(said)")
        #expect(try extents("") == [])
    }

    /// The result of a property that isn't judged because of a leak names P1, which fails.
    @Test func whatRestsOnASecretThatShowsNamesP1() throws {
        let leak = try #require(BrokenScriptTests.all.first { $0.name == "P1.lua" })
        let script = try GameScript(
            GameFolder(id: "leak", game: leak.source), library: try ScriptSource(folder: home.sdk))
        let report = conformance(of: script, options: CheckOptions(seed: 1, games: 1, workers: 1))
        for property in [Property.p2, .w3, .w4, .w5] {
            #expect(report[property] == .notJudged("It needs P1, which doesn't hold."), "\(property)")
        }
    }
}
