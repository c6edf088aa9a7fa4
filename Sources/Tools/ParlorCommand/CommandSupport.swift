import ArgumentParser
import Foundation
import Parlor

/// Exit codes beyond 0 and 1 (something failed).
extension ExitCode {
    /// The command line, or a file that it names, doesn't fit.
    static let usage = ExitCode(2)
    /// A fault of our own (EX_SOFTWARE in sysexits).
    static let internalError = ExitCode(70)
}

extension CompletionKind {
    /// The ids of the bundled games.
    static var gameIDs: CompletionKind { .shellCommand("parlor list --ids 2>/dev/null") }
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

extension Catalog {
    /// Loads a game, or complains and ends: what is wrong with its script is told with the lines that it is about.
    func scriptOrComplaint(_ name: String) throws -> GameScript {
        let folder = try orComplain { () throws(GameError) -> GameFolder in try self.folder(name) }
        do throws(GameError) {
            return try GameScript(folder, library: library, limits: limits)
        } catch .invalid(let problems) {
            let lines = ProblemReport(problems: problems, files: folder.files).lines
            complain("parlor: " + lines.joined(separator: "\n"))
            throw ExitCode.failure
        } catch {
            return try orComplain { () throws(GameError) -> GameScript in throw error }
        }
    }
}

extension ProcessorBudget {
    /// What a command that ends by itself may use with all that it plays, however long its game or its file makes that: as
    /// much as a line that is typed has.
    static let command = ProcessorBudget(.seconds(40))
}
