import ArgumentParser
import Foundation
import Parlor

/// Exit codes beyond 0, as in sysexits: 1 something failed, 2 usage (`ExitCode.validationFailure` is argument-parser's own,
/// mapped to it), 70 internal.
extension ExitCode {
    static let usage = ExitCode(2)
}

/// Loads the catalog, or complains and ends with the exit code for usage.
func openCatalog() throws -> Catalog {
    try orComplain { () throws(GameError) in try Catalog(home: ParlorHome.find()) }
}

/// Runs `body`; a ``GameError`` goes to standard error in its own words and becomes the exit code: 2 for a request that
/// doesn't fit, 1 for everything else.
func orComplain<R>(_ body: () throws(GameError) -> R) throws -> R {
    do {
        return try body()
    } catch {
        complain("parlor: \(error)")
        if case .request = error { throw ExitCode.usage }
        throw ExitCode.failure
    }
}
