import Conformance
import Foundation
import Parlor

/// The file `budget.json` in a game's folder.
struct BudgetFile {
    let url: URL
    private let game: String

    /// - Throws: ``GameError/request(_:)`` for a game that lives in no folder.
    init(_ folder: GameFolder) throws(GameError) {
        guard let place = folder.url else { throw .request("\(folder.id) lies in no folder, so it has no budget.") }
        url = place.appendingPathComponent("budget.json")
        game = folder.id
    }

    /// - Throws: ``GameError/request(_:)`` that says what is wrong with it.
    func read() throws(GameError) -> Budget {
        let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
        guard let facts, facts[.type] as? FileAttributeType == .typeRegular else {
            throw .request("\(game) has no budget.json; --budget write makes one.")
        }
        guard facts[.size] as? Int ?? 0 <= Budget.largestFile else {
            throw .request("\(url.path) is larger than a budget can be (\(Budget.largestFile) bytes).")
        }
        guard let data = try? Data(contentsOf: url), let text = String(data: data, encoding: .utf8) else {
            throw .request("\(url.path) can't be read as UTF-8 text.")
        }
        do throws(BudgetError) {
            return try Budget(json: text)
        } catch {
            throw .request("\(url.path): \(error)")
        }
    }

    /// Replaces the file.
    func write(_ budget: Budget) throws(GameError) {
        let text: String
        do throws(ValueError) {
            text = try budget.text()
        } catch {
            throw .request("\(url.path) can't be written: \(error)")
        }
        try WritableFile("budget.json", in: url.deletingLastPathComponent()).write(Array(text.utf8))
    }
}
