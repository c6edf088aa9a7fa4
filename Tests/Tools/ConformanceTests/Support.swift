import Effort
import Foundation
import GameRules

@testable import Conformance

/// The checkout this test was built from: tests read the sdk and the games there.
let home = ParlorHome(
    folder: checkout)

func catalog() throws -> Catalog { try Catalog(home: home) }
