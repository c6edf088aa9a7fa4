import Effort
import Foundation
import GameRules

@testable import Conformance

/// The checkout from which these tests were built. Tests read the sdk and the games of the
/// checkout.
let home = ParlorHome(
    folder: checkout)

func catalog() throws -> GameCatalog { try GameCatalog(home: home) }
