import Conformance
import FileAccess
import Foundation
import Parlor

/// The file `budget.json` in a game's folder.
struct BudgetFile {
    let url: URL
    private let game: String

    /// Creates the budget file of a game, without reading it.
    ///
    /// - Throws: ``GameError/request(_:)`` if the game has no folder.
    init(_ folder: GameFolder) throws(GameError) {
        guard let place = folder.url else { throw .request("\(folder.id) has no folder, so it has no budget.") }
        url = place.appendingPathComponent("budget.json")
        game = folder.id
    }

    /// Reads the budget.
    ///
    /// - Throws: ``GameError/request(_:)`` if the file can't be read or isn't a budget.
    func read() throws(GameError) -> Budget {
        let text: String
        do throws(FolderReader.Failure) {
            text = try FolderReader(url.deletingLastPathComponent()).text(
                of: url.lastPathComponent, atMost: Budget.largestFile)
        } catch {
            switch error {
            case .missing: throw .request("\(game) has no budget.json. `--budget write` creates the file.")
            case .tooLarge:
                throw .request("\(url.path.onOneLine) is larger than a budget can be (\(Budget.largestFile) bytes).")
            default: throw .request("\(url.path.onOneLine) \(error).")
            }
        }
        do throws(BudgetError) {
            return try Budget(json: text)
        } catch {
            throw .request("\(url.path.onOneLine): \(error)")
        }
    }

    /// Checks that the file can be written.
    func check() throws(GameError) { try file().check() }

    private func file() throws(GameError) -> WritableFile {
        try WritableFile(url.lastPathComponent, in: url.deletingLastPathComponent())
    }

    /// Replaces the file.
    func write(_ budget: Budget) throws(GameError) {
        let text: String
        do throws(ValueError) {
            text = try budget.text()
        } catch {
            throw .request("\(url.path.onOneLine) can't be written: \(error)")
        }
        try file().write(Array(text.utf8))
    }
}
