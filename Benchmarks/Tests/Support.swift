import Effort
import Foundation
import Parlor

@testable import Benchmarks

/// The checkout from which the tests were built. Tests read the sdk and the games in it.
let home = ParlorHome(
    folder: checkout)

/// A clock for tests, which advances by one second with each look at it.
final class SteppedClock {
    private(set) var looks = 0

    func now() -> Double {
        looks += 1
        return Double(looks)
    }
}

/// Parses a command line, runs its measurement on the bundled games, and returns the report as a JSON value.
func report(_ line: String) throws -> Value {
    let command = try BenchmarkProgram.parseAsRoot(line.split(separator: " ").map(String.init))
    guard let measurement = command as? any MeasuringCommand else {
        throw GameError.request("\(line) is no measurement.")
    }
    let catalog = try GameCatalog(home: home)
    return try LuaThread.run { try measurement.report(in: catalog).value }
}
