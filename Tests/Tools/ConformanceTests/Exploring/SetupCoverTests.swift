import GameRules
import Testing
import Values

@testable import Conformance

/// A few setups contain every pair of values.
struct SetupCoverTests {
    private func script(_ options: String, seats: String = "{ 2, 4 }") throws -> GameScript {
        let source = """
            local parlor = require "parlor"
            return parlor.game { title = "T", seats = \(seats), options = { \(options) }, setup = function() return {} end,
              moves = { go = { play = function() end } }, outcome = function() end }
            """
        return try GameScript(GameFolder(id: "t", game: source), library: ScriptSource(folder: home.sdk))
    }

    @Test func everyPairIsCovered() throws {
        let script = try script(
            """
            size = { default = 5, min = 3, max = 9 }, open = { default = true },
            deck = { default = "small", values = { "small", "large", "double" } }
            """)
        let setups = SetupCover(of: script).setups
        #expect(setups.first == GameSetup(seats: 2, options: ["size": 5, "open": true, "deck": "small"]))
        #expect(setups.count < 3 * 4 * 2 * 3 / 2)
        for seats in 2...4 {
            for option in script.options {
                for value in option.samples {
                    #expect(
                        setups.contains { $0.seats == seats && $0.options[option.name] == value },
                        "\(seats) seats with \(option.name) \(value)")
                    for other in script.options where other.name != option.name {
                        for partner in other.samples {
                            let isThere = setups.contains {
                                $0.options[option.name] == value && $0.options[other.name] == partner
                            }
                            #expect(isThere, "\(option.name) \(value) with \(other.name) \(partner)")
                        }
                    }
                }
            }
        }
    }

    @Test func manyOptionsOfManyValuesAreSampled() throws {
        let values = (1...64).map(String.init).joined(separator: ", ")
        let options = (1...32).map { "o\($0) = { default = 7, values = { \(values) } }" }.joined(separator: ", ")
        let setups = SetupCover(of: try script(options)).setups
        #expect(setups.count <= SetupCover.mostRows)
        #expect(Set(setups.compactMap { $0.options["o32"] }) == [1, 7, 64])
    }

    @Test func oneOptionIsTriedValueByValue() throws {
        let setups = SetupCover(of: try script("size = { default = 5, min = 3, max = 9 }", seats: "2")).setups
        #expect(Set(setups.compactMap { $0.options["size"] }) == [3, 4, 5, 9])
        #expect(SetupCover(of: try script("", seats: "2")).setups.count == 1)
        #expect(SetupCover(of: try script("")).setups.map(\.seats).sorted() == [2, 3, 4])
    }

    /// The largest integer has no successor.
    @Test func anOptionAtTheLargestIntegerIsTried() throws {
        for (least, most) in [("math.maxinteger", "math.maxinteger"), ("math.mininteger", "math.maxinteger")] {
            let options = "size = { default = math.maxinteger, min = \(least), max = \(most) }"
            let setups = SetupCover(of: try script(options, seats: "2")).setups
            #expect(setups.contains { $0.options["size"] == .int(.max) }, "\(least)")
        }
    }

    /// Pairs are found in whichever order the options and their values are named.
    @Test func everyPairOfABundledGameIsCovered() throws {
        for id in try catalog().ids {
            let script = try catalog().script(id)
            let setups = SetupCover(of: script).setups
            for option in script.options {
                for value in option.samples {
                    for other in script.options where other.name != option.name {
                        for partner in other.samples {
                            let isThere = setups.contains {
                                $0.options[option.name] == value && $0.options[other.name] == partner
                            }
                            #expect(isThere, "\(id): \(option.name) \(value) with \(other.name) \(partner)")
                        }
                    }
                }
            }
        }
    }
}
