import Effort
import Foundation
import GameRules

/// The checkout from which this test was built. Tests read the sdk and the games there.
let home = ParlorHome(
    folder: checkout)

/// A clock for tests. Each time that it is read, it advances by a second.
final class SteppedClock {
    private(set) var looks = 0

    func now() -> Double {
        looks += 1
        return Double(looks)
    }
}
