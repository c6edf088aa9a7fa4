import GameRules
import LuaRuntime
import Testing

/// If a function of the library gets a table that it may not read, it raises an error. It never treats the table as
/// empty.
@Suite struct SealedLibraryTests {
    /// Calls of each function of each module, with such a table for each parameter that is a table.
    private static let calls: [String: [String]] = [
        "parlor.game": ["game(t)"], "parlor.scores": ["scores(t)"], "parlor.copy": ["copy(t)", "copy({ { t } })"],
        "parlor.is_empty": ["is_empty(t)"],
        "parlor.message": ["message(t)"], "parlor.template_layout": ["template_layout(t)"],
        "parlor.live_layout": ["live_layout(t)"],
        "cards.deal": ["deal(t, 0)"], "cards.take": ["take(t, 'as')"], "cards.sort": ["sort(t)"],
        "dice.roll": ["roll(t, 1)"], "dice.sum": ["sum(t)"], "dice.counts": ["counts(t)"], "dice.text": ["text(t)"],
        "grid.step": ["step(t, 'a1', 1, 1)"], "grid.cells": ["cells(t)"], "grid.empty": ["empty(t)"],
        "grid.full": ["full(t)"], "grid.count": ["count(t, 1)"], "grid.run": ["run(t, 'a1')"],
        "grid.lines": ["lines(t, 3)"], "grid.owner": ["owner(t, 3)"], "grid.neighbours": ["neighbours(t, 'a1')"],
        "grid.scene": [
            "scene(t, {})", "scene({ columns = 1, rows = 1, a1 = 1 }, t)",
            "scene({ columns = 1, rows = 1 }, {}, t)",
            "scene({ columns = 1, rows = 1 }, {}, { good = t })",
            "scene({ columns = 1, rows = 1, a1 = 1 }, nil, { piece = t })",
        ],
        "scene.stack": ["stack(t)", "stack { t }"], "scene.row": ["row(t)", "row { t }"],
        "scene.felt": ["felt(t)"], "scene.fan": ["fan(t)", "fan(1, t)"], "scene.piece": ["piece('disc', t)"],
        "scene.score": ["score(t)", "score { t }"], "scene.cards": ["cards(t)", "cards({ 'as' }, t)"],
        "scene.canvas": ["canvas(1, 1, t, 'x')", "canvas(1, 1, { t }, 'x')"],
        "scene.line": ["line(1, 1, 2, 2, t)"], "scene.rect": ["rect(1, 1, 2, 2, t)"],
        "scene.circle": ["circle(1, 1, 2, t)"], "scene.words": ["words(1, 1, 'x', t)"],
        "scene.polygon": ["polygon(t)", "polygon({ 0, 0, 1, 1, 2, 2 }, t)"],
        "match.shuffle": ["shuffle(t)"], "match.pick": ["pick(t)"],
    ]

    /// The functions that take no table. They refuse any table.
    private static let others: Set<String> = [
        "parlor.win", "parlor.draw", "parlor.reject", "parlor.sticker", "parlor.session", "parlor.size", "cards.deck",
        "cards.rank", "cards.suit", "cards.value", "cards.name", "grid.new", "grid.cell", "grid.column", "grid.row",
        "scene.text", "scene.title", "scene.input", "scene.button", "scene.image", "words.normalise", "words.same",
        "words.split",
        "words.contains", "words.letters",
    ]

    /// The tables that hooks pass as `t`: `state.secret` while nobody may read it, and a part of the secrets that was
    /// lent and has expired.
    private static let tables = ["sealed": "state.secret", "expired": "kept", "inner": "kept.list or kept"]

    /// - Parameter isExpired: Whether `legal` makes the call, after `choices` has kept its part. Otherwise `play` makes
    ///   the call, with a sealed table.
    private func error(_ call: String, _ table: String, isExpired: Bool) throws -> String {
        let body = """
            modules.match = match
            local t = \(table)
            local result = modules.\(call)
            """
        let source = """
            local parlor = require "parlor"
            local modules = { parlor = parlor, cards = require "parlor.cards", dice = require "parlor.dice",
              grid = require "parlor.grid", scene = require "parlor.scene", words = require "parlor.words" }
            local kept
            return parlor.game {
              title = "Seals", seats = 2, chance = true,
              setup = function() return { secret = { { list = { "a" } }, { list = { "a" } } } } end,
              moves = {
                hide = { secret = "match", choices = function(state, seat) kept = state.secret[seat] return { "x" } end,
                  play = function() end },
                try = { choices = { "y" },
                  legal = function(state, seat, _, match) \(isExpired ? body : "") return true end,
                  play = function(state, seat, _, match) \(isExpired ? "" : body) end },
              },
              outcome = function() end,
            }
            """
        let match = try Match(of: script(source), seed: 0)
        return failure { try match.play("y", seat: 1) }.map { "\($0)" } ?? "nothing was wrong"
    }

    @Test(arguments: calls.keys.sorted()) func noneTakesItForEmpty(_ name: String) throws {
        let module = name.split(separator: ".")[0]
        for call in Self.calls[name] ?? [] {
            for (kind, table) in Self.tables.filter({ $0.key != "inner" }) {
                // `legal` may not draw, whatever its arguments are
                if kind == "expired", module == "match" { continue }
                let words = try error("\(module).\(call)", table, isExpired: kind == "expired")
                let says = words.contains(kind == "sealed" ? "sealed" : "lent to a hook that has returned")
                #expect(says, "\(name), \(kind): \(words)")
            }
        }
    }

    /// The calls above must include every function of the library.
    @Test func allFunctionsAreLookedAt() throws {
        let source = """
            local names = {}
            local modules = { parlor = require "parlor", cards = require "parlor.cards", dice = require "parlor.dice",
              grid = require "parlor.grid", scene = require "parlor.scene", words = require "parlor.words" }
            for module, functions in pairs(modules) do
              for name in pairs(functions) do names[#names + 1] = module .. "." .. name end
            end
            error(table.concat(names, " "), 0)
            """
        let words = failure { _ = try script(source) }.map { "\($0)" } ?? ""
        let names = Set(
            words.split(whereSeparator: { " :/".contains($0) }).map(String.init).filter {
                $0.contains(".") && !$0.hasSuffix(".lua")
            })
        let known = Set(Self.calls.keys).union(Self.others)
        #expect(names.isSuperset(of: ["parlor.copy", "scene.stack"]), "\(words)")
        #expect(names.subtracting(known) == [])
    }
}
