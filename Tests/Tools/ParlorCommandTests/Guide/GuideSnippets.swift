import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// Code of the guide's pages that isn't part of an example. Each piece has a test here.
@Suite struct GuideSnippets {
    private static let drawing = ["local card = table.remove(state.deck, match.random(#state.deck))"]
    private static let joining = ["list[#list + 1] = { text = cell .. there, from = cell, to = there }"]
    private static let required = ["local test = require \"parlor.test\""]
    private static let phone = [
        "local phone = require \"mock.conversation\".phone(game)",
        "phone:open()",
        "phone.match.id = \"a match\"",
        "phone:touch(\"b2\")",
        "assert(#phone.sent == 1 and phone.acts[1].move == \"b2\" and phone.store.sent == 1)",
    ]
    private static let order = [
        "setup → outcome → turn → when, choices, forced, of each open move     (no legal move: stuck)",
        "↑                     ↓",
        "└──── outcome ←──── play       (a round: play for each seat in order, then resolve)",
        "to show something:   view → scene → message",
    ]

    /// The lines of each snippet. The snippet `phone` is run by `sdk/tests/guide_test.lua`, which
    /// has a phone.
    static let known: [[String]] = [drawing, joining, required, phone, order]

    @Test func aCardIsDrawnFromAPlaceByChance() throws {
        let source = """
            local parlor, cards = require "parlor", require "parlor.cards"
            return parlor.game {
              title = "Drawing", chance = true,
              setup = function() return { deck = cards.deck(), hand = {} } end,
              moves = { draw = { play = function(state, _, _, match)
                \(Self.drawing[0])
                state.hand[#state.hand + 1] = card
              end } },
              outcome = function(state) if #state.deck == 0 then return parlor.draw() end end,
            }
            """
        let library = try ScriptSource(folder: home.sdk)
        let match = try Match(of: GameScript(GameFolder(id: "drawing", game: source), library: library), seed: 3)
        var generator = SplitMix64(seed: 1)
        while try match.playRandomMove(using: &generator) {}
        #expect(try match.views.evaluate("#state.hand, #state.deck") == [52, 0])
    }

    /// `play` gets the chosen table, and a player types its text.
    @Test func aChoiceMayBeATable() throws {
        let source = """
            local parlor, grid = require "parlor", require "parlor.grid"
            return parlor.game {
              title = "Joining",
              setup = function() return { board = grid.new(2) } end,
              moves = { move = {
                choices = function(state)
                  local list = {}
                  for _, cell in ipairs(grid.cells(state.board)) do
                    for _, there in ipairs(grid.neighbours(state.board, cell)) do
                      \(Self.joining[0])
                    end
                  end
                  return list
                end,
                play = function(state, _, step) state.went = step.from .. " to " .. step.to end,
              } },
              outcome = function(state) if state.went then return parlor.draw() end end,
            }
            """
        let library = try ScriptSource(folder: home.sdk)
        let match = try Match(of: GameScript(GameFolder(id: "joining", game: source), library: library))
        try match.play("a1b2", seat: 1)
        #expect(try match.views.evaluate("state.went") == ["a1 to b2"])
    }

    /// A game is called in the order that the page draws.
    @Test func theOrderOfCallsIsAsDrawn() throws {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Order",
              setup = function() print "setup" return { done = false } end,
              turn = function() print "turn" return 1 end,
              moves = { go = {
                when = function() print "when" return true end,
                choices = function() print "choices" return { 1 } end,
                play = function(state) print "play" state.done = true end,
              } },
              outcome = function(state) print "outcome" if state.done then return parlor.draw() end end,
            }
            """
        let library = try ScriptSource(folder: home.sdk)
        let match = try Match(of: GameScript(GameFolder(id: "order", game: source), library: library))
        try match.play("1", seat: 1)
        let calls = match.luaStates.takePrinted().split(whereSeparator: \.isWhitespace).map(String.init)
        var distinct: [String] = []
        for call in calls where distinct.last != call { distinct.append(call) }
        #expect(distinct.starts(with: ["setup", "outcome", "turn", "when", "choices"]), "\(calls)")
        #expect(distinct.suffix(2) == ["play", "outcome"], "\(calls)")
    }
}
