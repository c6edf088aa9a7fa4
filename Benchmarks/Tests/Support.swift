import Effort
import Foundation
import Parlor

@testable import Benchmarks

/// The checkout this test was built from: tests read the sdk and the games there.
let home = ParlorHome(
    folder: checkout)

/// A clock that tests set: each look at it takes a second.
final class SteppedClock {
    private(set) var looks = 0

    func now() -> Double {
        looks += 1
        return Double(looks)
    }
}

/// Returns what a measurement of the bundled games says as JSON, after it was read from a command line.
func report(_ line: String) throws -> Value {
    let command = try BenchmarkProgram.parseAsRoot(line.split(separator: " ").map(String.init))
    guard let measurement = command as? any MeasuringCommand else {
        throw GameError.request("\(line) is no measurement.")
    }
    let catalog = try Catalog(home: home)
    return try LuaThread.run { try measurement.report(in: catalog).value }
}
